import { type ComponentProps, type ReactNode, useId } from 'react';

interface Around {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The problem: a sentence, or only its part after the label, such as 'is required'. */
  readonly wrong?: string | null | undefined;
  readonly wide?: boolean;
}

function useAround({ hint, wrong }: Around) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return {
    id,
    aria: {
      'aria-invalid': wrong ? true : undefined,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  };
}

function Frame({ id, label, hint, wrong, wide, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong && (
        <span className="wrong" id={`${id}-wrong`} role="alert">
          {withLabel(label, wrong)}
        </span>
      )}
    </div>
  );
}

/** Puts the label in front of a problem: 'is required' becomes 'Mobile is required'. */
export function withLabel(label: ReactNode, wrong: string): string {
  if (!/^[a-z]/.test(wrong)) return wrong;
  return typeof label === 'string' ? `${label} ${wrong}` : wrong.charAt(0).toUpperCase() + wrong.slice(1);
}

/** A field of one line, with its label above and its problem below. */
export function TextField({ label, hint, wrong, wide = false, ...input }: Around & ComponentProps<'input'>) {
  const around = { label, hint, wrong, wide };
  const { id, aria } = useAround(around);
  return (
    <Frame id={id} {...around}>
      <input className="input" id={id} autoComplete="off" {...aria} {...input} />
    </Frame>
  );
}

/** A field of several lines. */
export function LongField({
  label,
  hint,
  wrong,
  wide = true,
  ...input
}: Around & ComponentProps<'textarea'>) {
  const around = { label, hint, wrong, wide };
  const { id, aria } = useAround(around);
  return (
    <Frame id={id} {...around}>
      <textarea className="input" id={id} {...aria} {...input} />
    </Frame>
  );
}

export function Choice<Value extends string>({
  label,
  hint,
  wrong,
  wide = false,
  value,
  options,
  onChoose,
}: Around & {
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
}) {
  const around = { label, hint, wrong, wide };
  const { id, aria } = useAround(around);
  return (
    <Frame id={id} {...around}>
      <select
        className="input"
        id={id}
        {...aria}
        value={value}
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A checkbox with its label. */
export function Tick({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}
