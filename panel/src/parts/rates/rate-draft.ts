import { useEffect, useState } from 'react';
import type { Cells, RateBook, RateEdits } from '../../api/rates.ts';
import { useSession } from '../../session/session.ts';

type DraftKind = 'rate-cards' | 'carrier-settings';

/** Changed cells that are not published yet, by kind and carrier. */
export type Draft = Readonly<Record<DraftKind, Readonly<Record<string, Cells>>>> & {
  /** The version of the book at the first change, so that later changes of others are noticed. */
  readonly version: number | null;
};

const NONE: Draft = { 'rate-cards': {}, 'carrier-settings': {}, version: null };
export const ZONES = ['a', 'b', 'c', 'd', 'e'] as const;

/** Changed prices, kept in this browser until they are published or discarded. */
export function useRateDraft(scope: string) {
  const { account } = useSession();
  const place = `dakiya.rates.${account.id}.${scope}`;
  const [draft, setDraft] = useState<Draft>(() => read(place));
  const isEmpty = hasNoChange(draft);
  useEffect(() => {
    try {
      if (isEmpty) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(draft));
    } catch {
      // Without storage, the draft lasts until the page is closed.
    }
  }, [place, draft, isEmpty]);
  useEffect(() => {
    if (isEmpty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isEmpty]);
  return {
    draft,
    isEmpty,
    discard: () => setDraft(NONE),
    /** Changes cells; a cell with its published value is no change. */
    put: (book: RateBook, kind: DraftKind, id: string, cells: Cells) =>
      setDraft((before) => {
        const published = publishedCells(book, kind, id);
        const changed = Object.entries({ ...before[kind][id], ...cells }).filter(
          ([column, cell]) => cell !== (published[column] ?? ''),
        );
        const { [id]: _, ...others } = before[kind];
        const rows = changed.length === 0 ? others : { ...others, [id]: Object.fromEntries(changed) };
        const version = hasNoChange(before) ? book.version : before.version;
        return { ...before, [kind]: rows, version };
      }),
  };
}

function hasNoChange(draft: Draft): boolean {
  return [draft['rate-cards'], draft['carrier-settings']].every((rows) => Object.keys(rows).length === 0);
}

function read(place: string): Draft {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem(place) ?? '{}') };
  } catch {
    return NONE;
  }
}

const USUAL_SETTING: Cells = { offered: 'yes', markup_percent: '0' };

function publishedCells(book: RateBook, kind: DraftKind, id: string): Cells {
  if (kind === 'carrier-settings') return book.settings.get(id) ?? USUAL_SETTING;
  return book.cards.get(id) ?? {};
}

/** The cells as published and as edited. */
export function cellsOf(book: RateBook, draft: Draft, kind: DraftKind, id: string) {
  const published = publishedCells(book, kind, id);
  return { published, edited: { ...published, ...draft[kind][id] } };
}

export function editsOf(draft: Draft, version: number): RateEdits {
  const edits = (['rate-cards', 'carrier-settings'] as const).flatMap((kind) =>
    Object.entries(draft[kind]).map(([carrier_id, cells]) => ({
      kind,
      cells: {
        ...Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell || null])),
        carrier_id,
      },
    })),
  );
  return { edits, version, source: 'panel' };
}

/** Tells whether a cell holds an amount, a percentage or a factor: a number with at most two decimals. */
export function isFigure(text: string): boolean {
  return /^\d{1,7}(\.\d{1,2})?$/.test(text);
}

const OPTIONAL = /^(rto_|reverse_|qc_fee)/;

/** The columns of edited cells that hold no number. */
export function wrongColumns(cells: Cells): string[] {
  return Object.entries(cells).flatMap(([column, cell]) => {
    if (column === 'carrier_id' || column === 'offered' || column === 'beside_couriers') return [];
    if (cell === '' && OPTIONAL.test(column)) return [];
    const number = column === 'markup_percent' ? cell.replace(/^-/, '') : cell;
    return isFigure(number) ? [] : [column];
  });
}

export function tableColumns(table: 'forward' | 'reverse' | 'rto', line: 'first' | 'further'): string[] {
  return ZONES.map((zone) => `${table}_${line}_${zone}`);
}
