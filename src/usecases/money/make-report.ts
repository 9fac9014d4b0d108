import { type ReportLine, reportOf } from '../../domain/money/report.ts';
import { reportByColumns, reportByStatus } from '../../storage/money/report.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

export type { ReportLine };

/** The shipments of a report: created between two times, both inclusive, in epoch milliseconds. */
export interface ReportInput {
  readonly journey: 'forward' | 'return';
  readonly from: number;
  readonly to: number;
}

/** Counts and sums for each status. @throws Problem if too much is in progress: as `LongWork` */
export async function makeReport(
  { database, accountId, longWork, columns }: AccountContext & ListingParts,
  input: ReportInput,
  { signal }: Pick<Client, 'signal'>,
): Promise<{ readonly lines: Readonly<Record<string, ReportLine>>; readonly total: number }> {
  const inMemory = input.journey === 'forward' ? await reportByColumns(columns, accountId, input) : null;
  const counts =
    inMemory ??
    (await longWork.run({ accountId, signal }, () =>
      database.read(accountId, (from) => reportByStatus(from.account(accountId, signal), input)),
    ));
  return reportOf(input.journey, counts);
}
