import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { type Booked, bookOrder, CARRIER, carrierHeaders } from '../support/carriers.ts';
import { runCommand } from '../support/commands.ts';
import { documentJudge } from '../support/document-judge.ts';
import { runJobs, withJobs } from '../support/jobs.ts';
import { multipart } from '../support/multipart.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { makeUser } from '../support/people.ts';
import { loopbackAllowed } from '../support/webhooks.ts';
import { readShell } from './walk/shell-words.ts';

/** The values that a reader copies from an answer, by their names in the pages. */
const TAKEN_OVER: Readonly<Record<string, string>> = {
  STORE: 'id',
  HOOK: 'id',
  IMPORT: 'id',
  WAREHOUSE: 'warehouse_id',
  AWB: 'awb_code',
};

/** Data that a page needs but does not make, and values to use instead of its examples. */
interface Ground {
  readonly variables?: Readonly<Record<string, string>>;
  readonly values?: readonly (readonly [printed: string, here: string])[];
  readonly files?: Readonly<Record<string, string>>;
}

type MakeGround = (account: TestAccount) => Promise<Ground>;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const PASSWORD = 'correct horse battery';

/** Makes the data that each page needs. A page that is not named here needs only an account. */
const GROUNDS: Readonly<Record<string, MakeGround>> = {
  'docs/how-to/manage-accounts-and-keys.md': async ({ accountId }) => {
    const user = { name: 'Asha', phone: '9820054321', email: null, password: PASSWORD };
    await createUser(test.service, OPERATOR, accountId, user);
    const printed = '"username":"9820012345","password":"..."';
    return { values: [[printed, `"username":"${user.phone}","password":"${PASSWORD}"`]] };
  },
  'docs/reference/api.md': async (account) => {
    const username = 'asha@example.in';
    await makeUser(test, account, { email: username, password: PASSWORD });
    const payload = { username, password: PASSWORD };
    const made = await test.app.inject({ method: 'POST', url: `${API}/auth-token`, payload });
    return { variables: { TOKEN: made.json().token } };
  },
  'docs/how-to/hand-over-parcels.md': async (account) => {
    const warehouse = await makeWarehouse(account);
    await bookOrder(account, warehouse, CARRIER);
    return { values: [['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d', warehouse]], variables: { URL: API } };
  },
  'docs/how-to/reconcile-money.md': async (account) => {
    const { trackingNumber } = await booked(account);
    const rows = `AWB,COD Amount,UTR,Remittance Date\n${trackingNumber},499.00,HDFC1,2026-11-21\n`;
    return {
      variables: { URL: '' },
      values: [['<id of GET /carriers>', CARRIER]],
      files: { 'paid.csv': rows },
    };
  },
  'docs/how-to/import-orders.md': async (account) => {
    const warehouse = await makeWarehouse(account);
    for (let order = 0; order < 3; order += 1) {
      const [url, payload] = [`${API}/forward-order`, orderBody(warehouse)];
      await test.app.inject({ method: 'POST', url, headers: account.headers, payload });
    }
    return {};
  },
  'docs/reference/roles.md': async (account) => {
    await makeUser(test, account, { email: 'people@example.in', password: PASSWORD });
    return { values: [['asha@example.in', 'people@example.in']] };
  },
  'docs/tutorials/first-steps.md': async () => ({ values: [['--shipments 100000', '--shipments 200']] }),
  'docs/reference/scans.md': async (account) => {
    const { authorization } = await carrierHeaders(test);
    const { trackingNumber } = await booked(account);
    return {
      values: [
        ['dky_...', authorization],
        ['ND00000000017', trackingNumber],
      ],
    };
  },
};

/** Pages of single couriers: `courier-walks.test.ts` runs them against the courier's stand-in. */
const COURIER_PAGE = /couriers\/(?!README)/;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(PACKAGE_ROOT, 'docs'), { recursive: true }).map((file) => `docs/${file}`),
]
  .filter((page) => page.endsWith('.md') && !COURIER_PAGE.test(page))
  .map((page) => [page, blocksOf(readFileSync(join(PACKAGE_ROOT, page), 'utf8'))] as const)
  .filter(([, blocks]) => blocks.length > 0);

let test: TestApp;

beforeAll(async () => {
  const now = new Date('2026-11-22T06:30:00.000Z');
  test = await startApp({ now, shipping: { outgoing: loopbackAllowed() } });
});
afterAll(() => test.stop());

/**
 * The shell blocks of a page, except those below the mark `<!-- not run: reason -->`.
 * `first-order.test.ts` runs the README's script.
 */
function blocksOf(page: string): string[] {
  const blocks = page.matchAll(/(<!-- (?:not run: \S[^>]*|first order) -->\s*)?```(?:ba)?sh\n([\s\S]*?)```/g);
  return [...blocks].filter(([, mark]) => mark === undefined).map(([, , block = '']) => block);
}

function booked(account: TestAccount): Promise<Booked> {
  return makeWarehouse(account).then((warehouse) => bookOrder(account, warehouse, CARRIER));
}

/** A request as `curl` would send it. */
function readCurl(words: readonly string[], fileOf: (name: string) => string | Buffer) {
  const headers: Record<string, string> = {};
  let method: string | null = null;
  let [url, payload] = ['', undefined as string | Buffer | undefined];
  const rest = words.values();
  const next = () => rest.next().value ?? '';
  for (const word of rest) {
    if (/^-s?[sSi]$/.test(word)) continue;
    if (word === '-o' || word === '-c') next();
    else if (word === '-X') method = next();
    else if (word === '-H') {
      const [name = '', value = ''] = next().split(': ', 2);
      headers[name.toLowerCase()] = value;
    } else if (word === '-d') payload = next();
    else if (word === '--data-binary') payload = fileOf(next().slice(1));
    else if (word === '-F') {
      const [name = '', file = ''] = next().split('=@', 2);
      const form = multipart([{ name, file: Buffer.from(fileOf(file)), filename: file }]);
      payload = form.payload;
      Object.assign(headers, form.headers);
    } else if (word.startsWith('-')) throw new Error(`curl ${word} is not understood`);
    else url = word.replace(/^https?:\/\/[^/]+/, '').replace(/^\/api\/v1/, API);
  }
  return { method: method ?? (payload === undefined ? 'GET' : 'POST'), url, headers, payload };
}

/** Runs `npm run dakiya -- ...`, and returns what it prints; `> file` puts that into a file. */
async function runDakiya(words: readonly string[], folder: string): Promise<string> {
  const line = words.slice(words.indexOf('--') + 1);
  const target = line.indexOf('>');
  const asked = target < 0 ? line : line.slice(0, target);
  const running = runCommand(await test.operator(), asked, folder);
  const { code, stdout, stderr } = await withJobs(test, running);
  expect(code, `${asked.join(' ')}: ${stderr}`).toBe(0);
  if (target >= 0) writeFileSync(join(folder, line[target + 1] ?? ''), stdout);
  return stdout;
}

it.each(PAGES)('the commands of %s work, and its requests match the API document', async (page, blocks) => {
  const account = await test.account();
  const { variables = {}, values = [], files = {} } = (await GROUNDS[page]?.(account)) ?? {};
  const known: Record<string, string> = { KEY: account.apiKey, ...variables };
  const made: Record<string, string> = { ...files };
  const folder = mkdtempSync(join(tmpdir(), 'dakiya-docs-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const answers: string[] = [];
  const printed: string[] = [];
  const newestId = () =>
    printed.join().match(UUID)?.at(-1) ?? expect.fail(`no command of ${page} printed an id`);
  /** The newest answer that contains this name. */
  const answered = (name: string): string => {
    const found = answers.flatMap((answer) => new RegExp(`"${name}":"([^"]*)"`).exec(answer)?.[1] ?? []);
    return found.at(-1) ?? expect.fail(`no answer of ${page} has ${name}`);
  };
  for (const block of blocks) {
    const text = values.reduce((from, [printed, here]) => from.replaceAll(printed, here), block);
    // The page prints the content of this file.
    const commands = text.replaceAll(/^cat > (\S+) <<END\n([\s\S]*?)^END$/gm, (_, name, content) => {
      made[name] = content;
      return '';
    });
    for (const { sets, words } of readShell(commands, known)) {
      for (const [name, value] of Object.entries(sets)) {
        const key = TAKEN_OVER[name];
        known[name] = key === undefined ? value : answered(key);
      }
      // The key that the page prints is only an example.
      known.KEY = account.apiKey;
      if (words.slice(0, 2).join(' ') === 'npm run') {
        const here = words.map((word) =>
          word === '<id>' ? account.accountId : word.replace(/^<.*>$/, newestId),
        );
        printed.push(await runDakiya(here, folder));
        continue;
      }
      if (words.length === 0) continue;
      expect(words[0], `a command of ${page} that this test cannot run`).toBe('curl');
      const fileOf = (name: string) =>
        made[name]?.replaceAll(/\$(\w+)/g, (_, variable) => known[variable] ?? '') ??
        readFileSync(join(PACKAGE_ROOT, name));
      const given = words.slice(1).map((word) => word.replace('<id>', () => answered('id')));
      const sent = readCurl(given, fileOf);
      const isJson = sent.headers['content-type'] === 'application/json';
      const body = isJson ? JSON.parse(String(sent.payload)) : undefined;
      expect(documentJudge(test.app).whyNotRequest({ method: sent.method, url: sent.url, body })).toBeNull();
      const response = await test.app.inject({
        method: sent.method as 'GET',
        url: sent.url,
        headers: sent.headers,
        ...(sent.payload === undefined ? {} : { payload: sent.payload }),
      });
      expect(response.statusCode, `${sent.url} ${response.body.slice(0, 300)}`).toBeLessThan(400);
      answers.push(response.body);
      await runJobs(test);
    }
  }
  expect(answers).toHaveLength(blocks.join('\n').match(/^curl /gm)?.length ?? 0);
});
