import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { SUBJECT_KINDS, type SubjectKind } from '../../src/domain/audit-record.ts';
import { AUDIT_OF_SUBJECT, countAuditRecords, listAuditRecords } from '../../src/storage/accounts/audit.ts';
import { openApp } from '../support/app.ts';

const RECORDS = 20_000;
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
let accountId: string;

const test = await openApp();
({ accountId } = await test.account());
await test.sql(
  `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_name, action, subject_kind,
       subject_id, changes)
     select $1, lpad(to_hex(n), 32, '0')::uuid, now(), 'system', 'Test', 'shipment.changed', 'shipment',
       'subject-' || n % 2000, '{}'
       from generate_series(1, ${RECORDS}) n`,
  [accountId],
);
await test.sql('analyze audit_records');

const records = (page: { limit: number; before?: string; subjectId: string }) =>
  listAuditRecords(test.database.database.account(accountId), { before: null, subjectKind: null, ...page });

describe('the audit records of a subject', () => {
  it('are listed newest first, page by page', async () => {
    const own = await records({ limit: 100, subjectId: accountId });
    expect(own).not.toHaveLength(0);
    expect(new Set(own.map(({ subjectKind }) => subjectKind))).toEqual(new Set(['account']));
    const all = await records({ limit: 100, subjectId: 'subject-7' });
    expect(all).toHaveLength(RECORDS / 2000);
    const ids = all.map(({ auditId }) => auditId);
    expect(ids).toEqual([...ids].sort().reverse());
    const first = await records({ limit: 4, subjectId: 'subject-7' });
    const second = await records({ limit: 100, before: ids[3] ?? '', subjectId: 'subject-7' });
    expect([...first, ...second]).toEqual(all);
  });

  it('are filtered by kind', async () => {
    const scope = test.database.database.account(accountId);
    const page = { limit: 100, before: null, subjectId: null };
    const kinds = async (subjectKind: SubjectKind) =>
      new Set((await listAuditRecords(scope, { ...page, subjectKind })).map((one) => one.subjectKind));
    expect(await kinds('account')).toEqual(new Set(['account']));
    expect(await kinds('shipment')).toEqual(new Set(['shipment']));
    expect(await kinds('store')).toEqual(new Set());
    expect(await countAuditRecords(scope, { subjectId: null, subjectKind: 'shipment' })).toBe(RECORDS);
    expect(await countAuditRecords(scope, { subjectId: 'subject-7', subjectKind: 'store' })).toBe(0);
  });

  it('are found by an index without reading other records', async () => {
    for (const subjectId of ['subject-7', newId()]) {
      const values = [accountId, LAST, 21, subjectId, SUBJECT_KINDS];
      const text = `explain (analyze, format json) ${AUDIT_OF_SUBJECT.text}`;
      const rows = await test.sql(text, values);
      const plan = JSON.stringify(rows);
      expect(plan).toContain('audit_records_by_subject');
      expect(plan).not.toContain('Rows Removed by Filter');
    }
  });
});
