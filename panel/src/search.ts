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

export function stringifySearch(search: Record<string, unknown>): string {
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
