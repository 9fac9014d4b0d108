import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { type Moment, OFF_BY_DEFAULT } from '../../src/domain/tracking/moments.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import { createStore } from '../../src/usecases/stores/stores.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { runProgram } from '../support/service-process.ts';

const NO_ACCOUNT = '00000000-0000-7000-8000-000000000000';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.stop());

async function dakiya(...words: string[]) {
  return runCommand(await test.operator(), words);
}

describe('operator commands', () => {
  it('are a program with exit code 0 or 1', async () => {
    const environment = await test.operator();
    const program = (...words: string[]) => runProgram('cli', environment, words);
    expect(await program('key', 'revoke', 'nonsense')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Key or token not found\n',
    });
    expect(await program('account', 'list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });

  it('create and list accounts, as JSON and as text', async () => {
    const made = await dakiya('account', 'create', 'Sunrise Traders', '--json');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({
      account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      api_key: expect.stringMatching(/^dky_/),
    });
    const listed = await dakiya('account', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        account_id: JSON.parse(made.stdout).account_id,
        name: 'Sunrise Traders',
        created_at: expect.any(String),
      },
    ]);
    expect((await dakiya('account', 'list')).stdout).toMatch(
      /^ACCOUNT ID +NAME +CREATED AT\n\S+ +Sunrise Traders .*\n$/,
    );
  });

  it('list stores and change their brands with the rules of the API', async () => {
    const { account_id } = JSON.parse((await dakiya('account', 'create', 'Stores', '--json')).stdout);
    const account = { ...test.service, accountId: account_id, actor: OPERATOR };
    const { storeId } = await createStore(account, { storeName: 'chai', brandName: 'Chai' }, null);
    const set = (...words: string[]) => dakiya('store', 'set', storeId, '--account', account_id, ...words);
    const changed = await set('--brand-color', '#b3261e', '--support-phone', '1800 123 4567', '--json');
    expect(JSON.parse(changed.stdout)).toMatchObject({
      store_name: 'chai',
      brand_name: 'Chai',
      brand_color: '#B3261E',
      support_phone: '1800 123 4567',
    });
    expect(JSON.parse((await set('--brand-color', 'none', '--json')).stdout).brand_color).toBeNull();
    expect(await set('--site-url', 'chai.example', '--languages', 'en,fr')).toMatchObject({
      code: 1,
      stderr:
        'site_url must be an address that starts with https://\nlanguages[1] must be one of en, hi, bn, mr, ta\n',
    });
    expect((await set('--logo', 'nowhere.png')).stderr).toMatch(/nowhere.png cannot be read: ENOENT/);
    expect((await dakiya('store', 'list', '--account', account_id)).stdout).toMatch(
      /^ID +STORE NAME +BRAND NAME .*\n\S+ +chai +Chai +1800 123 4567\n$/,
    );
  });

  it('create, list and revoke keys', async () => {
    const { account_id } = JSON.parse((await dakiya('account', 'create', 'Keys', '--json')).stdout);
    const made = await dakiya(
      ...['key', 'create', '--account', account_id, '--name', 'reader', '--scope', 'read'],
      ...['--expires', '2099-01-01', '--json'],
    );
    const { key_id, api_key } = JSON.parse(made.stdout);
    expect(api_key).toMatch(/^dky_/);
    expect(JSON.parse((await dakiya('key', 'revoke', key_id, '--json')).stdout)).toEqual({
      key_id,
      revoked: true,
    });
    const keys = JSON.parse((await dakiya('key', 'list', '--account', account_id, '--json')).stdout);
    expect(keys).toMatchObject([
      { name: 'first key', scope: 'full', revoked_at: null },
      { key_id, name: 'reader', scope: 'read', expires_at: '2098-12-31T18:30:00.000Z' },
    ]);
    expect(keys[1].revoked_at).not.toBeNull();
    expect(JSON.stringify(keys)).not.toContain(api_key.slice(-43));
    const tokens = await dakiya('key', 'list', '--tokens', '--account', account_id, '--json');
    expect(JSON.parse(tokens.stdout)).toEqual([]);
  });

  it('show and switch the messages of an account and of its stores', async () => {
    const { account_id } = JSON.parse((await dakiya('account', 'create', 'Messages', '--json')).stdout);
    const of = ['--account', account_id, '--json'];
    const off = await dakiya('messages', 'off', '--moment', 'shipped', '--channel', 'email', ...of);
    const offOnes = (stdout: string) =>
      JSON.parse(stdout).filter(
        ({ enabled, moment }: { enabled: boolean; moment: Moment }) =>
          !enabled && !OFF_BY_DEFAULT.includes(moment),
      );
    expect(offOnes(off.stdout)).toMatchObject([
      { moment: 'shipped', channel: 'email', enabled: false, inherited: false, is_default_text: true },
    ]);
    expect(offOnes((await dakiya('messages', 'settings', ...of)).stdout)).toHaveLength(1);
    expect(offOnes((await dakiya('messages', 'reset', ...of)).stdout)).toEqual([]);
    const pay = 'https://pay.chai.example/?order={order_id}';
    const set = await dakiya('messages', 'links', '--payment', pay, ...of);
    expect(JSON.parse(set.stdout)).toEqual({ payment_link: pay, review_link: null });
    const cleared = await dakiya('messages', 'links', '--payment', '', ...of);
    expect(JSON.parse(cleared.stdout)).toEqual({ payment_link: null, review_link: null });
    const wrong = await dakiya('messages', 'links', '--review', 'ftp://chai.example', ...of);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('https://')]);
    const strange = await dakiya('messages', 'on', '--store', account_id, ...of);
    expect(strange).toMatchObject({
      code: 1,
      stderr: `store_id ${account_id} is not a store of this account\n`,
    });
  });

  it('create, list and revoke carrier credentials', async () => {
    await dakiya('rates', 'export', 'carriers');
    const create = ['carrier', 'credential', 'create', '--carriers', 'k4tq9m2x, k4tq9m2x', '--name', 'Neel'];
    const { credential_id, credential } = JSON.parse((await dakiya(...create, '--json')).stdout);
    expect(credential).toMatch(/^dky_/);
    const revoked = await dakiya('carrier', 'credential', 'revoke', credential_id, '--json');
    expect(JSON.parse(revoked.stdout)).toEqual({ credential_id, revoked: true });
    const listed = await dakiya('carrier', 'credential', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        credential_id,
        name: 'Neel',
        carriers: ['k4tq9m2x'],
        created_at: expect.any(String),
        expires_at: null,
        revoked_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    expect(listed.stdout).not.toContain(credential.slice(-43));
  });

  it('simulate failures of carriers, and end them', async () => {
    const { account_id } = JSON.parse(
      (await dakiya('account', 'create', 'Tries things out', '--json')).stdout,
    );
    const behave = (...words: string[]) => dakiya('carrier', 'behave', ...words, '--account', account_id);
    await behave('refuse', '--pincode', '560038');
    await behave('slow', '--milliseconds', '200');
    const told = await behave('slow', '--milliseconds', '250', '--json');
    expect(JSON.parse(told.stdout)).toEqual([
      { kind: 'refuse', carrier_id: null, pincode: '560038', milliseconds: 0 },
      { kind: 'slow', carrier_id: null, pincode: null, milliseconds: 250 },
    ]);
    const rows = await test.sql(
      'select kind, carrier_id, pincode, milliseconds from offline_behaviours where account_id = $1 order by 1',
      [account_id],
    );
    expect(rows).toEqual([
      { kind: 'refuse', carrier_id: '*', pincode: '560038', milliseconds: 0 },
      { kind: 'slow', carrier_id: '*', pincode: '', milliseconds: 250 },
    ]);
    const refusals = [
      [['twice', '--carrier', 'nosuch'], 'no rate book has a carrier nosuch'],
      [['refuse', '--pincode', '56003'], 'pincode must be a 6-digit pincode'],
      [['slow', '--milliseconds', 'a while'], 'milliseconds must be a whole number from 0 to 600000'],
    ] as const;
    for (const [words, sentence] of refusals) {
      const refusal = await behave(...words);
      expect([refusal.code, refusal.stderr.trim()]).toEqual([1, sentence]);
    }
    expect((await behave('well')).stdout).toBe('No failures are simulated\n');
    expect(JSON.parse((await behave('well', '--json')).stdout)).toEqual([]);
  });

  it('create users with a password', async () => {
    const { account_id } = JSON.parse((await dakiya('account', 'create', 'Users', '--json')).stdout);
    const user = ['user', 'create', '--account', account_id, '--name', 'Asha', '--phone', '9820055555'];
    const made = JSON.parse((await dakiya(...user, '--json')).stdout);
    expect(made).toEqual({ user_id: expect.any(String), password: expect.stringMatching(/^.{16}$/) });
    const again = await dakiya(...user);
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: 'phone is already used by another user\n' });
  });

  it('list, disable, enable and unlock users', async () => {
    const { service } = test;
    const { accountId } = await createAccount(service, OPERATOR, 'People');
    const { userId } = await createUser(service, OPERATOR, accountId, {
      name: 'Asha',
      phone: '9820055556',
      email: null,
      password: 'a right long password',
    });
    const disabled = await dakiya('user', 'disable', userId, '--json');
    expect(JSON.parse(disabled.stdout)).toEqual({ user_id: userId, disabled: true, tokens_ended: 0 });
    expect(JSON.parse((await dakiya('user', 'list', '--account', accountId, '--json')).stdout)).toEqual([
      {
        id: userId,
        name: 'Asha',
        phone: '9820055556',
        email: null,
        role: 'owner',
        store_ids: null,
        warehouse_ids: null,
        status: 'disabled',
        created_at: expect.any(String),
      },
    ]);
    const [enabled, unlocked, changed] = await Promise.all([
      dakiya('user', 'enable', '9820055556'),
      dakiya('user', 'unlock', userId),
      dakiya('user', 'set-password', userId),
    ]);
    expect(enabled.stdout).toMatch(/^user_id .*\ndisabled +no\n$/);
    expect(unlocked.stdout).toMatch(/^user_id .*\nwas_locked +no\n$/);
    expect(changed.stdout).toMatch(/^user_id +\S{36}\npassword +\S{16}\ntokens_ended +0\n$/);
  });

  it('invite a user with a link, and change the role', async () => {
    const { account_id } = JSON.parse((await dakiya('account', 'create', 'Invites', '--json')).stdout);
    const person = ['--account', account_id, '--name', 'Meera', '--email', 'meera@example.in'];
    const invite = ['user', 'invite', ...person, '--role', 'owner'];
    const invited = JSON.parse((await dakiya(...invite, '--json')).stdout);
    expect(invited).toEqual({
      user_id: expect.any(String),
      url: expect.stringContaining('/join#dky_'),
      expires_at: expect.any(String),
      emailed: false,
    });
    const last = await dakiya('user', 'set-role', 'meera@example.in', 'packer', '--json');
    expect(JSON.parse(last.stdout)).toEqual({ user_id: invited.user_id, role: 'packer' });
    const listed = (await dakiya('user', 'list', '--account', account_id)).stdout;
    expect(listed).toMatch(/packer .*invited/);
  });

  it('make a link for a new password', async () => {
    const { account_id: accountId } = JSON.parse(
      (await dakiya('account', 'create', 'Links', '--json')).stdout,
    );
    const made = ['user', 'create', '--account', accountId, '--name', 'Ravi', '--email', 'ravi@example.in'];
    const { user_id } = JSON.parse((await dakiya(...made, '--role', 'packer', '--json')).stdout);
    const shown = JSON.parse((await dakiya('user', 'password-link', 'ravi@example.in', '--json')).stdout);
    expect(shown).toEqual({
      user_id,
      url: expect.stringMatching(/^https:\/\/.*\/reset-password#dky_[0-9a-f]{16}_[\w-]{43}$/),
      expires_at: expect.any(String),
    });
    const listed = (await dakiya('user', 'list', '--account', accountId)).stdout;
    expect(listed).toMatch(/ravi@example.in .*packer .*active/);
  });

  it('list the carriers of the default book and of an account', async () => {
    const { account_id } = JSON.parse((await dakiya('account', 'create', 'Carriers', '--json')).stdout);
    await dakiya(
      ...['rates', 'set', 'carrier-settings', '--account', account_id],
      'carrier_id=k4tq9m2x',
      'offered=no',
    );
    const listed = await dakiya('carrier', 'list', '--account', account_id, '--json');
    expect(JSON.parse(listed.stdout)).toContainEqual({
      carrier_id: 'k4tq9m2x',
      name: 'Titlipath Lite 250 g',
      code: 'titlipath_lite_250g',
      service_level: 'standard',
      mode: 'surface',
      own: false,
      offered: false,
    });
    expect((await dakiya('carrier', 'list')).stdout).toMatch(
      /\nk4tq9m2x +standard +surface +no +yes +Titlipath/,
    );
  });

  it.each([
    [['key', 'revoke', 'nonsense'], 'Key or token not found\n'],
    [
      ['key', 'revoke', '00000000-0000-7000-8000-000000000000'],
      'Key 00000000-0000-7000-8000-000000000000 not found\n',
    ],
    [['carrier', 'credential', 'create', '--carriers', 'nosuch'], 'no rate book has a carrier nosuch\n'],
    [
      ['carrier', 'credential', 'revoke', '00000000-0000-7000-8000-000000000000'],
      'Carrier credential 00000000-0000-7000-8000-000000000000 not found\n',
    ],
    [['account', 'create', '  '], 'name is required\n'],
    [['account', 'create', 'a\nb'], 'name must not contain control characters or broken Unicode\n'],
    [['account', 'create', 'a\u202eb'], 'name must not override the direction of text\n'],
    [['account', 'create', '\u2060'], 'name must have a visible character\n'],
    [['key', 'list', '--account', NO_ACCOUNT], `Account ${NO_ACCOUNT} not found\n`],
    [['key', 'list', '--account', 'x'], 'x is not the id of an account\n'],
    [['key', 'list'], 'This is about one account: give its id with --account\n'],
    [
      ['carrier', 'credential', 'create', '--carriers', 'nosuch', '--name', 'a\tb'],
      'name must not contain control characters or broken Unicode\n',
    ],
  ])('fail with one sentence: %j', async (words, sentence) => {
    expect(await dakiya(...words)).toMatchObject({ code: 1, stdout: '', stderr: sentence });
  });

  it.each([
    ['account'],
    ['account', 'create'],
    ['account', 'list'],
    ['key', 'create'],
    ['key', 'list'],
    ['key', 'revoke'],
    ['user', 'create'],
    ['carrier', 'credential', 'create'],
    ['carrier', 'credential', 'list'],
    ['carrier', 'credential', 'revoke'],
  ])('print help: %s %s --help', async (...words) => {
    const help = await dakiya(...words.filter((word) => word !== undefined), '--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/^Usage: dakiya /);
  });

  it('print help while no service runs', async () => {
    const group = await runCommand({}, ['account', '--help']);
    expect(group.stdout).toContain('Create an account with its first API key');
    const one = await runCommand({}, ['remittance', 'import', '--help']);
    expect(one.stdout).toMatch(/^Usage: dakiya remittance import \[options\] <file>/);
    expect(one.stdout).toContain('--utr-column <value>');
    expect((await runCommand({}, ['--help'])).stdout).toMatch(/ status .*what waits/);
  });
});
