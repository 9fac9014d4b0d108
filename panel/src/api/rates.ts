import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Sent } from './client.ts';
import { queries } from './queries.ts';

/** The kinds of rows of a rate book, in the order of the menu. */
export const RATE_KINDS = [
  'rate-cards',
  'carrier-settings',
  'carriers',
  'zone-overrides',
  'serviceability',
  'platform-fee',
] as const;
export type RateKind = (typeof RATE_KINDS)[number];

/** The cells of a row, by column. */
export type Cells = Readonly<Record<string, string>>;

export function rateRowsQuery(kind: RateKind, book: 'own' | 'default') {
  return queryOptions({
    queryKey: ['rate cards', kind, book],
    queryFn: () => answerOf(api.GET('/custom/api/v1/rate-cards', { params: { query: { kind, book } } })),
  });
}

/** The prices and settings of every carrier: the account's own rows before the default rows. */
export interface RateBook {
  readonly cards: ReadonlyMap<string, Cells>;
  readonly settings: ReadonlyMap<string, Cells>;
  /** The carriers with prices of the account's own. */
  readonly own: ReadonlySet<string>;
  readonly version: number;
}

export const rateBookQuery = queryOptions({
  queryKey: ['rate cards', 'book'],
  queryFn: async (): Promise<RateBook> => {
    const read = async (kind: RateKind, book: 'own' | 'default') => {
      const params = { query: { kind, book } };
      const { data, meta } = await answerOf(api.GET('/custom/api/v1/rate-cards', { params }));
      const rows = data.map((cells): [string, Cells] => [
        cells[0] ?? '',
        Object.fromEntries(meta.columns.map((column, at) => [column, cells[at] ?? ''])),
      ]);
      return { rows, version: meta.version };
    };
    const [cards, ownCards, settings, ownSettings] = await Promise.all([
      read('rate-cards', 'default'),
      read('rate-cards', 'own'),
      read('carrier-settings', 'default'),
      read('carrier-settings', 'own'),
    ]);
    return {
      cards: new Map([...cards.rows, ...ownCards.rows]),
      settings: new Map([...settings.rows, ...ownSettings.rows]),
      own: new Set(ownCards.rows.map(([id]) => id)),
      version: Math.min(ownCards.version, ownSettings.version),
    };
  },
});

export type RateEdits = Sent<'/custom/api/v1/rate-cards/edits', 'post'>;

export async function previewEdits(body: RateEdits) {
  return (await answerOf(api.POST('/custom/api/v1/rate-cards/edits/preview', { body }))).data;
}

export async function publishEdits(body: RateEdits) {
  const { data } = await answerOf(api.POST('/custom/api/v1/rate-cards/edits', { body }));
  readAgainSoon();
  return data;
}

/** Reads everything on the screen again when quotes use a change of rates, which is within a second. */
export function readAgainSoon(): void {
  setTimeout(() => void queries.invalidateQueries(), 1_200);
}
