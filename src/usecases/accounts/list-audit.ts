import type { AuditRecord } from '../../domain/audit-record.ts';
import { listAuditRecords } from '../../storage/accounts/audit.ts';
import type { AccountContext } from '../service.ts';

/** Who changed what in the account, newest first (contract: around the API). */
export async function listAudit(
  account: AccountContext,
  page: { limit: number; before: string | null; subjectId: string | null },
): Promise<{ records: AuditRecord[]; next: string | null }> {
  const scope = account.database.account(account.accountId);
  const found = await listAuditRecords(scope, { ...page, limit: page.limit + 1 });
  const records = found.slice(0, page.limit);
  return { records, next: found.length > page.limit ? (records.at(-1)?.auditId ?? null) : null };
}
