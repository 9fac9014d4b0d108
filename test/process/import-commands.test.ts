import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { runCommand } from '../support/commands.ts';
import { csvOf } from '../support/files.ts';
import { withJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';

let test: TestApp;
let account: TestAccount;
let folder: string;
let awb: string;

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
  folder = await mkdtemp(join(tmpdir(), 'dakiya-imports-'));
  const payload = orderBody(await makeWarehouse(account), {
    payment_method: 'COD',
    cod_collectible: 499,
    carrier_id: CARRIER,
  });
  const made = await account.post('/forward-order-orchestration', payload);
  awb = made.json().payload.awb_code;
  await scan(test, account, made.json().payload.shipment_id, ['picked_up', 'delivered']);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.stop();
});

async function dakiya(...words: string[]) {
  const courier = words[0] === 'orders' ? [] : ['--courier', 'Blue Kite'];
  const whose = ['--account', account.accountId, ...courier];
  return withJobs(test, runCommand(await test.operator(), [...words, ...whose], folder));
}

async function file(name: string, rows: (string | number)[][]): Promise<string> {
  await writeFile(join(folder, name), csvOf(rows));
  return name;
}

it('the import command checks and imports a remittance file, and writes rejected rows', async () => {
  const name = await file('paid.csv', [
    ['AWB', 'COD Amount', 'UTR', 'Date'],
    [awb, 499, 'UTR1', '2026-01-05'],
    ['NOPE', 1, 'UTR1', '2026-01-05'],
  ]);
  const nope = 'AWB NOPE does not exist in your account';
  const checked = await dakiya('remittance', 'import', name, '--check');
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  expect(checked.stdout).toBe(
    `2 rows checked, nothing changed: 1 recorded, 0 repeated, 0 differences, 1 remittances, 1 rejected\nline 3, column AWB: ${nope}\n`,
  );
  const done = await dakiya('remittance', 'import', name, '--rejected', 'bad.csv');
  expect(done.stdout).toBe(
    `2 rows read: 1 recorded, 0 repeated, 0 differences, 1 remittances, 1 rejected\nline 3: AWB: ${nope}\n`,
  );
  expect(await readFile(join(folder, 'bad.csv'), 'utf8')).toContain(`NOPE,1,UTR1,2026-01-05,AWB: ${nope}`);
  const again = JSON.parse((await dakiya('remittance', 'import', name, '--json')).stdout);
  expect(again).toMatchObject({ state: 'done', rows: 2, rejected: 1, counts: { recorded: 0, repeated: 1 } });
  const { data } = (await account.get('/imports')).json();
  expect(data[0]).toMatchObject({ id: again.id, source: 'paid.csv' });
});

it("the import command imports a courier's invoice", async () => {
  const name = await file('invoice.csv', [
    ['AWB', 'Charged Weight', 'Taxable Amount'],
    [awb, 9, 999],
  ]);
  const refused = await dakiya('courier-invoice', 'import', name, '--invoice-number', 'INV-1');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('has no unit: give kg or g in weight_unit');
  const done = await dakiya(
    'courier-invoice',
    'import',
    name,
    '--invoice-number',
    'INV-1',
    '--weight-unit',
    'kg',
  );
  for (const told of ['1 rows read', '1 recorded', '1 raised']) expect(done.stdout).toContain(told);
});

it('the import command checks a file of orders, prints warnings, and writes rejected rows', async () => {
  const warehouseId = await makeWarehouse(account, { name: 'Bhiwandi' });
  const orders = [
    orderBody(warehouseId, { order_id: 'ODD', weight: 2400 }),
    orderBody(warehouseId, { order_id: 'WRONG', billing_phone: '12' }),
  ];
  await writeFile(join(folder, 'orders.jsonl'), orders.map((one) => JSON.stringify(one)).join('\n'));
  const check = (...more: string[]) => dakiya('orders', 'import', 'orders.jsonl', '--check', ...more);
  const checked = await check('--rejected', 'wrong.csv');
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  expect(checked.stdout).toContain(
    '2 rows checked, nothing changed: 2 orders, 1 created, 0 booked, 1 rejected',
  );
  expect(checked.stdout).toContain('\nline 2, column billing_phone: must be ');
  expect(checked.stdout).toContain('\nwarning: line 1, column weight: 2400 kg looks like grams');
  expect(checked.stdout).toContain('\nwarning: line 1: No carrier can take this shipment');
  expect(await readFile(join(folder, 'wrong.csv'), 'utf8')).toContain('billing_phone: must be ');
  const { id, state, warnings } = JSON.parse((await check('--json')).stdout);
  expect(state).toBe('checked');
  const kept = await account.get(`/imports/${id}`);
  expect(warnings).toHaveLength(kept.json().data.report.warnings.length);
});

it('the import command prints one sentence for a wrong file or option', async () => {
  const name = await file('empty.csv', []);
  for (const [words, sentence] of [
    [['nowhere.csv'], 'nowhere.csv cannot be read: ENOENT'],
    [['.'], `${folder} is a folder: give a file`],
    [[name], 'The file is empty'],
    [[name, '--date', 'soon'], 'date must be a date and time'],
  ] as const) {
    const answer = await dakiya('remittance', 'import', ...words);
    expect(answer.code).toBe(1);
    expect(answer.stderr).toContain(sentence);
  }
});
