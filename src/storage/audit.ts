import type { AuditRecord } from '../domain/audit-record.ts';
import type { AccountScope, AuditEntry } from './account-scope.ts';
import type { ServiceTransaction } from './service-transaction.ts';

/**
 * Whose changes those are that concern the whole service and no account's data. No account lists them, and
 * the operator finds them in `audit_records` under this id.
 */
export const WHOLE_SERVICE = '00000000-0000-0000-0000-000000000000';

/**
 * The newest changes first. `before` is the id of the last record of the page before; ids are
 * ordered by time, so that the walk is stable while records are added.
 */
export async function listAuditRecords(
  scope: AccountScope,
  page: { limit: number; before: string | null; subjectId: string | null },
): Promise<AuditRecord[]> {
  let query = scope.selectFrom('audit_records').selectAll().orderBy('audit_id', 'desc').limit(page.limit);
  if (page.before !== null) query = query.where('audit_id', '<', page.before);
  if (page.subjectId !== null) query = query.where('subject_id', '=', page.subjectId);
  const rows = await query.execute();
  return rows.map((row) => ({
    auditId: row.audit_id,
    recordedAt: row.recorded_at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    changes: row.changes,
  }));
}

const RECORD = {
  name: 'record-changes',
  text: `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id, changes)
    select account_id, audit_id, $1, $2, $3, $4, action, subject_kind, subject_id, changes
      from json_to_recordset($5) as r (account_id uuid, audit_id uuid, action text, subject_kind text,
        subject_id text, changes jsonb)`,
};

/** Keeps what the transaction's actor changed, in the audit records of any accounts. */
export async function recordChanges(
  transaction: ServiceTransaction,
  entries: readonly (AuditEntry & { readonly accountId: string })[],
): Promise<void> {
  const { now, actor, newId } = transaction;
  const rows = entries.map((entry) => ({
    account_id: entry.accountId,
    audit_id: newId(),
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    changes: entry.changes,
  }));
  await transaction.run(RECORD, [now, actor.kind, actor.id, actor.name, JSON.stringify(rows)]);
}
