import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { RateKind } from '../../rate-files/rate-kinds.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { applyProposal, countChanges } from '../../storage/rates/rate-changes.ts';
import {
  insertRateVersion,
  isChangedAfter,
  lockRateChanges,
  type RowCounts,
} from '../../storage/rates/rate-versions.ts';

export interface RateChange extends RowCounts {
  /** Null if nothing changed, because then no version was made. */
  readonly version: number | null;
}

/** The description of a change for the history, and the version that the change started from. */
export interface RateSource {
  readonly kind: RateKind | 'all';
  readonly source: string;
  /** The version with the rows that the editor saw, so that later changes of others are not lost. */
  readonly madeFrom?: number | undefined;
}

/**
 * Replaces all rows of these kinds with the proposed rows, as a new version of the writer's book. Changes of
 * a book run one after the other; each is compared with the result of the previous one.
 *
 * @throws Problem `conflict` as `refuseIfChanged`
 */
export async function replaceRates(
  writer: AccountWriter,
  kinds: readonly RateKind[],
  { kind, source, madeFrom }: RateSource,
): Promise<RateChange> {
  const version = (await lockRateChanges(writer)) + 1;
  await refuseIfChanged(writer, kinds, madeFrom);
  const counts = await countChanges(writer, kinds);
  if (counts.added + counts.changed + counts.removed === 0) {
    writer.skipAudit('no row changed');
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

/** @throws Problem `conflict` if rows of these kinds have changed since the version that the request names */
export async function refuseIfChanged(
  scope: AccountScope,
  kinds: readonly RateKind[],
  madeFrom: number | undefined,
): Promise<void> {
  if (madeFrom === undefined || !(await isChangedAfter(scope, kinds, madeFrom))) return;
  throw new Problem(
    'conflict',
    say(
      'rates_have_changed',
      'These rates were changed after version {version}: load them again, then repeat your change',
      { version: madeFrom },
    ),
  );
}
