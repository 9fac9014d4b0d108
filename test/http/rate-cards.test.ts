import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { rateLines } from '../../src/usecases/rates/rate-book-file.ts';
import type { ShippingAccount } from '../../src/usecases/shipping-service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { importLines } from '../support/rate-changes.ts';
import { type WorkbookCell, workbook } from '../support/workbook.ts';

/** The documented minimum. */
const LEAST_CONNECTIONS = 5;

const test = await openApp({ connections: LEAST_CONNECTIONS });
const account = await test.account();
const other = await test.account();

const get = (path: string, of: Client = account) => of.read(path);
const sendFile = (path: string, payload: string | Buffer, of: Client = account) =>
  of.post(path, payload, { 'content-type': 'text/csv' });
const revert = (version: number, of: Client = account) => of.post('/rate-cards/revert', { version });

const DAY = 86_400_000;
const MARKUP = 'carrier_id,offered,markup_percent\nh7vd3r8c,yes,7.5\n';
const SETTINGS = '?kind=carrier-settings';

it('shows the default book, and no own rows of a new account', async () => {
  const all = await get('/rate-cards?book=default');
  expect(all.data).toHaveLength(all.meta.total);
  expect(all.meta.columns[0]).toBe('carrier_id');
  expect(all.data[0]).toHaveLength(all.meta.columns.length);
  const own = await get('/rate-cards');
  expect(own).toEqual({ data: [], meta: { ...all.meta, total: 0, version: 0 } });
});

it('previews a file, publishes it, and reverts it', async () => {
  const rows = { rows: 1, added: 1, changed: 0, removed: 0 };
  const after = { carrier_id: 'h7vd3r8c', offered: 'yes', markup_percent: '7.5', beside_couriers: '' };
  const looked = await sendFile(`/rate-cards/preview${SETTINGS}`, MARKUP);
  expect(looked.json().data).toEqual({ ...rows, examples: [{ key: 'h7vd3r8c', before: null, after }] });
  expect((await get(`/rate-cards${SETTINGS}`)).meta.total).toBe(0);

  const published = (await sendFile(`/rate-cards/publish${SETTINGS}&source=diwali.csv`, MARKUP)).json().data;
  expect(published).toEqual({ version: expect.any(Number), added: 1, changed: 0, removed: 0 });
  expect(await get(`/rate-cards${SETTINGS}`)).toMatchObject({
    data: [['h7vd3r8c', 'yes', '7.5', '']],
    meta: { total: 1, version: published.version },
  });
  const again = await sendFile(`/rate-cards/publish${SETTINGS}`, MARKUP);
  expect(again.json().data).toEqual({ version: null, added: 0, changed: 0, removed: 0 });
  const changed = await sendFile(`/rate-cards/preview${SETTINGS}`, MARKUP.replace('7.5', '9'));
  expect(changed.json().data).toMatchObject({
    changed: 1,
    examples: [{ before: { markup_percent: '7.5' }, after: { markup_percent: '9' } }],
  });

  const versions = (await get('/rate-cards/versions')).data;
  expect(versions).toMatchObject([{ ...published, kind: 'carrier-settings', source: 'diwali.csv' }]);
  expect((await revert(0)).json().data).toMatchObject({ removed: 1 });
  expect((await get(`/rate-cards${SETTINGS}`)).meta.total).toBe(0);
  expect((await revert(published.version)).json().data).toMatchObject({ added: 1 });
});

it('changes single cells as one version, and previews the effect on recent parcels', async () => {
  const merchant = await test.account();
  const edit = (payload: object, step = '') => merchant.post(`/rate-cards/edits${step}`, payload);
  const edits = [
    { kind: 'rate-cards', cells: { carrier_id: 'h7vd3r8c', forward_first_d: '50' } },
    { kind: 'carrier-settings', cells: { carrier_id: 'h7vd3r8c', markup_percent: 10 } },
    { kind: 'rate-cards', cells: { carrier_id: 'h7vd3r8c', qc_fee: null } },
  ];
  // Neither an old parcel, nor an order without a courier, nor a parcel of another account is compared.
  await bookFromDelhiToJaipur(merchant);
  test.advance(31 * DAY);
  await bookFromDelhiToJaipur(await test.account());
  await merchant.post('/forward-order', orderBody(await makeWarehouse(merchant, { name: 'Noida' })));
  await bookFromDelhiToJaipur(merchant);
  const looked = (await edit({ edits }, '/preview')).json().data;
  expect(looked).toMatchObject({
    added: 2,
    changed: 0,
    removed: 0,
    effect: { parcels: 1, cheapest: { parcels: 1 } },
  });
  const [effect] = looked.effect.carriers.filter(
    ({ carrier_id }: { carrier_id: string }) => carrier_id === 'h7vd3r8c',
  );
  // 45.00 becomes 50.00 with 10 %.
  expect(effect).toMatchObject({ dearer: 1, dearer_by: 10, cheaper: 0, gained: 0, lost: 0 });
  expect((await merchant.read('/rate-cards/versions')).data).toEqual([]);

  const { version } = (await edit({ edits, source: 'panel' })).json().data;
  expect((await merchant.read('/rate-cards/versions')).data).toMatchObject([
    { version, kind: 'all', source: 'panel', added: 2 },
  ]);
  const { columns } = (await merchant.read('/rate-cards')).meta;
  const [row] = (await merchant.read('/rate-cards')).data;
  const cell = (name: string) => row[columns.indexOf(name)];
  expect([cell('forward_first_d'), cell('forward_first_c'), cell('qc_fee')]).toEqual(['50', '41', '']);

  const stale = await edit({ edits, version: 0 });
  expect([stale.statusCode, stale.json().problems[0].code]).toEqual([409, 'conflict']);
  const wrong = [{ kind: 'rate-cards', cells: { carrier_id: 'h7vd3r8c', forward_first_d: 'a lot' } }];
  const refused = await edit({ edits: wrong });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().problems).toMatchObject([{ field: 'edits[0].cells.forward_first_d' }]);
  const removed = [{ kind: 'rate-cards', cells: { carrier_id: 'h7vd3r8c' }, remove: true }];
  expect((await edit({ edits: removed })).json().data).toMatchObject({ removed: 1 });
  expect((await edit({ edits: removed })).statusCode).toBe(422);
});

async function bookFromDelhiToJaipur(merchant: TestAccount): Promise<void> {
  const warehouse = await makeWarehouse(merchant);
  const way = { billing_pincode: '302001', billing_city: 'Jaipur', billing_state: 'Rajasthan' };
  const booked = await merchant.post('/forward-order-orchestration', orderBody(warehouse, way));
  expect([booked.statusCode, booked.body]).toEqual([200, expect.anything()]);
}

it('exports a book as a file that can be imported again', async () => {
  const file = (await account.get('/rate-cards/export?book=default')).body;
  const { meta } = await get('/rate-cards?book=default');
  expect(file.trim().split('\n')).toHaveLength(meta.total + 1);
  expect((await sendFile('/rate-cards/preview?kind=rate-cards', file)).json().data).toMatchObject({
    rows: meta.total,
  });
});

it('rejects a file of more than 1 MB, also without a content length', async () => {
  const endless = Readable.from(Array(40).fill(Buffer.alloc(32 * 1024, 'x')));
  const refused = await account.post(`/rate-cards/publish${SETTINGS}`, endless, {
    'content-type': 'text/csv',
    'transfer-encoding': 'chunked',
  });
  expect([refused.statusCode, refused.json().errors]).toEqual([413, ['The file is larger than 1 MB']]);
});

it('rejects a file with each bad row, and changes nothing', async () => {
  const wrong = `${MARKUP}p2ns6w5j,perhaps,-1\nno-such,yes,1\n`;
  const before = await get('/rate-cards/versions');
  for (const step of ['preview', 'publish']) {
    const refused = await sendFile(`/rate-cards/${step}${SETTINGS}`, wrong);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toMatch(/line 3, column offered.*line 4/s);
  }
  expect(await get('/rate-cards/versions')).toEqual(before);
});

it('rejects a file that was made before somebody else’s change', async () => {
  const both = await test.account();
  const path = (step: string, version: number) => `/rate-cards/${step}${SETTINGS}&version=${version}`;
  const first = await sendFile(path('publish', 0), MARKUP, both);
  expect(first.statusCode).toBe(200);
  const { version } = first.json().data;
  const theirs = MARKUP.replace('h7vd3r8c', 'w2nz6j5b');
  for (const step of ['preview', 'publish']) {
    const refused = await sendFile(path(step, 0), theirs, both);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().errors).toEqual([
      'These rates were changed after version 0: load them again, then repeat your change',
    ]);
  }
  expect((await get(`/rate-cards${SETTINGS}`, both)).meta).toMatchObject({ total: 1, version });

  // The file does not replace rows of another kind.
  const overrides = 'carrier_id,origin,destination,zone\n,11,12,B\n';
  await sendFile('/rate-cards/publish?kind=zone-overrides', overrides, both);
  expect((await sendFile(path('publish', version), theirs, both)).json().data).toMatchObject({ added: 1 });
  const files = [MARKUP, theirs].map((file) => file.replace('7.5', '9'));
  const head = (await get(`/rate-cards${SETTINGS}`, both)).meta.version;
  const atOnce = await Promise.all(files.map((file) => sendFile(path('publish', head), file, both)));
  expect(atOnce.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

it('shows and reverts versions only of the account, and only for managers', async () => {
  const [{ version }] = (await get('/rate-cards/versions')).data;
  expect((await get('/rate-cards/versions', other)).data).toEqual([]);
  const refused = await revert(version, other);
  expect(refused.json()).toMatchObject({ errors: [`version ${version} is not a version of this account`] });
  expect((await revert(999_999, other)).json().errors).toEqual([
    'version 999999 is not a version of this account',
  ]);

  const made = await account.post('/keys', { name: 'viewer', scope: 'viewer' });
  const viewer = test.client({ authorization: made.json().data.attributes.token });
  expect((await viewer.get('/rate-cards')).statusCode).toBe(200);
  expect((await sendFile(`/rate-cards/publish${SETTINGS}`, MARKUP, viewer)).statusCode).toBe(403);
  expect((await revert(0, viewer)).statusCode).toBe(403);
});

it('holds no connection for a slow download, which keeps the version of its start', async () => {
  const readers = [await test.account(), await test.account()];
  const prefixes = Array.from({ length: 40 }, (_, index) => 11 + index).filter(
    (one) => ![29, 35].includes(one),
  );
  const heading = 'carrier_id,origin,destination,zone';
  const rows = prefixes.flatMap((from) => prefixes.map((to) => `,${from},${to},B`));
  const files: AsyncGenerator<Buffer, void, undefined>[] = [];
  for (const { accountId } of readers) {
    await importLines(test.service, 'zone-overrides', [heading, ...rows], accountId);
    for (let file = 0; file < 4; file += 1) {
      const account = { ...test.service, accountId } as ShippingAccount;
      const client = { signal: new AbortController().signal, dismiss: () => undefined };
      files.push(rateLines(account, accountId, 'zone-overrides', client));
    }
  }
  const begun = await Promise.all(files.map(async (file) => (await file.next()).value?.toString()));
  expect(begun).toEqual(files.map(() => `\ufeff${heading}\n`));
  expect((await get('/rate-cards?kind=zone-overrides', readers[0])).meta.total).toBe(rows.length);

  for (const { accountId } of readers) {
    await importLines(test.service, 'zone-overrides', [heading, ',11,12,C'], accountId);
  }
  const wholes = await Promise.all(
    files.map(async (file) => {
      let whole = '';
      for await (const part of file) whole += part.toString();
      return whole;
    }),
  );
  for (const whole of wholes) expect(whole.trimEnd().split('\n')).toEqual(rows);
});

it('rejects requests while too much long work of the account waits', async () => {
  const { longWork } = test.service;
  const { signal } = new AbortController();
  let end: () => void = () => undefined;
  const running = longWork.run(
    { accountId: other.accountId, signal },
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  const waiting = Array.from({ length: 100 }, () =>
    longWork.run({ accountId: other.accountId, signal }, async () => undefined),
  );
  const answers = [
    await other.get('/rate-cards'),
    await other.get('/rate-cards/export'),
    await sendFile(`/rate-cards/preview${SETTINGS}`, MARKUP, other),
    await sendFile(`/rate-cards/publish${SETTINGS}`, MARKUP, other),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429]);
  end();
  await Promise.all([running, ...waiting]);
  expect((await get(`/rate-cards${SETTINGS}`, other)).meta.total).toBe(0);
});

it('reads a workbook like CSV, and refuses with the cure what a spreadsheet has changed', async () => {
  const head = ['carrier_id', 'offered', 'markup_percent'];
  const look = (...rows: WorkbookCell[][]) =>
    sendFile(`/rate-cards/preview${SETTINGS}`, workbook([head, ...rows]));
  expect((await look(['h7vd3r8c', 'yes', 7.25])).json().data).toMatchObject({ rows: 1 });
  const refused = await look(
    ['h7vd3r8c', 'yes', { day: 46_054 }],
    ['4.05123E+11', 'yes', '1'],
    ['h7vd3r8c', { error: '#REF!' }, '2-Jan'],
    ['h7vd3r8c', 'yes', '2-Jan'],
  );
  expect(refused.statusCode).toBe(422);
  const madeDate =
    'Excel has made a date of this cell: format the column as text, write the value again, and export again';
  expect(refused.json().problems.map(({ message }: { message: string }) => message)).toEqual([
    `line 2, column markup_percent: ${madeDate}`,
    'line 3, column carrier_id: Excel has shortened this number: format the column as text, and export again',
    'line 4, column offered: a spreadsheet or a program has put an error in place of the value: write the value, and export again',
    `line 5, column markup_percent: ${madeDate}`,
    'nothing of the file was applied',
  ]);
});
