import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { type Around, Frame, useAround } from './field.tsx';
import { Floating } from './floating.tsx';

/** A value with its text, and optionally a second line. */
export type Option<Value extends string = string> = readonly [value: Value, text: string, more?: ReactNode];

/** A longer list gets a search field. */
const MANY = 8;
const TYPING_MS = 700;

interface ChoiceProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly disabled?: boolean;
  readonly required?: boolean | undefined;
  /** What the closed control shows while no option is chosen. */
  readonly placeholder?: string;
}

/** A field that offers one of several values; a long list can be searched. */
export function Choice<Value extends string>({
  label,
  hint,
  wrong,
  wide = false,
  ...choice
}: Around & ChoiceProps<Value>) {
  const around = { label, hint, wrong, wide };
  const { aria, ...framed } = useAround(around, choice.value);
  return (
    <Frame {...around} {...framed}>
      <ChoiceButton {...choice} id={framed.id} label={label} aria={aria} />
    </Frame>
  );
}

/** The same without a visible label, for rows of tables and for toolbars. */
export function SmallChoice<Value extends string>({
  label,
  ...choice
}: ChoiceProps<Value> & { label: string }) {
  return <ChoiceButton {...choice} label={label} aria={{ 'aria-label': label }} isSmall />;
}

function ChoiceButton<Value extends string>({
  id,
  label,
  aria,
  isSmall = false,
  value,
  options,
  onChoose,
  disabled = false,
  required,
  placeholder,
}: ChoiceProps<Value> & { id?: string; label: ReactNode; aria: object; isSmall?: boolean }) {
  const words = useWords(commonWords);
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const isLong = options.length > MANY;
  const found = isLong ? matching(options, wanted) : options;
  const open = (opens: boolean) => {
    setOpen(opens);
    setWanted('');
  };
  const list = useOptions(found, value, isOpen, (chosen) => {
    open(false);
    if (chosen !== value) onChoose(chosen);
  });
  const current = options.find(([one]) => one === value);
  const name = typeof label === 'string' ? label : undefined;
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger
        ref={button}
        id={id}
        type="button"
        role="combobox"
        className={isSmall ? 'input choose small' : 'input choose'}
        disabled={disabled}
        {...aria}
        aria-required={required}
        aria-haspopup="listbox"
        aria-controls={list.id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(true);
        }}
      >
        <span className={current ? 'cut' : 'cut quiet'}>{current?.[1] ?? placeholder ?? ' '}</span>
        <ChevronsUpDown aria-hidden="true" />
      </Popover.Trigger>
      <Floating
        className="menu options"
        aria-label={name}
        onKeyDown={(event) => {
          event.stopPropagation();
          list.onKeyDown(event);
        }}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          document.getElementById(isLong ? `${list.id}-search` : list.id)?.focus({ preventScroll: true });
        }}
      >
        {isLong && (
          <input
            id={`${list.id}-search`}
            className="input search"
            role="combobox"
            aria-expanded="true"
            aria-controls={list.id}
            aria-activedescendant={list.activeId}
            aria-label={name ? `${words.search}: ${name}` : words.search}
            autoComplete="off"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
        <Options list={list} label={name} isFocusable={!isLong} />
        {found.length === 0 && <p className="menu-label">{words.nothingFound}</p>}
      </Floating>
    </Popover.Root>
  );
}

/** A text field that offers known values; other text can also be typed. */
export function Combobox({
  label,
  hint,
  wrong,
  wide = false,
  value,
  options,
  onChange,
  ...input
}: Around & {
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
}) {
  const around = { label, hint, wrong, wide };
  const { aria, ...framed } = useAround(around, value);
  const { id } = framed;
  const [isOpen, setOpen] = useState(false);
  const isKnown = options.some(([one]) => one === value);
  const found = isKnown ? options : matching(options, value);
  const list = useOptions(found, value, isOpen, (chosen) => {
    setOpen(false);
    onChange(chosen);
  });
  return (
    <Frame {...around} {...framed}>
      <Popover.Root open={isOpen && found.length > 0} onOpenChange={setOpen}>
        <Popover.Anchor asChild>
          <input
            {...input}
            {...aria}
            id={id}
            className="input"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen && found.length > 0}
            aria-controls={list.id}
            aria-activedescendant={isOpen ? list.activeId : undefined}
            value={value}
            onChange={({ target }) => {
              onChange(target.value);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (isOpen && (event.key !== 'Enter' || list.activeId)) list.onKeyDown(event);
              else if (event.key === 'ArrowDown') setOpen(true);
            }}
          />
        </Popover.Anchor>
        <Floating
          className="menu options"
          aria-label={typeof label === 'string' ? label : undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if ((event.target as HTMLElement).id === id) event.preventDefault();
          }}
        >
          <Options list={list} label={typeof label === 'string' ? label : undefined} />
        </Floating>
      </Popover.Root>
    </Frame>
  );
}

function matching<Value extends string>(options: readonly Option<Value>[], wanted: string) {
  const text = wanted.trim().toLowerCase();
  return options.filter(([value, shown]) => `${shown} ${value}`.toLowerCase().includes(text));
}

/** The keyboard of a list of options: arrows, Home, End, Enter, and the first letters of a text. */
function useOptions<Value extends string>(
  options: readonly Option<Value>[],
  chosen: string,
  isOpen: boolean,
  onChoose: (value: Value) => void,
) {
  const id = useId();
  const [active, setActive] = useState(-1);
  const typed = useRef({ text: '', at: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the list, or another list, starts at the chosen option
  useEffect(() => setActive(options.findIndex(([one]) => one === chosen)), [isOpen, options.length]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active, isOpen]);
  const keys: Record<string, () => void> = {
    ArrowDown: () => setActive(Math.min(active + 1, options.length - 1)),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Home: () => setActive(0),
    End: () => setActive(options.length - 1),
    Enter: () => {
      const option = options[active];
      if (option) onChoose(option[0]);
    },
  };
  return {
    ...{ id, options, chosen, active, setActive, onChoose },
    activeId: active >= 0 && active < options.length ? `${id}-${active}` : undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      const act = event.key === ' ' && !isTyping ? keys.Enter : keys[event.key];
      if (act && !(isTyping && (event.key === 'Home' || event.key === 'End'))) {
        event.preventDefault();
        act();
      } else if (!isTyping && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
        const { text, at } = typed.current;
        const next = (event.timeStamp - at < TYPING_MS ? text : '') + event.key.toLowerCase();
        typed.current = { text: next, at: event.timeStamp };
        const found = options.findIndex(([, shown]) => shown.toLowerCase().startsWith(next));
        if (found >= 0) setActive(found);
      }
    },
  };
}

function Options<Value extends string>({
  list: { id, options, chosen, active, activeId, setActive, onChoose },
  label,
  isFocusable = false,
}: {
  list: ReturnType<typeof useOptions<Value>>;
  label: string | undefined;
  isFocusable?: boolean;
}) {
  return (
    <div
      id={id}
      role="listbox"
      className="option-list"
      aria-label={label}
      tabIndex={isFocusable ? 0 : undefined}
      aria-activedescendant={isFocusable ? activeId : undefined}
    >
      {options.map(([value, text, more], at) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list handles the keys
        <div
          key={value}
          id={`${id}-${at}`}
          role="option"
          aria-selected={value === chosen}
          aria-label={text}
          aria-description={typeof more === 'string' ? more : undefined}
          data-highlighted={at === active ? '' : undefined}
          className="menu-item"
          onPointerMove={() => setActive(at)}
          // The input of a combobox keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          <span className="cut">
            {text}
            {more && <span className="more">{more}</span>}
          </span>
          {value === chosen && <Check aria-hidden="true" />}
        </div>
      ))}
    </div>
  );
}
