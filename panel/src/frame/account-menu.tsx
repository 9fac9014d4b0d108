import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type Preferences, prefer, usePreference } from '../preferences.ts';
import { signOut, useSession } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import { frameWords } from './frame-words.ts';

/** The signed-in person, and their preferences for the panel. */
export function AccountMenu() {
  const words = useWords(frameWords);
  const { account, user, key, role } = useSession();
  const navigate = useNavigate();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button bare">
        <span className="cut" style={{ maxWidth: '22ch' }}>
          {account.name}
        </span>
        <ChevronDown aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">
            {user?.name ?? key?.name} · {words.roles[role]}
          </DropdownMenu.Label>
          <DropdownMenu.Item
            className="menu-item"
            onSelect={() => void signOut().then(() => navigate({ to: '/sign-in', search: {} }))}
          >
            {words.signOut}
          </DropdownMenu.Item>
          <Radios name="theme" options={['system', 'light', 'dark']} />
          <Radios name="density" options={['dense', 'normal', 'roomy']} />
          <Radios name="language" options={['en', 'hi']} />
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" asChild>
            <a href="/docs" target="_blank" rel="noreferrer">
              {words.reader}
            </a>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;

function Radios<Name extends 'theme' | 'density' | 'language'>({
  name,
  options,
}: {
  name: Name;
  options: readonly Preferences[Name][];
}) {
  const words = useWords(frameWords);
  const chosen = usePreference(name);
  const text = (option: string) =>
    ({ ...LANGUAGES, ...words })[option as 'en' | 'system' | 'light' | 'dark' | 'dense'] ?? option;
  return (
    <>
      <DropdownMenu.Separator className="menu-line" />
      <DropdownMenu.Label className="menu-label">{words[name]}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup
        value={chosen}
        onValueChange={(value) => prefer({ [name]: value } as Partial<Preferences>)}
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option}
            value={option}
            className="menu-item"
            onSelect={(event) => event.preventDefault()}
          >
            <span style={{ width: 14 }}>
              <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
            </span>
            {text(option)}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}
