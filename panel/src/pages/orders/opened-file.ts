import { useEffect, useState } from 'react';
import type { FileReading } from '../../api/imports.ts';
import type { OrderFile } from './order-file.ts';

/** What somebody has matched, indexed by the column's name in the file: its field, or null if the column is left out. */
export type ColumnNames = Readonly<Record<string, string | null>>;

/** Values for all rows that do not say them, by the names of an order. */
export type ForAll = Readonly<Partial<Record<ForAllField, string>>>;

export const FOR_ALL_FIELDS = [
  ...(['warehouse_id', 'store_name', 'payment_method'] as const),
  ...(['weight', 'length', 'breadth', 'height'] as const),
] as const;
export type ForAllField = (typeof FOR_ALL_FIELDS)[number];

/** Returns the fields that are asked for all rows, because neither a column nor a cell gives them. */
export function askedFor({ missing }: Pick<FileReading, 'missing'>): ForAllField[] {
  return missing.flatMap((name) => {
    const field = name === 'warehouse_name' ? 'warehouse_id' : name;
    return FOR_ALL_FIELDS.find((one) => one === field) ?? [];
  });
}

const keyOf = (account: string, profile: string) => `dakiya.import.${account}.${profile}`;

/** What was given for all rows of the last file of a kind. */
export function rememberedForAll(account: string, profile: string | null): ForAll {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account, profile ?? '')) ?? '{}');
  } catch {
    return {};
  }
}

export function rememberForAll(account: string, profile: string | null, forAll: ForAll): void {
  try {
    localStorage.setItem(keyOf(account, profile ?? ''), JSON.stringify(forAll));
  } catch {
    // Without room in the browser, the next file asks again.
  }
}

/** How a file is to be read, as a part of an address. */
export function queryOf({
  book,
  profile,
  names,
  forAll,
}: Pick<OpenedFile, 'book' | 'profile' | 'names' | 'forAll'>): string {
  const columns = Object.keys(names).length > 0 ? JSON.stringify(names) : '';
  const given = Object.entries({ book: book ? '1' : '', profile: profile ?? '', columns, ...forAll });
  return given
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('');
}

/** A file of orders while it is being corrected. */
export interface OpenedFile {
  readonly file: OrderFile;
  readonly names: ColumnNames;
  /** The kind of file that somebody chose; null for the one that the service recognises. */
  readonly profile: string | null;
  /** Values for all rows, by the names of an order. */
  readonly forAll: ForAll;
  /** Whether a courier is booked for each order. */
  readonly book: boolean;
  /** The ids of its checks, the newest last. */
  readonly checks: readonly string[];
  /** Whether the newest check was of exactly this content. */
  readonly isChecked: boolean;
}

/** A browser tab keeps about 5 MB. */
const MOST_ROWS_KEPT = 5_000;

/** Keeps the opened file in this browser tab, so that a reload loses nothing. A larger file is only in memory. */
export function useOpenedFile(account: string) {
  const key = `dakiya.import.${account}`;
  const [opened, setOpened] = useState<OpenedFile | null>(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null');
      return kept && { forAll: {}, profile: null, ...kept };
    } catch {
      return null;
    }
  });
  useEffect(() => {
    sessionStorage.removeItem(key);
    if (opened === null || opened.file.rows.length > MOST_ROWS_KEPT) return;
    try {
      sessionStorage.setItem(key, JSON.stringify(opened));
    } catch {
      // The rows are too long for the tab: after a reload, the file must be chosen again.
    }
  }, [key, opened]);
  return [opened, setOpened] as const;
}
