import type { AuditRecord } from '../../domain/audit-record.ts';
import {
  type AuditPage,
  countAuditRecords,
  hasMoreAuditRecords,
  listAuditRecords,
} from '../../storage/accounts/audit.ts';
import { COUNTED_AT_ONCE, countInQueue } from '../count-in-queue.ts';
import type { AccountContext } from '../service.ts';

/** Returns a page of the account's audit log, newest first. @throws Problem as `countInQueue` */
export async function listAudit(
  account: AccountContext,
  page: AuditPage,
  signal: AbortSignal,
): Promise<{ rows: AuditRecord[]; total: number; next: string | null }> {
  const { database, accountId } = account;
  const { found, few } = await database.readInSnapshot(accountId, async (scope) => {
    const isLight = page.subjectId !== null || !(await hasMoreAuditRecords(scope, COUNTED_AT_ONCE));
    return {
      found: await listAuditRecords(scope, { ...page, limit: page.limit + 1 }),
      few: isLight ? await countAuditRecords(scope, page) : null,
    };
  });
  const total = few ?? (await countInQueue(account, signal, (scope) => countAuditRecords(scope, page)));
  const rows = found.slice(0, page.limit);
  return { rows, total, next: found.length > page.limit ? (rows.at(-1)?.auditId ?? null) : null };
}
