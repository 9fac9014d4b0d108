/** The query of an address: one text or several for each name. */
export type Search = Record<string, string | string[]>;

/** Parses `?zone=a&zone=b&q=x`, so that addresses can be read and written by hand. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : [before, value].flat();
  }
  return search;
}

export function stringifySearch(search: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns all texts under a name. */
export function listIn(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
}

/** Returns the first text under a name, if any. */
export function textIn(value: unknown): string | undefined {
  return listIn(value)[0];
}

/** The names of an object, with their types. */
export function namesOf<Of extends object>(of: Of): (keyof Of & string)[] {
  return Object.keys(of) as (keyof Of & string)[];
}

/**
 * Declares what a page keeps in its address: names with several texts, with one text, and with one of a few words.
 * @returns the function that reads an address; unknown values are left out
 */
export function addressOf<
  const Lists extends string = never,
  const Texts extends string = never,
  const Words extends Readonly<Record<string, readonly string[]>> = Record<never, never>,
>({
  lists = [],
  texts = [],
  words,
}: {
  lists?: readonly Lists[];
  texts?: readonly Texts[];
  words?: Words;
}): (search: Record<string, unknown>) => { readonly [Name in Lists]?: readonly string[] } & {
  readonly [Name in Texts]?: string;
} & {
  readonly [Name in keyof Words]?: Words[Name][number];
} {
  return (search) => {
    const view: Record<string, unknown> = {};
    for (const name of lists) if (listIn(search[name]).length > 0) view[name] = listIn(search[name]);
    for (const name of [...texts, ...Object.keys(words ?? {})]) {
      const text = textIn(search[name]);
      if (text !== undefined && words?.[name]?.includes(text) !== false) view[name] = text;
    }
    return view as never;
  };
}
