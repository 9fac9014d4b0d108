import { SYSTEM } from '../../domain/actor.ts';
import type { BookRows } from '../../domain/rates/book-rows.ts';
import { RATE_KINDS, type RateKind, ROW_FORMATS, type RowOfKind } from '../../rate-files/rate-kinds.ts';
import { keepRow } from '../../rate-files/stored-rows.ts';
import { openProposal, type ProposedRow, proposeRows } from '../../storage/rates/rate-changes.ts';
import { DEFAULT_BOOK, hasRateVersion, lockRateChanges } from '../../storage/rates/rate-versions.ts';
import { changeBy, type Service } from '../service.ts';
import { replaceRates } from './replace-rates.ts';

/**
 * Loads the sample rate book as the first version of a default book that never had one, so that a new
 * installation can quote at once. If several processes try, one of them does it. A default book that an
 * operator emptied stays empty.
 *
 * @param read returns the sample's rows; called only if they are needed
 */
export async function loadSampleRates(service: Service, read: () => Promise<BookRows>): Promise<void> {
  if (await hasRateVersion(service.database.account(DEFAULT_BOOK))) return;
  const rows = proposalOf(await read());
  await service.database.change(DEFAULT_BOOK, changeBy(service, SYSTEM), async (writer) => {
    await lockRateChanges(writer);
    if (await hasRateVersion(writer)) return writer.skipAudit('another process has loaded it already');
    await openProposal(writer);
    await proposeRows(writer, rows);
    await replaceRates(writer, RATE_KINDS, { kind: 'all', source: 'sample rate book' });
  });
}

function proposalOf(rows: BookRows): ProposedRow[] {
  const fee = rows.platformFeePaise;
  return [
    ...rows.carriers.map((row) => proposed('carriers', row)),
    ...rows.rateCards.map((row) => proposed('rate-cards', row)),
    ...(fee === null ? [] : [proposed('platform-fee', { platformFeePaise: fee })]),
  ];
}

function proposed<Kind extends RateKind>(kind: Kind, row: RowOfKind[Kind]): ProposedRow {
  return { kind, key: ROW_FORMATS[kind].keyOf(row), line: 0, cells: keepRow(kind, row) };
}
