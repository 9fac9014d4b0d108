import { type AuditRecord, SUBJECT_KINDS } from '../../domain/audit-record.ts';
import {
  type AuditPage,
  countAuditRecords,
  findOrderNumbers,
  findPeopleNames,
  hasMoreAuditRecords,
  listAuditRecords,
} from '../../storage/accounts/audit.ts';
import { COUNTED_AT_ONCE, countInQueue } from '../count-in-queue.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

export { SUBJECT_KINDS };

export type ShownAuditRecord = AuditRecord & {
  /** The order number of the shipment that the change is about; null if it is about something else. */
  readonly orderNumber: string | null;
  /** The name of the user or key; null for other things. */
  readonly subjectName: string | null;
};

/** Returns a page of the account's audit log, newest first. @throws Problem as `countInQueue` */
export async function listAudit(
  account: AccountContext & ListingParts,
  page: AuditPage,
  signal: AbortSignal,
): Promise<{ rows: ShownAuditRecord[]; total: number; next: string | null }> {
  const { database, accountId } = account;
  const { found, few } = await database.readInSnapshot(accountId, async (scope) => {
    const isLight = page.subjectId !== null || !(await hasMoreAuditRecords(scope, COUNTED_AT_ONCE));
    const records = await listAuditRecords(scope, { ...page, limit: page.limit + 1 });
    const numbers = await findOrderNumbers(scope, records);
    const names = await findPeopleNames(scope, records);
    return {
      found: records.map((one) => ({
        ...one,
        orderNumber: numbers.get(one.subjectId) ?? null,
        subjectName: names.get(one.subjectId) ?? null,
      })),
      few: isLight ? await countAuditRecords(scope, page) : null,
    };
  });
  const total = few ?? (await countInQueue(account, signal, (scope) => countAuditRecords(scope, page)));
  const rows = found.slice(0, page.limit);
  return { rows, total, next: found.length > page.limit ? (rows.at(-1)?.auditId ?? null) : null };
}
