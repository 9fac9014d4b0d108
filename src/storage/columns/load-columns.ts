import type { ColumnTable } from '../../columns/column-table.ts';
import { copyInSnapshot } from '../account-copies.ts';
import type { Database } from '../database.ts';
import { ColumnBuilding } from './column-building.ts';
import { canFollow, type Seen, see, seesTheSame } from './shipment-changes.ts';
import { COPIED_TABLES } from './shipment-columns.ts';

/** An account's shipments in memory, and the snapshot that they were read from. */
export interface LoadedColumns {
  readonly table: ColumnTable;
  readonly seen: Seen;
}

/** Builds columns from copied rows, as `ColumnBuilding` does. */
export interface Builder {
  begin(nth: number, types: readonly number[]): void;
  /** @returns the approximate memory used so far */
  take(part: Buffer): Promise<number>;
  /** @throws DoesNotFit */
  finish(): Promise<ColumnTable>;
  close(): void;
}

/** Returns a builder that works in this thread and blocks requests. */
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
 * Loads an account's shipments from one snapshot.
 *
 * @param fits called with the bytes so far; loading ends if it returns false
 * @returns null if the account does not fit, or if its changes could not be followed
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
    // A thread still processes its last parts after it has received all of them.
    return fits(table.bytes) ? { table, seen } : null;
  } catch (error) {
    if (error instanceof IsTooLarge) return null;
    throw error;
  } finally {
    builder.close();
  }
}

/** Ends a COPY early. */
class IsTooLarge extends Error {}
