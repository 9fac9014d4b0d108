import { textOfCell } from '../../reading/cells.ts';
import type { FileReading } from '../../storage/imports/imports.ts';
import { listKeptProfiles } from '../../storage/imports/kept-profiles.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountActor } from '../service.ts';
import { dayOfNumber } from '../workbook/cell-formats.ts';
import { countOrderColumns, dateColumnsOf } from './order-columns.ts';
import { readLines, readRows } from './read-rows.ts';

/** The rows of a file of orders, for somebody who corrects them before they are imported. */
export interface FileRows {
  readonly columns: readonly string[];
  /** Each is JSON of some rows, without the brackets of the list. */
  readonly rows: readonly Buffer[];
  /** The line of each row in the file. */
  readonly lines: readonly number[];
  readonly reading: FileReading;
}

/**
 * Reads a file of orders as rows of texts, in whatever form it is. Changes nothing.
 *
 * @throws Problem `refused` if it cannot be read to its end; as `LongWork.patiently`
 */
export function readFileRows(
  { longWork, accountId, database }: AccountActor & ListingParts,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<FileRows> {
  return longWork.patiently({ accountId, signal }, async (rest) => {
    const kept = await listKeptProfiles(database.account(accountId));
    const rows: Buffer[] = [];
    const lines: number[] = [];
    let some: (readonly [number, readonly string[]])[] = [];
    let dates: readonly number[] = [];
    const withDays = (cells: readonly string[]) =>
      cells.map((cell, at) => (dates.includes(at) ? (dayOfNumber(textOfCell(cell)) ?? cell) : cell));
    const keep = async () => {
      some.sort(([one], [other]) => one - other);
      if (some.length > 0)
        rows.push(Buffer.from(JSON.stringify(some.map(([, cells]) => cells)).slice(1, -1)));
      for (const [line] of some) lines.push(line);
      some = [];
      await rest();
    };
    const { header, reading } = await readRows(
      readLines(() => content, {}, countOrderColumns(kept)),
      {
        open: async (names, { form }) => {
          if (form === 'xlsx') dates = dateColumnsOf(names, kept);
          return {
            columns: [],
            money: null,
            read: (cells) => ({ row: withDays(cells) }),
            take: async (taken) => {
              some.push(...taken);
              return new Map();
            },
            finish: async () => ({}),
          };
        },
        onRefused: async (refused) => {
          some.push(...refused.map(({ line, cells }) => [line, cells] as const));
        },
        onProgress: keep,
      },
    );
    return { columns: header, rows, lines, reading };
  });
}
