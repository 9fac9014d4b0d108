/** The lists of a view under their names in the API. */
export function listsOf(
  view: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, parameter]) =>
      Array.isArray(view[name]) && view[name].length > 0 ? [[parameter, view[name]]] : [],
    ),
  );
}

/** The first and last second of days in India; what is no day is left out. */
export function secondsOf(
  { from, to }: { readonly from?: string; readonly to?: string },
  start: string,
  end: string,
): Record<string, number> {
  const seconds = [
    [start, Date.parse(`${from}T00:00:00+05:30`) / 1000],
    [end, Date.parse(`${to}T23:59:59+05:30`) / 1000],
  ] as const;
  return Object.fromEntries(seconds.filter(([, second]) => Number.isFinite(second)));
}
