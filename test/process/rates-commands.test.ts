import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { createDatabase } from '../support/database.ts';
import { databaseEnvironment, newRunFolder, startServiceProcess } from '../support/service-process.ts';

let test: TestApp;
let folder: string;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'dakiya-rates-'));
  account = await test.account('Rates');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.stop();
});

async function dakiya(...words: string[]) {
  return runCommand(await test.operator(), words);
}

function rates(...words: string[]) {
  return dakiya('rates', ...words, '--account', account.accountId);
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const SETTINGS = 'carrier_id,offered,markup_percent,beside_couriers\n';

/** The byte order mark that `rates export` writes for spreadsheets. */
const MARK = '\ufeff';

describe('dakiya rates', () => {
  it('exports the default book, also as JSON', async () => {
    const exported = await dakiya('rates', 'export', 'carriers');
    expect(exported.code).toBe(0);
    expect(exported.stdout.trim().split('\n')).toHaveLength(9);
    const rows = JSON.parse((await dakiya('rates', 'export', 'carriers', '--json')).stdout);
    expect(rows).toHaveLength(8);
    const named = { carrier_id: 'h7vd3r8c', name: 'Morpankhi Surface 500 g' };
    expect(rows).toContainEqual(expect.objectContaining(named));
  });

  it('exports, checks, imports, lists and reverts the rates of an account', async () => {
    const first = await file('first.csv', `${SETTINGS}h7vd3r8c,no,0,\n`);
    const { version } = JSON.parse((await rates('import', 'carrier-settings', first, '--json')).stdout);
    expect((await rates('export', 'carrier-settings')).stdout).toBe(`${MARK}${SETTINGS}h7vd3r8c,no,0,\n`);

    const second = await file('second.csv', `${SETTINGS}w2nz6j5b,yes,12.5,\n`);
    const rehearsed = await rates('import', 'carrier-settings', second, '--dry-run');
    expect(rehearsed.stdout).toBe(
      '1 rows read; would change: 1 added, 0 changed, 1 removed\n  - h7vd3r8c,no,0,\n  + w2nz6j5b,yes,12.5,\n',
    );
    expect((await rates('export', 'carrier-settings')).stdout).toBe(`${MARK}${SETTINGS}h7vd3r8c,no,0,\n`);

    expect((await rates('import', 'carrier-settings', second)).stdout).toMatch(
      /^1 rows read; version \d+: 1 added, 0 changed, 1 removed\n$/,
    );
    const versions = JSON.parse((await rates('history', '--json')).stdout);
    expect(versions).toMatchObject([
      { kind: 'carrier-settings', source: 'second.csv', added: 1, removed: 1, made_by: 'operator' },
      { version, source: 'first.csv' },
    ]);

    const back = JSON.parse((await dakiya('rates', 'revert', String(version), '--json')).stdout);
    expect(back).toMatchObject({ account_id: account.accountId, added: 1, removed: 1 });
    expect((await rates('export', 'carrier-settings')).stdout).toBe(`${MARK}${SETTINGS}h7vd3r8c,no,0,\n`);
  });

  it('shows the changed cells of each row in a dry run, and counts the rows that it does not show', async () => {
    const names = (suffix: string) =>
      Array.from({ length: 23 }, (_, index) => `,1100${10 + index},56000${1 + (index % 9)},${suffix}\n`);
    const header = 'carrier_id,origin,destination,zone\n';
    const known = await file('known.csv', header + names('A').join(''));
    const { added } = JSON.parse((await rates('import', 'zone-overrides', known, '--json')).stdout);
    expect(added).toBe(23);
    const changed = await file('changed.csv', header + names('C').slice(1).join(''));
    const { stdout } = await rates('import', 'zone-overrides', changed, '--dry-run');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(23);
    expect(lines.slice(0, 2)).toEqual([
      '22 rows read; would change: 0 added, 22 changed, 1 removed',
      '  ~ ,110011,560002: zone A -> C',
    ]);
    expect(lines.slice(-2)).toEqual(['  - ,110010,560001,A', '  ... and 2 changed']);
    const json = JSON.parse((await rates('import', 'zone-overrides', changed, '--dry-run', '--json')).stdout);
    expect(json.examples[0]).toEqual({
      key: ',110011,560002',
      before: { carrier_id: '', origin: '110011', destination: '560002', zone: 'A' },
      after: { carrier_id: '', origin: '110011', destination: '560002', zone: 'C' },
    });
    const undone = await rates('revert', '0');
    expect(undone.stdout).toMatch(
      new RegExp(`^account ${account.accountId}: version \\d+: 0 added, 0 changed, 24 removed\n$`),
    );
  });

  it('rejects a bad file with line, column and reason', async () => {
    const bad = await file('bad.csv', `${SETTINGS}h7vd3r8c,no,0,\nh7vd3r8c,perhaps,0,\n`);
    const refused = await rates('import', 'carrier-settings', bad);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('line 3, column offered: "perhaps" is not yes or no\n');
    expect(refused.stderr).toContain('nothing of the file was applied\n');
    const missing = await rates('import', 'carrier-settings', join(folder, 'missing.csv'));
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/missing\.csv cannot be read: ENOENT/);
    const directory = await rates('import', 'carrier-settings', folder);
    expect(directory).toMatchObject({ code: 1, stderr: `${folder} is a folder: give a file\n` });
  });

  it('rejects a large file before it is read to its end', async () => {
    const rows = [
      ...Array.from({ length: 200 }, () => 'nosuch,no,0,\n'),
      ...Array(200_000).fill('h7vd3r8c,no,0,\n'),
    ];
    const refused = await rates(
      'import',
      'carrier-settings',
      await file('large.csv', SETTINGS + rows.join('')),
    );
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('there may be more problems\nnothing of the file was applied\n');
  });

  it('explains a quote with its zone rule, weights, charges and the carriers that are left out', async () => {
    const set = await rates(
      'set',
      'carrier-settings',
      'carrier_id=h7vd3r8c',
      'offered=no',
      'markup_percent=0',
    );
    expect(set).toMatchObject({ code: 0, stderr: '' });
    const asked = ['--from', '560001', '--to', '110001', '--weight', '900', '--size', '10x10x10'];
    const terms = [...asked, '--value', '1499.50', '--at', '2026-11-16 12:00'];
    let stdout = '';
    const explained = async () => {
      ({ stdout } = await rates('explain', ...terms));
      return stdout;
    };
    await expect
      .poll(explained, { interval: 50 })
      .toMatch(/left out:\n[\s\S]*Morpankhi Surface 500 g \(h7vd3r8c\) .*switched off/);
    expect(stdout).toContain('zone C: both pincodes are in metros');
    expect(stdout).toContain('applicable weight 900 g: dead 900 g, volumetric 200 g');
    expect(stdout).toMatch(/cod Rs 40\.00: the larger of Rs 40\.00 and 2 % of Rs 1499\.50/);
    const json = JSON.parse((await rates('explain', ...asked, '--payment', 'prepaid', '--json')).stdout);
    expect(json).toMatchObject({ zone: 'C', zone_rule: 'metro_to_metro', origin: { pincode: '560001' } });
    const wrong = await rates('explain', ...asked, '--payment', 'cod');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('shipment_value is required when payment_method is cod');
  });

  it('changes rates for the next quotes', async () => {
    const quoted = async () => {
      const response = await account.post('/rates', {
        journey_type: 'forward',
        origin_pincode: '560001',
        destination_pincode: '110001',
        dead_weight: 500,
        length: 10,
        width: 10,
        height: 10,
        payment_method: 'prepaid',
      });
      return response.json().result.serviceable_couriers[0]?.platform_fee;
    };
    expect(await quoted()).toBe(5);
    expect((await rates('set', 'platform-fee', 'platform_fee=7.50')).code).toBe(0);
    await expect.poll(quoted, { interval: 20 }).toBe(7.5);
    expect((await rates('remove', 'platform-fee')).code).toBe(0);
    await expect.poll(quoted, { interval: 20 }).toBe(5);
  });

  it('waits longer for the database than a request does', async () => {
    const database = await createDatabase();
    const environment = { ...databaseEnvironment(database), RUN_DIR: newRunFolder() };
    const service = await startServiceProcess({ ...environment, LOG_LEVEL: 'silent' });
    try {
      await database.sql(
        // biome-ignore lint/plugin: a statement that is longer than a request may be
        `create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end';
         create trigger slow after insert on rate_rows for each statement execute function slow()`,
      );
      const fees = await file('fees.csv', 'platform_fee\n7\n');
      const imported = await runCommand(environment, ['rates', 'import', 'platform-fee', fees]);
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      expect(imported.stdout).toMatch(/^1 rows read; version 2: 0 added, 1 changed, 0 removed\n$/);
    } finally {
      await service.end();
      await database.drop();
    }
  });

  it('runs all commands of docs/how-to/maintain-rates.md', async () => {
    const page = await readFile(join(PACKAGE_ROOT, 'docs/how-to/maintain-rates.md'), 'utf8');
    const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block).join('');
    const reader = await test.account('Reader');
    const lines = blocks.replaceAll('<id>', reader.accountId).replaceAll('\\\n', '').trim().split('\n');
    let stdout = '';
    for (const line of lines) {
      const [, typed = '', target] = /^npm run --silent dakiya -- (.*?)(?: > (\S+))?$/.exec(line) ?? [];
      const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      const run = await runCommand(await test.operator(), words, folder);
      expect([line, run.code, run.stderr]).toEqual([line, 0, '']);
      if (target === undefined) stdout += run.stdout;
      else await file(target, run.stdout);
    }
    expect(stdout).toContain('8 rows read; would change: 7 added, 1 changed, 0 removed');
    expect(stdout).toContain('~ w2nz6j5b: forward_first_a 36 -> 38, forward_further_a 33 -> 36');
    expect(stdout).toContain(`account ${reader.accountId}: version `);
    expect(stdout).toContain('zone D: no other rule matches');
  });

  it('lists the carriers of the default book, or of an account with its own rows and settings', async () => {
    const own = await test.account('Carriers');
    const of = ['--account', own.accountId];
    const listed = async (...words: string[]) =>
      JSON.parse((await dakiya('carrier', 'list', '--json', ...words)).stdout);
    const usual = await listed();
    expect(usual).toHaveLength(8);
    await dakiya('rates', 'set', 'carriers', 'carrier_id=h7vd3r8c', 'name=Renamed', ...of);
    await dakiya('rates', 'set', 'carrier-settings', 'carrier_id=w2nz6j5b', 'offered=no', ...of);
    const changed: Record<string, object> = {
      h7vd3r8c: { own: true, name: 'Renamed' },
      w2nz6j5b: { offered: false },
    };
    expect(await listed(...of)).toEqual(
      usual.map((one: { carrier_id: string }) => ({ ...one, ...changed[one.carrier_id] })),
    );
    expect(await listed()).toEqual(usual);
  });

  it('rejects an unknown account', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000';
    const refused = await dakiya('rates', 'revert', '0', '--account', unknown);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Account ${unknown} not found`),
    });
  });
});
