import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { commonWords } from '../words/common.ts';
import { grouped } from '../words/format.tsx';
import { useWords } from '../words/language.ts';
import { Floating } from './floating.tsx';

export interface FilterOption {
  readonly value: string;
  readonly text: string;
  /** The number of rows with this value, given the other filters; undefined until it is known. */
  readonly count?: number | undefined;
}

const MANY = 8;

/** A button that opens a menu. */
export function Popup({
  label,
  on = false,
  children,
  className = 'chip',
  onOpen,
}: {
  label: ReactNode;
  on?: boolean;
  children: ReactNode;
  className?: string;
  onOpen?: ((isOpen: boolean) => void) | undefined;
}) {
  return (
    <Popover.Root {...(onOpen && { onOpenChange: onOpen })}>
      <Popover.Trigger className={on ? `${className} on` : className}>
        {label}
        <ChevronDown aria-hidden="true" />
      </Popover.Trigger>
      <Floating aria-label={typeof label === 'string' ? label : undefined}>{children}</Floating>
    </Popover.Root>
  );
}

/** A list of values to tick, with a search field if it is long. */
export function FilterMenu({
  label,
  options,
  chosen,
  onChange,
  onOpen,
}: {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  onOpen?: ((isOpen: boolean) => void) | undefined;
}) {
  const words = useWords(commonWords);
  const id = useId();
  const [wanted, setWanted] = useState('');
  const found = options.filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()));
  const shown =
    chosen.length === 1 ? (options.find(({ value }) => value === chosen[0])?.text ?? chosen[0]) : null;
  return (
    <Popup
      label={shown ? `${label}: ${shown}` : chosen.length > 1 ? `${label}: ${chosen.length}` : label}
      on={chosen.length > 0}
      onOpen={onOpen}
    >
      {options.length > MANY && (
        <input
          className="input search"
          type="search"
          aria-label={`${words.search}: ${label}`}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <fieldset aria-label={label}>
        {found.map(({ value, text, count }, at) => (
          <label className={count === 0 ? 'check nothing' : 'check'} key={value}>
            <input
              type="checkbox"
              // The accessible name does not change when the count arrives; the count is a description.
              aria-labelledby={`${id}-${at}`}
              aria-describedby={count === undefined ? undefined : `${id}-${at}-count`}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            <span className="cut" id={`${id}-${at}`}>
              {text}
            </span>
            {count !== undefined && (
              <span className="count" id={`${id}-${at}-count`}>
                {grouped(count)}
              </span>
            )}
          </label>
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <button type="button" className="button small bare" onClick={() => onChange([])}>
          {words.clear}
        </button>
      )}
    </Popup>
  );
}
