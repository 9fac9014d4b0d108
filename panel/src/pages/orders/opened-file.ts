import { useEffect, useState } from 'react';
import type { OrderFile } from './order-file.ts';

/** Indexed by the column's name in the file: the name as sent, or null if the column is left out. */
export type ColumnNames = Readonly<Record<string, string | null>>;

/** A file of orders while it is being corrected. */
export interface OpenedFile {
  readonly file: OrderFile;
  readonly names: ColumnNames;
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
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
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
