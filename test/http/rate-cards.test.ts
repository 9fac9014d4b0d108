import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { rateLines } from '../../src/usecases/rates/rate-book-file.ts';
import type { AccountContext } from '../../src/usecases/service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { importLines } from '../support/rate-changes.ts';

/** The documented minimum. */
const LEAST_CONNECTIONS = 5;

const test = await openApp({ connections: LEAST_CONNECTIONS });
const account = await test.account();
const other = await test.account();

const get = (path: string, { headers } = account) =>
  test.app.inject({ method: 'GET', url: `${API}${path}`, headers });
const sendFile = (path: string, payload: string, { headers } = account) => {
  const url = `${API}${path}`;
  return test.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'text/csv' },
    payload,
  });
};
const revert = (version: number, { headers } = account) =>
  test.app.inject({ method: 'POST', url: `${API}/rate-cards/revert`, headers, payload: { version } });

const MARKUP = 'carrier_id,offered,markup_percent\nh7vd3r8c,yes,7.5\n';
const SETTINGS = '?kind=carrier-settings';

it('shows the default book, which accounts start from, and none of their own', async () => {
  const all = (await get('/rate-cards?book=default')).json();
  expect(all.data).toHaveLength(all.meta.total);
  expect(all.meta.columns[0]).toBe('carrier_id');
  expect(all.data[0]).toHaveLength(all.meta.columns.length);
  const own = (await get('/rate-cards')).json();
  expect(own).toEqual({ data: [], meta: { ...all.meta, total: 0, version: 0 } });
});

it('looks at a file first, puts it in force, and takes it back', async () => {
  const rows = { rows: 1, added: 1, changed: 0, removed: 0 };
  const after = { carrier_id: 'h7vd3r8c', offered: 'yes', markup_percent: '7.5', beside_couriers: '' };
  const looked = await sendFile(`/rate-cards/preview${SETTINGS}`, MARKUP);
  expect(looked.json().data).toEqual({ ...rows, examples: [{ key: 'h7vd3r8c', before: null, after }] });
  expect((await get(`/rate-cards${SETTINGS}`)).json().meta.total).toBe(0);

  const published = (await sendFile(`/rate-cards/publish${SETTINGS}&source=diwali.csv`, MARKUP)).json().data;
  expect(published).toEqual({ version: expect.any(Number), added: 1, changed: 0, removed: 0 });
  expect((await get(`/rate-cards${SETTINGS}`)).json()).toMatchObject({
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

  const versions = (await get('/rate-cards/versions')).json().data;
  expect(versions).toMatchObject([{ ...published, kind: 'carrier-settings', source: 'diwali.csv' }]);
  expect((await revert(0)).json().data).toMatchObject({ removed: 1 });
  expect((await get(`/rate-cards${SETTINGS}`)).json().meta.total).toBe(0);
  expect((await revert(published.version)).json().data).toMatchObject({ added: 1 });
});

it('edits single cells as one version, and tells what they do to recent parcels', async () => {
  const merchant = await test.account();
  const edit = (payload: object, step = '') => merchant.post(`/rate-cards/edits${step}`, payload);
  const edits = [
    { kind: 'rate-cards', cells: { carrier_id: 'h7vd3r8c', forward_first_d: '50' } },
    { kind: 'carrier-settings', cells: { carrier_id: 'h7vd3r8c', markup_percent: 10 } },
    { kind: 'rate-cards', cells: { carrier_id: 'h7vd3r8c', qc_fee: null } },
  ];
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
  expect((await merchant.get('/rate-cards/versions')).json().data).toEqual([]);

  const { version } = (await edit({ edits, source: 'panel' })).json().data;
  expect((await merchant.get('/rate-cards/versions')).json().data).toMatchObject([
    { version, kind: 'all', source: 'panel', added: 2 },
  ]);
  const { columns } = (await merchant.get('/rate-cards')).json().meta;
  const [row] = (await merchant.get('/rate-cards')).json().data;
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

it('gives a book as the file that it is made from again', async () => {
  const file = (await get('/rate-cards/export?book=default')).body;
  const { meta } = (await get('/rate-cards?book=default')).json();
  expect(file.trim().split('\n')).toHaveLength(meta.total + 1);
  expect((await sendFile('/rate-cards/preview?kind=rate-cards', file)).json().data).toMatchObject({
    rows: meta.total,
  });
});

it('takes no file of more than 1 MB, even if its size is not told', async () => {
  const endless = Readable.from(Array(40).fill(Buffer.alloc(32 * 1024, 'x')));
  const refused = await test.app.inject({
    method: 'POST',
    url: `${API}/rate-cards/publish${SETTINGS}`,
    headers: { ...account.headers, 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
    payload: endless,
  });
  expect([refused.statusCode, refused.json().errors]).toEqual([413, ['The file is larger than 1 MB']]);
});

it('tells each wrong row, and changes nothing then', async () => {
  const wrong = `${MARKUP}p2ns6w5j,perhaps,-1\nno-such,yes,1\n`;
  const before = (await get('/rate-cards/versions')).json();
  for (const step of ['preview', 'publish']) {
    const refused = await sendFile(`/rate-cards/${step}${SETTINGS}`, wrong);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toMatch(/line 3, column offered.*line 4/s);
  }
  expect((await get('/rate-cards/versions')).json()).toEqual(before);
});

it('loses nothing that somebody else has published since a file was made', async () => {
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
  expect((await get(`/rate-cards${SETTINGS}`, both)).json().meta).toMatchObject({ total: 1, version });

  // The file does not replace rows of another kind.
  const overrides = 'carrier_id,origin,destination,zone\n,11,12,B\n';
  await sendFile('/rate-cards/publish?kind=zone-overrides', overrides, both);
  expect((await sendFile(path('publish', version), theirs, both)).json().data).toMatchObject({ added: 1 });
  const files = [MARKUP, theirs].map((file) => file.replace('7.5', '9'));
  const head = (await get(`/rate-cards${SETTINGS}`, both)).json().meta.version;
  const atOnce = await Promise.all(files.map((file) => sendFile(path('publish', head), file, both)));
  expect(atOnce.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

it('is of the account alone, whose viewers look and do not change', async () => {
  const [{ version }] = (await get('/rate-cards/versions')).json().data;
  expect((await get('/rate-cards/versions', other)).json().data).toEqual([]);
  const refused = await revert(version, other);
  expect(refused.json()).toMatchObject({ errors: [`version ${version} is not a version of this account`] });
  expect((await revert(999_999, other)).json().errors).toEqual([
    'version 999999 is not a version of this account',
  ]);

  const made = await account.post('/keys', { name: 'viewer', scope: 'viewer' });
  const viewer = { ...account, headers: { authorization: made.json().data.attributes.token } };
  expect((await get('/rate-cards', viewer)).statusCode).toBe(200);
  expect((await sendFile(`/rate-cards/publish${SETTINGS}`, MARKUP, viewer)).statusCode).toBe(403);
  expect((await revert(0, viewer)).statusCode).toBe(403);
});

it('holds nothing of the database for whoever reads a book slowly, who gets the version that it began with', async () => {
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
      const account = { ...test.service, accountId } as AccountContext;
      const client = { signal: new AbortController().signal, dismiss: () => undefined };
      files.push(rateLines(account, accountId, 'zone-overrides', client));
    }
  }
  const begun = await Promise.all(files.map(async (file) => (await file.next()).value?.toString()));
  expect(begun).toEqual(files.map(() => `\ufeff${heading}\n`));
  expect((await get('/rate-cards?kind=zone-overrides', readers[0])).json().meta.total).toBe(rows.length);

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

it('takes its turn with other long work of the account', async () => {
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
    await get('/rate-cards', other),
    await get('/rate-cards/export', other),
    await sendFile(`/rate-cards/preview${SETTINGS}`, MARKUP, other),
    await sendFile(`/rate-cards/publish${SETTINGS}`, MARKUP, other),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429]);
  end();
  await Promise.all([running, ...waiting]);
  expect((await get(`/rate-cards${SETTINGS}`, other)).json().meta.total).toBe(0);
});
