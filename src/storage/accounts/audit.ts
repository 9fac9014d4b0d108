import { type AuditRecord, SUBJECT_KINDS, type SubjectKind } from '../../domain/audit-record.ts';
import { column, columns } from '../../resources/columns.ts';
import type { AccountScope, AuditEntry } from '../account-scope.ts';
import { SUMMED_LISTS, summedRows } from '../old-rows.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import { ACTOR, withActor } from '../stored-actor.ts';

const AUDIT = columns({
  auditId: column<string>(),
  recordedAt: column<Date>(),
  ...ACTOR.fields,
  action: column<string>(),
  subjectKind: column<SubjectKind>(),
  subjectId: column<string>(),
  changes: column<Record<string, unknown>>(),
});

/**
 * The account id for changes that concern the whole service and no account's data. No account can list them;
 * the operator finds them in `audit_records` under this id.
 */
export const WHOLE_SERVICE = '00000000-0000-0000-0000-000000000000';

export interface AuditPage {
  readonly limit: number;
  /** The id of the previous page's last record. */
  readonly before: string | null;
  readonly subjectId: string | null;
  /** Only changes of subjects of this kind. */
  readonly subjectKind: SubjectKind | null;
}

/** An id above all others, for the first page. */
const NO_PAGE_BEFORE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const NEWEST = {
  name: 'audit-newest',
  text: `select ${AUDIT.columns} from audit_records
    where account_id = $1 and audit_id < $2
    order by audit_id desc limit $3`,
};

/** Without a name, so that PostgreSQL plans each kind by its frequency: by the index of subjects if it is rare. */
const NEWEST_OF_KIND = `select ${AUDIT.columns} from audit_records
    where account_id = $1 and audit_id < $2 and subject_kind = $4
    order by audit_id desc limit $3`;

/**
 * The index of subjects begins with their kind, so PostgreSQL runs one index scan for each kind, and each
 * reads at most a page. Without kinds, an unknown id would read all of an account's records, which may be
 * millions.
 */
export const AUDIT_OF_SUBJECT = {
  name: 'audit-of-subject',
  text: `select r.* from unnest($5::text[]) as kind cross join lateral (
      select ${AUDIT.columns} from audit_records
       where account_id = $1 and subject_kind = kind and subject_id = $4 and audit_id < $2
       order by subject_kind desc, subject_id desc, audit_id desc limit $3) r
    order by r.audit_id desc limit $3`,
};

/** Lists the newest changes first. Ids are ordered by time, so paging is stable while records are added. */
export async function listAuditRecords(scope: AccountScope, page: AuditPage): Promise<AuditRecord[]> {
  const { subjectId, subjectKind } = page;
  const range = [page.before ?? NO_PAGE_BEFORE, page.limit];
  const rows =
    subjectId !== null
      ? await scope.read<object>(AUDIT_OF_SUBJECT, [...range, subjectId, kindsOf(subjectKind)])
      : subjectKind !== null
        ? await scope.read<object>(NEWEST_OF_KIND, [...range, subjectKind])
        : await scope.read<object>(NEWEST, range);
  return rows.map((row) => withActor(AUDIT.ofRow(row)));
}

export async function hasMoreAuditRecords(scope: AccountScope, than: number): Promise<boolean> {
  const rows = await scope.read('select from audit_records where account_id = $1 offset $2 limit 1', [than]);
  return rows.length > 0;
}

export async function countAuditRecords(
  scope: AccountScope,
  { subjectId, subjectKind }: Pick<AuditPage, 'subjectId' | 'subjectKind'>,
): Promise<number> {
  const [row] =
    subjectId === null
      ? await scope.read<{ total: number }>(
          `select coalesce(sum(n), 0)::bigint as total from ${summedRows(SUMMED_LISTS.audit)} a
            where account_id = $1 and ($2::text is null or subject_kind = $2)`,
          [subjectKind],
        )
      : await scope.read<{ total: number }>(
          `select count(*) as total from audit_records
            where account_id = $1 and subject_id = $2 and subject_kind = any($3::text[])`,
          [subjectId, kindsOf(subjectKind)],
        );
  return row?.total ?? 0;
}

function kindsOf(kind: SubjectKind | null): readonly SubjectKind[] {
  return kind === null ? SUBJECT_KINDS : [kind];
}

/** The order numbers of those records that are about a shipment, by the shipment's id. */
export async function findOrderNumbers(
  scope: AccountScope,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = records.flatMap((one) => (one.subjectKind === 'shipment' ? [one.subjectId] : []));
  if (ids.length === 0) return new Map();
  const rows = await scope.read<{ shipment_id: string; display_id: string }>(
    `select s.shipment_id, o.display_id from shipments s
       join orders o on o.account_id = s.account_id and o.order_id = s.order_id
      where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.shipment_id, row.display_id]));
}

/** The names of those records' users and keys, by their ids. */
export async function findPeopleNames(
  scope: AccountScope,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = records.flatMap((one) => (['user', 'key'].includes(one.subjectKind) ? [one.subjectId] : []));
  if (ids.length === 0) return new Map();
  const rows = await scope.read<{ id: string; name: string }>(
    `select user_id as id, name from users where account_id = $1 and user_id = any($2::uuid[])
     union all
     select credential_id as id, name from credentials where account_id = $1 and credential_id = any($2::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const MAKERS = `select subject_id, actor_name from audit_records
  where account_id = $1 and subject_kind = $2 and subject_id = any($3::text[]) and action = $2 || '.created'`;

/** The names of the creators, by the id of the created thing. An id is absent if no record has it. */
export async function findMakers(
  scope: AccountScope,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await scope.read<{ subject_id: string; actor_name: string }>(MAKERS, [kind, subjectIds]);
  return new Map(rows.map((row) => [row.subject_id, row.actor_name]));
}

const RECORD = {
  name: 'record-changes',
  text: `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id, changes)
    select account_id, audit_id, $1, $2, $3, $4, action, subject_kind, subject_id, changes
      from json_to_recordset($5) as r (account_id uuid, audit_id uuid, action text, subject_kind text,
        subject_id text, changes jsonb)`,
};

/** Records changes by the transaction's actor in the audit logs of any accounts. */
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
