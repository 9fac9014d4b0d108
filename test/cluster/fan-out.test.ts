import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findBookOfVersion, hasRateVersion } from '../../src/storage/rates/rate-versions.ts';
import { isCluster } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { ON_ALL_SHARDS, readProductStatements, refuseFanOut, watchPlans } from '../support/fan-out.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

it('every statement in the list of exceptions exists', () => {
  const statements = readProductStatements();
  const needless = Object.keys(ON_ALL_SHARDS).filter(
    (beginning) => !statements.some((statement) => statement.startsWith(beginning)),
  );
  expect(needless).toEqual([]);
});

it.skipIf(!isCluster(inject('server')))(
  'a cluster reports only the statements that use several shards',
  async () => {
    const { database } = test;
    const asked = watchPlans(database.pool);
    await hasRateVersion(database.account('00000000-0000-7000-8000-000000000001'));
    expect([...asked()]).toEqual([]);
    await findBookOfVersion(database, 1);
    expect([...asked()]).toEqual([expect.stringContaining('select account_id from rate_versions')]);
    expect(() => refuseFanOut(new Set(['storage/stores/stores.ts: select from stores']))).toThrow(
      'storage/stores/stores.ts: select from stores',
    );
  },
);
