import type { RateKind } from '../../rate-files/rate-kinds.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { applyProposal, countChanges } from '../../storage/rates/rate-changes.ts';
import { holdRateChanges, insertRateVersion, type RowCounts } from '../../storage/rates/rate-versions.ts';

/** What a change of a rate book came to. */
export interface RateChange extends RowCounts {
  /** Null where nothing was to change, and so no version was made. */
  readonly version: number | null;
}

/**
 * Puts the proposed rows in force in place of every row of these kinds, as a new version of the writer's
 * book. Changes of books happen one after the other, each compared with what the one before left.
 */
export async function replaceRates(
  writer: AccountWriter,
  kinds: readonly RateKind[],
  { kind, source }: { readonly kind: RateKind | 'all'; readonly source: string },
): Promise<RateChange> {
  const version = (await holdRateChanges(writer)) + 1;
  const counts = await countChanges(writer, kinds);
  if (counts.added + counts.changed + counts.removed === 0) {
    writer.leaveUnrecorded('every row is as it was');
    return { version: null, ...counts };
  }
  await applyProposal(writer, kinds, version);
  await insertRateVersion(writer, { version, kind, source, ...counts });
  await writer.record({
    action: 'rates.changed',
    subjectKind: 'rate_book',
    subjectId: writer.accountId,
    changes: { version, kind, source, ...counts },
  });
  return { version, ...counts };
}
