import { answerOf, api } from '../../../../api/client.ts';
import { fetchFile } from '../../../../parts/download.ts';
import type { Said } from '../../../../words/sentences.ts';

/** Where services of a courier deliver, as far as the guide can show it. */
export interface Places {
  readonly isEverywhere: boolean;
  /** Pincodes, and first digits of pincodes. */
  readonly places: readonly string[];
  readonly withCod: boolean;
  readonly withReturns: boolean;
}

/** The account's own rules about places as lines of CSV, and the version of the rates that they are from. */
export interface OwnRules {
  readonly header: string;
  readonly rows: readonly string[];
  readonly version: number;
}

export async function readOwnRules(): Promise<OwnRules> {
  const query = { kind: 'serviceability', book: 'own' } as const;
  // The version first: rules that change in between are newer, and then publishing them is refused.
  const { version } = (await answerOf(api.GET('/custom/api/v1/rate-cards', { params: { query } }))).meta;
  const file = await (await fetchFile(`/rate-cards/export?${new URLSearchParams(query)}`)).text();
  const [header = '', ...rows] = file.trim().split(/\r?\n/);
  return { header, rows, version };
}

/** The pincodes, and first digits of pincodes, that a person typed. */
export function typedPlaces(text: string): string[] {
  return [...new Set(text.match(/\b\d{1,6}\b/g) ?? [])];
}

/** The pincodes of a file. Its shorter numbers are days, prices or line numbers. */
export function pincodesOfFile(text: string): string[] {
  return [...new Set(text.match(/\b[1-9]\d{5}\b/g) ?? [])];
}

const serviceOf = (row: string) => row.split(',')[0] ?? '';

/** The rules with which the services deliver to these places only; none if they deliver everywhere. */
function rulesOf(services: ReadonlySet<string>, chosen: Places): string[] {
  if (chosen.isEverywhere) return [];
  const word = (is: boolean) => (is ? 'yes' : 'no');
  const duties = `,yes,${word(chosen.withCod)},${word(chosen.withReturns)}`;
  return [...services].flatMap((service) => [
    `${service},everywhere,,,no,no,no`,
    ...chosen.places.map(
      (place) => `${service},${place.length === 6 ? 'pincode' : 'prefix'},${place},${duties}`,
    ),
  ]);
}

/** All rules of the account, with those of these services replaced, as a file. */
export function fileWith(own: OwnRules, services: ReadonlySet<string>, chosen: Places): string {
  const others = own.rows.filter((row) => !services.has(serviceOf(row)));
  return [own.header, ...others, ...rulesOf(services, chosen)].join('\n');
}

/** Reads the places from the account's rules. `isWhole` is false if the rules say more than the places. */
export function placesNow(
  own: OwnRules,
  services: ReadonlySet<string>,
): Places & { readonly rules: number; readonly isWhole: boolean } {
  const rows = own.rows.filter((row) => services.has(serviceOf(row)));
  const served = rows
    .map((row) => row.split(','))
    .filter(([, , area, , prepaid]) => area && prepaid === 'yes');
  const numbers = served.flatMap(([, , area = '']) => (/^\d+$/.test(area) ? [area] : []));
  const found: Places = {
    isEverywhere: rows.length === 0,
    places: [...new Set(numbers)],
    withCod: served.length === 0 || served.some((cells) => cells[5] === 'yes'),
    withReturns: served.length === 0 || served.some((cells) => cells[6] === 'yes'),
  };
  const shown = new Set(rulesOf(services, found));
  const isWhole = shown.size === rows.length && rows.every((row) => shown.has(row));
  return { ...found, rules: rows.length, isWhole };
}

/** Tells whether two choices have the same rules. */
export function isSame(one: Places, other: Places): boolean {
  const rules = (chosen: Places) =>
    rulesOf(new Set(['']), chosen)
      .toSorted()
      .join('\n');
  return rules(one) === rules(other);
}

/** The values of a file that were refused because nobody knows them. */
export function unknownPlaces(problems: readonly Said[]): string[] {
  return problems.flatMap(({ values }) => {
    const reason = values?.reason as Partial<Said> | undefined;
    return reason?.template === 'cell_is_not' ? [String(reason.values?.value)] : [];
  });
}
