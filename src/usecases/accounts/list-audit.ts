import type { AuditRecord } from '../../domain/audit-record.ts';
import { countAuditRecords, listAuditRecords } from '../../storage/accounts/audit.ts';
import type { AccountContext } from '../service.ts';

/** Who changed what in the account, newest first (contract: around the API). */
export async function listAudit(
  account: AccountContext,
  page: { limit: number; before: string | null; subjectId: string | null },
): Promise<{ rows: AuditRecord[]; total: number; next: string | null }> {
  return account.database.readInSnapshot(account.accountId, async (scope) => {
    const found = await listAuditRecords(scope, { ...page, limit: page.limit + 1 });
    const total = await countAuditRecords(scope, page);
    const rows = found.slice(0, page.limit);
    return { rows, total, next: found.length > page.limit ? (rows.at(-1)?.auditId ?? null) : null };
  });
}
