import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { bookOrder, CARRIER } from '../support/carriers.ts';
import { runCommand } from '../support/commands.ts';
import { makeWarehouse } from '../support/orders.ts';
import { printPdf, scan } from '../support/scan-label.ts';

let test: TestApp;
let account: TestAccount;
let warehouseId: string;
let folder: string;

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
  warehouseId = await makeWarehouse(account);
  folder = await mkdtemp(join(tmpdir(), 'dakiya-manifests-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.stop();
});

async function run(...words: string[]) {
  const asked = [...words, '--account', account.accountId];
  return runCommand(await test.operator(), asked, folder);
}
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
const handover = () => ['--warehouse', warehouseId, '--carrier', CARRIER];

it('the manifest command makes, closes, reopens, prints and lists manifests', async () => {
  const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId, CARRIER);
  const made = await json('manifest', 'create', ...handover(), '--to', 'first.pdf');
  expect(made).toMatchObject({
    state: 'open',
    parcels: 1,
    warehouse: { name: 'Okhla' },
    made_by: 'operator',
  });
  const [page] = await printPdf(await readFile(join(folder, 'first.pdf')));
  if (page === undefined) throw new Error('No page');
  expect((await scan(page)).map(({ text }) => text)).toEqual([trackingNumber]);
  const none = await run('manifest', 'create', ...handover());
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No parcel at this warehouse waits')]);
  expect(await json('manifest', 'close', made.id)).toEqual({
    ...made,
    state: 'closed',
    closed_at: expect.any(String),
    closed_by: 'operator',
    can_reopen: true,
  });
  expect(await json('manifest', 'reopen', made.id)).toEqual(made);
  await json('manifest', 'close', made.id);
  expect((await run('manifest', 'print', made.id, '--to', 'again.pdf')).code).toBe(0);
  expect(await readFile(join(folder, 'again.pdf'))).toEqual(await readFile(join(folder, 'first.pdf')));
  expect((await run('manifest', 'create', ...handover())).code).toBe(1);
  const left = await json('manifest', 'take-out', made.id, shipmentId);
  expect(left).toMatchObject({ id: made.id, state: 'closed', parcels: 0 });
  const next = await json('manifest', 'create', ...handover());
  expect(await json('manifest', 'list')).toEqual([next, left]);
  expect((await run('manifest', 'list')).stdout).toMatch(/STATE .*\n.* open .*\n.* closed /);
});

it('the pickup command makes each pickup once', async () => {
  const first = await json('pickup', 'create', ...handover());
  expect(await json('pickup', 'create', ...handover())).toEqual(first);
  expect(await json('pickup', 'list')).toEqual([first]);
  expect((await run('pickup', 'list')).stdout).toContain('Okhla');
});

it('the commands print one sentence for a wrong value', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  const sentences = [
    [['manifest', 'close', 'nonsense'], 'Manifest not found\n'],
    [['manifest', 'close', unknown], 'Manifest not found\n'],
    [['manifest', 'print', unknown, '--to', 'none.pdf'], 'Manifest not found\n'],
    [
      ['pickup', 'create', '--warehouse', 'x', '--carrier', CARRIER],
      'warehouse_id x is not a warehouse of this account\n',
    ],
    [['pickup', 'create', ...handover(), '--date', 'soon'], 'date must be a date such as 2026-11-16\n'],
    [
      ['pickup', 'create', '--warehouse', warehouseId, '--carrier', 'none'],
      'carrier_id none is not a carrier of this account\n',
    ],
  ] as const;
  for (const [words, sentence] of sentences) {
    expect(await run(...words)).toMatchObject({ code: 1, stderr: sentence });
  }
});
