import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';

/** What surrounds a control. */
export interface Around {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The problem: a sentence, or only its part after the label, such as 'is required'. */
  readonly wrong?: string | null | undefined;
  readonly wide?: boolean;
}

/** A problem, until the value that it is about is changed. */
function useUncorrected(wrong: Around['wrong'], value: unknown): Around['wrong'] {
  const [about, setAbout] = useState({ wrong, value });
  if (about.wrong !== wrong) setAbout({ wrong, value });
  return about.wrong === wrong && about.value !== value ? null : wrong;
}

/**
 * The id of a control, its problem until it is corrected, and the attributes that connect it with its hint
 * and problem.
 *
 * @param found what the browser finds wrong
 */
export function useAround({ hint, wrong: refused }: Around, value?: unknown, found: string | null = null) {
  const id = useId();
  const uncorrected = useUncorrected(refused, value);
  const wrong = found ?? uncorrected;
  const describedBy = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return {
    id,
    wrong,
    aria: {
      'aria-invalid': wrong ? true : undefined,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  };
}

/** A control with its label above, and its hint and problem below. */
export function Frame({
  id,
  label,
  hint,
  wrong,
  wide,
  children,
}: Around & { id: string; children: ReactNode }) {
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

/** What goes on after a label: 'is required'. In Hindi, what begins with a postposition. */
const FOLLOWS_A_LABEL = /^(?:[a-z]|(?:में|का|के|की|से|को|पर|ने|नाम|या|और) )/;

/** Puts the label in front of a problem that needs one: 'is required' becomes 'Mobile is required'. */
export function withLabel(label: ReactNode, wrong: string): string {
  if (!FOLLOWS_A_LABEL.test(wrong)) return wrong;
  return typeof label === 'string' ? `${label} ${wrong}` : wrong.charAt(0).toUpperCase() + wrong.slice(1);
}

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/**
 * What the browser finds wrong when a form is sent, in the panel's words and at the field: the browser's own bubble
 * speaks the browser's language.
 */
export function useFound(value: unknown) {
  const words = useWords(commonWords);
  const [found, setFound] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is not wrong yet
  useEffect(() => setFound(null), [value]);
  return {
    found,
    look: {
      onInvalid: (event: FormEvent<TypedField>) => {
        event.preventDefault();
        const { currentTarget: field } = event;
        const { valueMissing, typeMismatch, customError } = field.validity;
        const ofType = typeMismatch ? words.wrongType[field.type as 'email' | 'url'] : undefined;
        // A custom problem is shown by the field that has it.
        if (!customError) setFound(valueMissing ? words.isRequired : (ofType ?? field.validationMessage));
        if (field.form?.querySelector('input:invalid, textarea:invalid') === field) field.focus();
      },
    },
  };
}

/** A field of one line, with its label above and its problem below. */
export function TextField({ label, hint, wrong, wide = false, ...input }: Around & ComponentProps<'input'>) {
  const { found, look } = useFound(input.value);
  const around = { label, hint, wrong, wide };
  const { aria, ...framed } = useAround(around, input.value, found);
  const { id } = framed;
  return (
    <Frame {...around} {...framed}>
      <input className="input" id={id} autoComplete="off" {...aria} {...look} {...input} />
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
  const { found, look } = useFound(input.value);
  const around = { label, hint, wrong, wide };
  const { aria, ...framed } = useAround(around, input.value, found);
  const { id } = framed;
  return (
    <Frame {...around} {...framed}>
      <textarea className="input" id={id} {...aria} {...look} {...input} />
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

/** A switch that takes effect at once; a form uses `Tick`. */
export function Switch({
  label,
  isLabelHidden = false,
  ...input
}: { label: string; isLabelHidden?: boolean } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" role="switch" aria-checked={input.checked ?? false} {...input} />
      <span className={isLabelHidden ? 'unseen' : undefined}>{label}</span>
    </label>
  );
}
