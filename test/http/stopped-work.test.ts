import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import type { Role } from '../../src/domain/role.ts';
import { createKey, revokeKey } from '../../src/usecases/accounts/keys.ts';
import { changeUser, createUser } from '../../src/usecases/accounts/users.ts';
import { workOnOrderImport } from '../../src/usecases/imports/order-import.ts';
import { runImport } from '../../src/usecases/imports/run-import.ts';
import { workOnJob } from '../../src/usecases/jobs/work-on-job.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { CARRIER, duringCourierCall } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { csvOf } from '../support/files.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { signInBy } from '../support/people.ts';
import { raceFor } from '../support/race.ts';

const PASSWORD = 'correct horse battery';
/** More than a job processes at once. */
const [AT_ONCE, MANY] = [4, 5];
let account: TestAccount;
let warehouseId: string;
let people = 0;

const test = await openApp();
beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
});

type Headers = Record<string, string>;

/** A creator of background work, and how the creator loses the permission. */
interface Asker {
  readonly headers: Headers;
  end(): Promise<unknown>;
  readonly reason: string;
}

async function person(role: Role, changes: Parameters<typeof changeUser>[2], reason: string): Promise<Asker> {
  people += 1;
  const email = `asha-${people}@stopped.example.in`;
  const terms = { name: 'Asha', phone: null, email, password: PASSWORD, role };
  const { userId } = await createUser(test.service, OPERATOR, account.accountId, terms);
  const { headers } = await signInBy(test, { username: email, password: PASSWORD });
  const { accountId } = account;
  const end = () => changeUser({ ...test.service, accountId, actor: OPERATOR }, userId, changes);
  return { headers, end, reason };
}

async function key(end: (keyId: string) => Promise<unknown>, reason: string, expiresAt: Date | null = null) {
  const terms = { name: 'Shop', scope: 'full', expiresAt } as const;
  const { keyId, apiKey } = await createKey(test.service, OPERATOR, account.accountId, terms);
  return {
    headers: { authorization: apiKey },
    end: () => end(keyId),
    reason: `The API key Shop ${reason}`,
  };
}

const HOUR = 3_600_000;

/** All ways to lose the permission for work that needs a role. */
const ENDS: readonly (readonly [string, (least: Role) => Promise<Asker>])[] = [
  ['the user is disabled', (least) => person(least, { disabled: true }, 'The user Asha was disabled')],
  [
    'the role is lowered',
    (least) =>
      person(least, { role: 'viewer' }, `It requires the role ${least}, and Asha now has the role viewer`),
  ],
  ['the key is revoked', () => key((id) => revokeKey(test.service, OPERATOR, id), 'was revoked')],
  [
    'the key expires',
    () =>
      key(async () => test.advance(2 * HOUR), 'has expired', new Date(test.service.now().getTime() + HOUR)),
  ],
];

async function call(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  headers: Headers = account.headers,
) {
  const response = await test.client(headers).call(method, path, payload);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

const show = async (path: string) => (await call('GET', path)).data;

async function expectStopped(path: string, { reason }: Asker, counted: object): Promise<void> {
  const stopped = await show(path);
  expect(stopped).toMatchObject({ state: 'stopped', failure: reason, ...counted });
  expect(stopped.finished_at).not.toBeNull();
  const { data } = await call('GET', `/audit?subject_id=${path.split('/').at(-1)}`);
  expect(data[0]).toMatchObject({
    action: path.startsWith('/jobs') ? 'job.stopped' : 'import.stopped',
    actor: { kind: 'system' },
    changes: { reason },
  });
  await runJobs(test);
  expect(await show(path)).toEqual(stopped);
}

async function makeParcels({ isBooked = true, statuses = [] as Parameters<typeof scan>[3] } = {}) {
  const ids: string[] = [];
  for (let made = 0; made < MANY; made += 1) {
    const path = isBooked ? '/forward-order-orchestration' : '/forward-order';
    const { payload } = await call(
      'POST',
      path,
      orderBody(warehouseId, isBooked ? { carrier_id: CARRIER } : {}),
    );
    if (statuses.length > 0) await scan(test, account, payload.shipment_id, statuses);
    ids.push(payload.shipment_id);
  }
  return ids;
}

const FAILED = ['picked_up', 'out_for_delivery', 'ndr_raised'] as const;

/** The job actions: the role they need, the state of their parcels, and the courier call they make. */
const JOBS = {
  ship: { least: 'packer', parcels: { isBooked: false }, call: 'book' },
  cancel: { least: 'packer', parcels: {}, call: 'cancel' },
  reattempt: { least: 'manager', parcels: { statuses: FAILED }, call: 'requestReattempt' },
  rto: { least: 'manager', parcels: { statuses: FAILED }, call: 'requestRto' },
  label: { least: 'packer', parcels: {}, call: null },
  manifest: { least: 'packer', parcels: {}, call: null },
  tag: { least: 'packer', parcels: { isBooked: false }, call: null },
} as const;

describe.each(Object.entries(JOBS))('the job %s', (action, { least, parcels, call: at }) => {
  async function begin(asker: Asker) {
    const shipment_ids = await makeParcels(parcels);
    const tags = action === 'tag' ? { add_tags: ['gift'] } : {};
    const { data } = await call('POST', '/jobs', { action, shipment_ids, ...tags }, asker.headers);
    return { id: data.id as string, path: `/jobs/${data.id}`, shipment_ids };
  }
  const statesOf = async (ids: readonly string[]) => {
    const shown = await Promise.all(ids.map((id) => show(`/shipments/${id}`)));
    return shown.map(({ attributes }) =>
      JSON.stringify([attributes.tracking_details, attributes.tags, attributes.tracking_number]),
    );
  };

  it.each(ENDS)('does nothing after %s', async (_, make) => {
    const asker = await make(least);
    const { path, shipment_ids } = await begin(asker);
    const before = await statesOf(shipment_ids);
    await asker.end();
    await runJobs(test);
    await expectStopped(path, asker, { done: 0, failed: 0, total: MANY });
    expect(await statesOf(shipment_ids)).toEqual(before);
  });

  it.each(ENDS)('stops in the middle when %s, and keeps what was done', async (_, make) => {
    const asker = await make(least);
    const { id, path, shipment_ids } = await begin(asker);
    const before = await statesOf(shipment_ids);
    if (at === null) {
      let turns = 0;
      await workOnJob(test.service, account.accountId, id, () => turns++ === 0);
      await asker.end();
      await runJobs(test);
    } else await duringCourierCall(test, at, () => runJobs(test), asker.end);
    await expectStopped(path, asker, { done: AT_ONCE, failed: 0, total: MANY });
    const after = await statesOf(shipment_ids);
    expect(after.slice(AT_ONCE)).toEqual(before.slice(AT_ONCE));
    if (at !== null || action === 'tag') {
      for (const [index, state] of after.slice(0, AT_ONCE).entries()) expect(state).not.toBe(before[index]);
    }
    const { data } = await call('GET', `${path}/results?result=${encodeURIComponent('not done')}`);
    expect(data).toHaveLength(MANY - AT_ONCE);
  });

  it('counts as done if its creator loses the permission after the last parcel', async () => {
    const [, make] = ENDS[0] ?? [];
    const asker = await make?.(least);
    const { id, path } = await begin(asker as Asker);
    let turns = 0;
    await workOnJob(test.service, account.accountId, id, () => turns++ < 2);
    await asker?.end();
    await runJobs(test);
    expect(await show(path)).toMatchObject({ state: 'done', done: MANY, failed: 0, failure: null });
  });
});

it('a job continues with the parcels that its creator can still see', async () => {
  const elsewhere = await makeWarehouse(account, { name: 'Elsewhere' });
  const asker = await person('packer', { warehouseIds: [elsewhere] }, '');
  const shipment_ids = await makeParcels({ isBooked: false });
  const wanted = { action: 'tag', shipment_ids, add_tags: ['gift'] };
  const { id } = (await call('POST', '/jobs', wanted, asker.headers)).data;
  let turns = 0;
  await workOnJob(test.service, account.accountId, id, () => turns++ === 0);
  await asker.end();
  await runJobs(test);
  expect(await show(`/jobs/${id}`)).toMatchObject({ state: 'done', done: MANY, failed: MANY - AT_ONCE });
  const { tags } = (await show(`/shipments/${shipment_ids.at(-1)}`)).attributes;
  expect(tags).toEqual([]);
});

it('a job that a person stops has no failure', async () => {
  const { id } = (await call('POST', '/jobs', { action: 'tag', shipment_ids: ['x'], add_tags: ['a'] })).data;
  await account.delete(`/jobs/${id}`);
  expect(await show(`/jobs/${id}`)).toMatchObject({ state: 'stopped', failure: null });
});

describe.each([
  ['makes', ''],
  ['books', '?book=1'],
])('an import that %s orders', (_kind, query) => {
  const ROWS = 20;
  async function begin(asker: Asker) {
    const file = Array.from({ length: ROWS }, () => JSON.stringify(orderBody(warehouseId))).join('\n');
    const response = await test.client(asker.headers).post(`/orders/import${query}`, file, {
      'content-type': 'application/x-ndjson',
    });
    expect(response.statusCode, response.body).toBe(202);
    const { id } = response.json().data;
    return { id: id as string, path: `/imports/${id}` };
  }
  const countOrders = async () => (await call('POST', '/shipments', {})).meta.total;

  it.each(ENDS)('makes none after %s', async (_end, make) => {
    const asker = await make('packer');
    const { path } = await begin(asker);
    await asker.end();
    await runJobs(test);
    await expectStopped(path, asker, { created: 0, booked: 0, rejected: 0 });
    expect(await countOrders()).toBe(0);
  });

  it.each(ENDS)('makes none of its gathered orders after %s', async (_end, make) => {
    const asker = await make('packer');
    const { id, path } = await begin(asker);
    await runImport(test.service, account.accountId, id);
    await asker.end();
    await runJobs(test);
    await expectStopped(path, asker, { rows: ROWS, orders: ROWS, created: 0, booked: 0, rejected: 0 });
    expect(await countOrders()).toBe(0);
  });

  it.each(ENDS)('stops in the middle when %s, and keeps and counts what was made', async (_end, make) => {
    const asker = await make('packer');
    const { id, path } = await begin(asker);
    await runImport(test.service, account.accountId, id);
    const { quotes } = test.service;
    let quoted = 0;
    let ending: Promise<unknown> | null = null;
    const service: ShippingService = {
      ...test.service,
      quotes: {
        seenVersion: quotes.seenVersion,
        explain: (...asked) => quotes.explain(...asked),
        quote: async (...asked) => {
          quoted += 1;
          if (quoted === 5) ending = asker.end();
          // Otherwise all orders could be made before it has ended.
          await ending;
          return quotes.quote(...asked);
        },
      },
    };
    await workOnOrderImport(service, account.accountId, id, () => true);
    const created = await countOrders();
    expect(created).toBeGreaterThanOrEqual(5);
    expect(created).toBeLessThan(ROWS);
    const booked = query === '' ? 0 : created;
    await expectStopped(path, asker, { orders: ROWS, created, booked, rejected: 0 });
    expect(await countOrders()).toBe(created);
    expect((await call('POST', '/shipments', { import_id: id })).meta.total).toBe(created);
    const { progress } = await show(path);
    expect(progress).toBeGreaterThan(0);
    expect(progress).toBeLessThan(1);
  });
});

const FILES = {
  remittance: {
    path: '/remittances/import?courier=kite',
    file: (awb: string) =>
      csvOf([
        ['AWB', 'Amount', 'UTR', 'Date'],
        [awb, 499, 'UTR1', '2026-11-15'],
      ]),
    table: 'remittance_rows',
  },
  courier_invoice: {
    path: '/courier-invoices/import?courier=kite',
    file: (awb: string) =>
      csvOf([
        ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'],
        [awb, 9, 999, 'INV-1'],
      ]),
    table: 'courier_invoice_rows',
  },
} as const;

describe.each(Object.entries(FILES))('an import of the kind %s', (_kind, { path, file, table }) => {
  const restricted: (typeof ENDS)[number] = [
    'the user is restricted',
    (least) => person(least, { warehouseIds: [warehouseId] }, 'Asha cannot see the whole account any more'),
  ];
  async function begin(asker: Asker): Promise<string> {
    const cod = { payment_method: 'COD', cod_collectible: 499, carrier_id: CARRIER };
    const { payload } = await call('POST', '/forward-order-orchestration', orderBody(warehouseId, cod));
    await scan(test, account, payload.shipment_id, ['picked_up', 'delivered']);
    const response = await test
      .client(asker.headers)
      .post(path, file(payload.awb_code), { 'content-type': 'text/csv' });
    expect(response.statusCode, response.body).toBe(202);
    return response.json().data.id;
  }
  const countTaken = async () => {
    const rows = await test.sql(`select count(*)::integer as taken from ${table} where account_id = $1`, [
      account.accountId,
    ]);
    return rows[0].taken;
  };

  it.each([...ENDS, restricted])('takes nothing after %s', async (_end, make) => {
    const asker = await make('manager');
    const id = await begin(asker);
    await asker.end();
    await runJobs(test);
    await expectStopped(`/imports/${id}`, asker, { rows: 0, rejected: 0, counts: {} });
    expect(await countTaken()).toBe(0);
  });

  for (const [end, make] of [...ENDS, restricted]) {
    itOnOneServer(`takes nothing if ${end} in the middle`, async () => {
      const asker = await make('manager');
      const id = await begin(asker);
      await raceFor<unknown>(test.database, { table }, [
        () => runImport(test.service, account.accountId, id),
        () => asker.end(),
      ]);
      await expectStopped(`/imports/${id}`, asker, { rows: 0, rejected: 0, counts: {} });
      expect(await countTaken()).toBe(0);
    });
  }

  it('takes the file of somebody who keeps the permission', async () => {
    const id = await begin({ headers: account.headers, end: async () => undefined, reason: '' });
    await runJobs(test);
    expect(await show(`/imports/${id}`)).toMatchObject({ state: 'done', rejected: 0, failure: null });
    expect(await countTaken()).toBe(1);
  });
});
