import type { ColumnTable } from '../../columns/column-table.ts';
import { copyInSnapshot } from '../account-copies.ts';
import type { Database } from '../database.ts';
import { ColumnBuilding } from './column-building.ts';
import { canFollow, type Seen, see, seesTheSame } from './shipment-changes.ts';
import { COPIED_TABLES } from './shipment-columns.ts';

/** An account's shipments in memory, and what of them was seen. */
export interface LoadedColumns {
  readonly table: ColumnTable;
  readonly seen: Seen;
}

/** Who puts together what is copied, as `ColumnBuilding` does. */
export interface Builder {
  begin(nth: number, types: readonly number[]): void;
  /** @returns about what it takes of memory by now */
  take(part: Buffer): Promise<number>;
  /** @throws DoesNotFit */
  finish(): Promise<ColumnTable>;
  /** Nothing more is asked of it. */
  close(): void;
}

/** One that works here, where requests wait for it. */
export function buildHere(): Builder {
  const building = new ColumnBuilding();
  return {
    begin: (nth, types) => building.begin(nth, types),
    take: async (part) => building.take(part),
    finish: async () => building.finish(),
    close: () => undefined,
  };
}

/**
 * Loads an account's shipments as one snapshot sees them.
 *
 * @param fits told of the bytes so far; where it says no, loading ends
 * @returns null where it does not fit, or where changes could not be followed
 * @throws DoesNotFit
 */
export async function loadColumns(
  database: Database,
  accountId: string,
  openBuilder: () => Builder,
  fits: (bytes: number) => boolean,
): Promise<LoadedColumns | null> {
  const builder = openBuilder();
  try {
    const seen = await copyInSnapshot(database, accountId, async (copies) => {
      const now = await see(copies);
      if (now === null || !canFollow(now)) return null;
      for (const [nth, { sql }] of COPIED_TABLES.entries()) {
        const { types, parts } = await copies.copy(sql);
        builder.begin(nth, types);
        for await (const part of parts) {
          if (!fits(await builder.take(part))) throw new IsTooLarge();
        }
      }
      return (await seesTheSame(copies, now)) ? now : null;
    });
    if (seen === null) return null;
    const table = await builder.finish();
    // A thread is still to tell of its last parts when all are handed over.
    return fits(table.bytes) ? { table, seen } : null;
  } catch (error) {
    if (error instanceof IsTooLarge) return null;
    throw error;
  } finally {
    builder.close();
  }
}

/** Ends a copy in its middle. */
class IsTooLarge extends Error {}
