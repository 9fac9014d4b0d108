import { Choice, type Option } from './choice.tsx';
import { DateField } from './date-field.tsx';
import { LongField, TextField, Tick, withLabel } from './field.tsx';
import type { useForm } from './form.tsx';

/** A field of a form as a declaration. */
export type Declared<Values> = {
  readonly name: keyof Values & string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly wide?: boolean;
  /** The API's names of the field, if it names it differently. */
  readonly sentAs?: readonly string[];
  readonly placeholder?: string;
  readonly maxLength?: number;
} & (
  | { readonly kind?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'long' | 'date' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** Any number of the options. */
  | { readonly kind: 'many'; readonly options: readonly Option[] }
);

/** The fields of a form, each with its problem. */
export function Fields<Values extends object>({
  form,
  fields,
  disabled = false,
}: {
  form: Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'change' | 'wrong'>;
  fields: readonly Declared<Values>[];
  disabled?: boolean;
}) {
  const set = (name: keyof Values, value: unknown) =>
    form.change({ [name]: value } as unknown as Partial<Values>);
  return (
    <div className="fields">
      {fields.map(({ name, sentAs = [name], ...field }) => {
        const { label, hint, required, wide, placeholder, maxLength } = field;
        const value = form.values[name];
        const around = { label, hint, wide, required, disabled, wrong: form.wrong(...sentAs) };
        const typed = {
          ...{ ...around, placeholder, maxLength, name },
          value: String(value ?? ''),
          onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
        };
        if (field.kind === 'many') {
          const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
          return (
            <fieldset key={name} className="field wide">
              <legend className="label">{label}</legend>
              {hint && <span className="hint">{hint}</span>}
              <div className="ticks">
                {field.options.map(([option, text, more]) => (
                  <Tick
                    key={option}
                    label={
                      <>
                        {text}
                        {more && <span className="more">{more}</span>}
                      </>
                    }
                    checked={chosen.includes(option)}
                    disabled={disabled}
                    onChange={({ target }) =>
                      set(name, target.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
                    }
                  />
                ))}
              </div>
              {around.wrong && (
                <span className="wrong" role="alert">
                  {withLabel(label, around.wrong)}
                </span>
              )}
            </fieldset>
          );
        }
        if (field.kind === 'choice') {
          return (
            <Choice
              key={name}
              {...around}
              value={typed.value}
              options={field.options}
              onChoose={(chosen) => set(name, chosen)}
            />
          );
        }
        if (field.kind === 'date')
          return <DateField key={name} {...around} value={typed.value} onChange={(day) => set(name, day)} />;
        return field.kind === 'long' ? (
          <LongField key={name} rows={3} {...typed} />
        ) : (
          <TextField key={name} type={field.kind ?? 'text'} {...typed} />
        );
      })}
    </div>
  );
}
