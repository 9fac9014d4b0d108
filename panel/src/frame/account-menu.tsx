import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, LogOut } from 'lucide-react';
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
  const person = user?.name ?? key?.name ?? '';
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button bare account">
        <span className="unseen">{words.account}: </span>
        <span className="initial" aria-hidden="true">
          {person.trim().charAt(0).toUpperCase()}
        </span>
        <span className="names">
          <span className="cut">{person}</span>
          <span className="unseen">, </span>
          <span className="cut quiet small">{account.name}</span>
        </span>
        <ChevronDown aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu account-menu" align="end" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Label className="menu-label">
            <span className="strong">{person}</span>
            <p>
              {account.name} · {user ? words.roles[role] : words.apiKey}
            </p>
            {user && <p>{user.email ?? user.phone}</p>}
          </DropdownMenu.Label>
          <Radios name="theme" options={['system', 'light', 'dark']} />
          <Radios name="density" options={['dense', 'normal', 'roomy']} />
          <Radios name="language" options={['en', 'hi']} />
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" asChild>
            <Link to="/settings/$part" params={{ part: 'sessions' }}>
              {user ? words.security : words.devices}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" asChild>
            <a href="/docs" target="_blank" rel="noreferrer">
              {words.reader}
            </a>
          </DropdownMenu.Item>
          <div className="menu-end">
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Item
              className="menu-item"
              onSelect={() => void signOut().then(() => navigate({ to: '/sign-in', search: {} }))}
            >
              <LogOut aria-hidden="true" />
              {words.signOut}
            </DropdownMenu.Item>
          </div>
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
        className="segments"
        value={chosen}
        onValueChange={(value) => prefer({ [name]: value } as Partial<Preferences>)}
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option}
            value={option}
            className="segment"
            onSelect={(event) => event.preventDefault()}
          >
            {text(option)}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}
