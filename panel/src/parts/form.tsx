import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/client.ts';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { Failure } from './notices.tsx';

type Texts<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

/**
 * The typed values of a form, and the request that sends them.
 *
 * @param cleared the values after a success; without it, the values stay
 */
export function useForm<Values extends object, Answer>({
  first,
  cleared,
  onSuccess,
  ...sending
}: Pick<UseMutationOptions<Answer, Error, Values>, 'meta' | 'onError'> & {
  first: Values;
  mutationFn: (values: Values) => Promise<Answer>;
  cleared?: Partial<Values>;
  onSuccess?: (answer: Answer) => unknown;
}) {
  const [values, setValues] = useState(first);
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }));
  const { data, error, isPending, mutate } = useMutation({
    ...sending,
    onSuccess: (answer) => {
      if (cleared) change(cleared);
      return onSuccess?.(answer);
    },
  });
  const shown: string[] = [];
  const wrong = (...names: readonly string[]) => {
    shown.push(...names);
    return error instanceof ApiProblem ? error.of(...names) : null;
  };
  return {
    values,
    change,
    data,
    error,
    isPending,
    /** The fields that show their own problems. */
    shown,
    /** The problem of a field with any of these names of the API; the field shows it. */
    wrong,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      mutate(values);
    },
    /**
     * A field's value and problems, for `TextField` and `LongField`.
     *
     * @param sentAs the API's names of the field, if the API names it differently
     */
    field: (name: Texts<Values> & string, ...sentAs: readonly string[]) => ({
      value: String(values[name] ?? ''),
      wrong: wrong(...(sentAs.length > 0 ? sentAs : [name])),
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as Partial<Values>),
    }),
  };
}

/** Moves the focus to the first field with a problem, after the service has refused what was sent. */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}

/** A form that ends with the problems that no field shows, and with its button. */
export function Form({
  of: { error, shown, isPending, onSubmit },
  at,
  className = 'stack',
  save,
  children,
  after,
}: {
  of: Pick<ReturnType<typeof useForm>, 'error' | 'shown' | 'isPending' | 'onSubmit'>;
  /** The place of the button; in a dialog at the end. Without it, the button is as wide as the form. */
  at?: 'start' | 'dialog';
  className?: string;
  /** The text of the button, if it is not 'Save'. */
  save?: string;
  children: ReactNode;
  after?: ReactNode;
}) {
  const words = useWords(commonWords);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, error);
  return (
    <form
      ref={form}
      className={className}
      style={at === 'dialog' ? { paddingBottom: 14 } : undefined}
      onSubmit={onSubmit}
    >
      {children}
      <Failure error={error} shown={shown} />
      <button
        type="submit"
        className="button first"
        style={at && { justifySelf: at === 'dialog' ? 'end' : at }}
        disabled={isPending}
      >
        {save ?? (isPending ? words.saving : words.save)}
      </button>
      {after}
    </form>
  );
}
