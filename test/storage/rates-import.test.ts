import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { Problem } from '../../src/problems/problem.ts';
import { RATE_KINDS } from '../../src/rate-files/rate-kinds.ts';
import { listAuditRecords } from '../../src/storage/accounts/audit.ts';
import { DEFAULT_BOOK, listRateVersions } from '../../src/storage/rates/rate-versions.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { importRates } from '../../src/usecases/rates/import-rates.ts';
import { loadSampleRates } from '../../src/usecases/rates/load-sample-rates.ts';
import { revertRates } from '../../src/usecases/rates/rate-versions.ts';
import type { Service } from '../../src/usecases/service.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openTestRateBooks, shippedGround } from '../support/rate-books.ts';
import { exportLines, importLines, rateFile, rehearseLines, setRate } from '../support/rate-changes.ts';

let database: TestDatabase;
let service: Service;
let owner: string;

beforeAll(async () => {
  database = await createDatabase();
  service = { database: database.database, now: () => new Date('2026-11-16T06:30:00.000Z'), newId };
  const books = await openTestRateBooks(service);
  await books.stop();
});
afterAll(() => database.drop());
beforeEach(async () => {
  owner = (await createAccount(service, OPERATOR, 'Test account')).accountId;
});

/** The header of a file without the newer column `beside_couriers`. */
const SETTINGS = 'carrier_id,offered,markup_percent';

/** Adds that column, with empty cells, as exports have it. */
function exported([header, ...rows]: readonly string[]): string[] {
  return [`${header},beside_couriers`, ...rows.map((row) => `${row},`)];
}

const RULES = 'carrier_id,area_kind,area,pickup,prepaid,cod,reverse';
const OVERRIDES = 'carrier_id,origin,destination,zone';

function historyOf(of: string) {
  return listRateVersions(service.database.account(of), 100);
}

async function sentencesOf(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Problem)) throw new Error(`expected a Problem, got ${String(error)}`);
  return error.sentences;
}

it('keeps quotes, backslashes and Hindi in the name of a carrier', async () => {
  const name = 'Back\\\\slash \\t "quoted", \u0939\u093f\u0928\u094d\u0926\u0940';
  const [header = '', first = ''] = await exportLines(service, 'carriers');
  const [id = '', , ...rest] = first.split(',');
  const line = [id, `"${name.replaceAll('"', '""')}"`, ...rest].join(',');
  await importLines(service, 'carriers', [header, line], owner);
  expect(await exportLines(service, 'carriers', owner)).toEqual([header, line]);
  const books = await openTestRateBooks(service);
  try {
    const { carriers } = await books.bookOf(owner);
    expect(carriers.map(({ carrier }) => carrier.name)).toContain(name);
  } finally {
    await books.stop();
  }
});

it('changes nothing if the import is stopped after the whole file was read', async () => {
  const stop = new AbortController();
  const { directory } = await shippedGround();
  const stopped = importRates(service, directory, OPERATOR, {
    ...rateFile('carrier-settings', [SETTINGS, 'w2nz6j5b,no,0'], owner),
    rest: async () => stop.abort(new Error('stopped by hand')),
    signal: stop.signal,
  });
  await expect(stopped).rejects.toThrow('stopped by hand');
  expect(await historyOf(owner)).toEqual([]);
  expect(await exportLines(service, 'carrier-settings', owner)).toEqual(exported([SETTINGS]));
});

it('stops reading a file when the import is stopped', async () => {
  const stop = new AbortController();
  const { directory } = await shippedGround();
  async function* endless() {
    yield Buffer.from(`${SETTINGS}\n`);
    for (let line = 0; ; line += 1) {
      if (line === 3) stop.abort(new Error('stopped by hand'));
      yield Buffer.from('w2nz6j5b,no,0\n');
    }
  }
  const file = { ...rateFile('carrier-settings', [], owner), content: endless(), signal: stop.signal };
  await expect(importRates(service, directory, OPERATOR, file)).rejects.toThrow('stopped by hand');
  expect(await historyOf(owner)).toEqual([]);
});

describe('the sample rate book', () => {
  it('is version 1 of the default book', async () => {
    expect(await historyOf(DEFAULT_BOOK)).toMatchObject([
      { version: 1, kind: 'all', source: 'sample rate book', added: 17, actor: { kind: 'system' } },
    ]);
  });

  it('is loaded once by six processes that start at the same time', async () => {
    const other = await createDatabase();
    try {
      const fresh: Service = { ...service, database: other.database };
      await Promise.all(
        Array.from({ length: 6 }, () => openTestRateBooks(fresh).then((books) => books.stop())),
      );
      expect(await listRateVersions(fresh.database.account(DEFAULT_BOOK), 10)).toHaveLength(1);
      expect(await exportLines(fresh, 'carriers')).toHaveLength(1 + 8);
    } finally {
      await other.drop();
    }
  });

  it('is not loaded again after an operator emptied the default book', async () => {
    const other = await createDatabase();
    try {
      const fresh: Service = { ...service, database: other.database };
      await openTestRateBooks(fresh).then((books) => books.stop());
      const [header = ''] = await exportLines(fresh, 'carriers');
      await importLines(fresh, 'carriers', [header]);
      await loadSampleRates(fresh, () => {
        throw new Error('must not be read');
      });
      expect(await exportLines(fresh, 'carriers')).toEqual([header]);
    } finally {
      await other.drop();
    }
  });
});

describe('an import', () => {
  it('keeps the cells of newer columns that the file does not have', async () => {
    const row = 'own,Own Surface,own_surface,standard,surface,no,no,20000,,,,14:00,1,2,3,4,5';
    const [header = ''] = await exportLines(service, 'carriers', owner);
    expect(header).toMatch(/,transit_days_e,adapter,courier_product,courier_name,helpline$/);
    const before = header.replace(',adapter,courier_product,courier_name,helpline', '');
    const adapters = async () => (await exportLines(service, 'carriers', owner))[1]?.split(',').slice(-4);
    await importLines(service, 'carriers', [before, row], owner);
    expect(await adapters()).toEqual(['', '', '', '']);
    await importLines(service, 'carriers', [header, `${row},delhivery,S,Delhi Very,1800 100 0009`], owner);
    expect(await importLines(service, 'carriers', [before, row], owner)).toMatchObject({ changed: 0 });
    expect(await adapters()).toEqual(['delhivery', 'S', 'Delhi Very', '1800 100 0009']);
    await importLines(service, 'carriers', [header, `${row},,,,`], owner);
    expect(await adapters()).toEqual(['', '', '', '']);
    // The account's book takes precedence over the default book.
    const [, common = ''] = await exportLines(service, 'carriers');
    const plain = common.split(',').slice(0, -4).join(',');
    await importLines(service, 'carriers', [header, `${plain},delhivery,S,Delhi Very,`], owner);
    await importLines(service, 'carriers', [before, plain], owner);
    expect(await adapters()).toEqual(['delhivery', 'S', 'Delhi Very', '']);
    await expect(importLines(service, 'carriers', [header, `${row},Del hivery,S,,`], owner)).rejects.toThrow(
      'line 2, column adapter: "Del hivery" is not the name of a courier such as delhivery',
    );
  });

  it('replaces all rows of its kind in one book, and no other rows', async () => {
    await importLines(service, 'carrier-settings', [SETTINGS, 'h7vd3r8c,no,0', 'w2nz6j5b,yes,10'], owner);
    const change = await importLines(
      service,
      'carrier-settings',
      [SETTINGS, 'w2nz6j5b,yes,12.5', 'k4tq9m2x,no,0'],
      owner,
    );
    expect(change).toMatchObject({ rows: 2, added: 1, changed: 1, removed: 1 });
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(
      exported([SETTINGS, 'k4tq9m2x,no,0', 'w2nz6j5b,yes,12.5']),
    );
    expect(await exportLines(service, 'carrier-settings')).toEqual(exported([SETTINGS]));
    expect(await exportLines(service, 'carriers')).toHaveLength(9);
  });

  it('accepts any order of columns, any case, spaces, a byte order mark and CRLF', async () => {
    const bytes = Buffer.from(
      '\ufeffOffered, carrier_id ,markup_percent\r\nTRUE, h7vd3r8c ,5\r\n\r\n"no","w2nz6j5b",0',
    );
    await importLines(service, 'carrier-settings', bytes, owner);
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(
      exported([SETTINGS, 'h7vd3r8c,yes,5', 'w2nz6j5b,no,0']),
    );
  });

  it.each([
    [
      'empty cells after the last column and empty rows at the end',
      'h7vd3r8c,no,0,,\r\n,,,,\r\n,,\r\n',
      ',,',
    ],
    ['rows with other line ends than the header', 'h7vd3r8c,no,0\nw2nz6j5b,yes,3\r\n', ''],
    ['rows that end with CR', 'h7vd3r8c,no,0\rw2nz6j5b,yes,3\r', ''],
  ])('accepts %s', async (_, rows, afterHeader) => {
    await importLines(
      service,
      'carrier-settings',
      Buffer.from(`${SETTINGS}${afterHeader}\r\n${rows}`),
      owner,
    );
    const expected = rows.includes('w2nz6j5b') ? ['h7vd3r8c,no,0', 'w2nz6j5b,yes,3'] : ['h7vd3r8c,no,0'];
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(exported([SETTINGS, ...expected]));
  });

  it('counts empty lines and line breaks in quotes as lines', async () => {
    const content = Buffer.from(`${SETTINGS}\r\n\r\n,,\r\n"h7vd3r8c\n",no,0\r\nnobody,no,0\n\nnoone,no,0`);
    expect(await sentencesOf(importLines(service, 'carrier-settings', content, owner))).toEqual([
      'line 6, column carrier_id: there is no carrier "nobody"',
      'line 8, column carrier_id: there is no carrier "noone"',
      'nothing of the file was applied',
    ]);
  });

  it('makes no version if nothing changes', async () => {
    const lines = [SETTINGS, 'h7vd3r8c,no,0'];
    const first = await importLines(service, 'carrier-settings', lines, owner);
    expect(await importLines(service, 'carrier-settings', lines, owner)).toEqual({
      rows: 1,
      version: null,
      added: 0,
      changed: 0,
      removed: 0,
    });
    expect((await historyOf(owner)).map(({ version }) => version)).toEqual([first.version]);
  });

  it('rejects the file with the line, column and reason of each bad row', async () => {
    await importLines(service, 'serviceability', [RULES, 'h7vd3r8c,state,KA,no,,,'], owner);
    const sentences = await sentencesOf(
      importLines(
        service,
        'serviceability',
        [
          RULES,
          'w2nz6j5b,pincode,560001,no,no,no,no',
          'w2nz6j5b,pincode,000001,maybe,,,',
          'nobody,prefix,56,no,,,',
          'w2nz6j5b,city,KA:Bengaluru',
          'w2nz6j5b,pincode,560001,yes,,,',
        ],
        owner,
      ),
    );
    expect(sentences).toEqual([
      'line 3, column area: "000001" is not a known pincode',
      'line 3, column pickup: "maybe" is not yes or no',
      'line 4, column carrier_id: there is no carrier "nobody"',
      'line 5: 3 cells, but the header has 7',
      'nothing of the file was applied',
    ]);
    expect(await exportLines(service, 'serviceability', owner)).toEqual([RULES, 'h7vd3r8c,state,KA,no,,,']);
    expect(await historyOf(owner)).toHaveLength(1);
  });

  it('rejects a carrier that was removed, and a carrier of another account', async () => {
    const row = (id: string) => `${id},Own Surface,own,standard,surface,no,no,20000,,,,14:00,1,2,3,4,5`;
    const [header = ''] = await exportLines(service, 'carriers');
    const carriers = [header.replace(',adapter,courier_product,courier_name,helpline', '')];
    const other = (await createAccount(service, OPERATOR, 'Other')).accountId;
    await importLines(service, 'carriers', [...carriers, row('theirs')], other);
    await importLines(service, 'carriers', [...carriers, row('gone'), row('kept')], owner);
    await importLines(service, 'carriers', [...carriers, row('kept')], owner);
    const settings = [SETTINGS, ...['kept', 'gone', 'theirs'].map((id) => `${id},no,0`)];
    expect(await sentencesOf(importLines(service, 'carrier-settings', settings, owner))).toEqual([
      'line 3, column carrier_id: there is no carrier "gone"',
      'line 4, column carrier_id: there is no carrier "theirs"',
      'nothing of the file was applied',
    ]);
  });

  it('rejects two rows with the same key, with both lines', async () => {
    const lines = [OVERRIDES, ',56,11,B', 'h7vd3r8c,56,11,C', ',560001,,A', ',56,11,B'];
    expect(await sentencesOf(importLines(service, 'zone-overrides', lines, owner))).toEqual([
      'line 5: ",56,11" is already on line 2',
      'nothing of the file was applied',
    ]);
  });

  it('reports the first hundred problems of a file', async () => {
    const lines = [SETTINGS, ...Array.from({ length: 5_000 }, () => 'nobody,yes,0')];
    const sentences = await sentencesOf(importLines(service, 'carrier-settings', lines, owner));
    expect(sentences).toHaveLength(102);
    expect(sentences.slice(99)).toEqual([
      'line 101, column carrier_id: there is no carrier "nobody"',
      'there may be more problems',
      'nothing of the file was applied',
    ]);
  });

  it.each([
    ['a missing column', 'carrier_id,offered\nh7vd3r8c,no', 'line 1: the header has no markup_percent'],
    [
      'a misspelt column',
      'carrier_id,offered,markup\nh7vd3r8c,no,0',
      'line 1: the header has no markup_percent',
    ],
    ['no content', '', `line 1: the header has no ${SETTINGS.replaceAll(',', ', ')}`],
    [
      'another encoding',
      Buffer.from([0x63, 0x81, 0x0a]),
      'line 1: the file is not UTF-8: save it as "CSV UTF-8"',
    ],
    [
      'another encoding in a later line',
      Buffer.concat([
        Buffer.from(`${SETTINGS}\nमोरपंखी,no,0\n${'h7vd3r8c,no,0\n'.repeat(40)}caf`),
        Buffer.from([0xe9]),
        Buffer.from(',no,0\nमोरपंखी,no,0\n'),
      ]),
      'line 43: the file is not UTF-8: save it as "CSV UTF-8"',
    ],
    [
      'semicolons between the cells, and commas in decimals',
      'carrier_id;offered;markup_percent\nh7vd3r8c;no;7,5',
      'line 2, column markup_percent: "7,5" is not a percentage from -100 to 1000 with at most four decimals',
    ],
  ])('rejects a file with %s', async (_, content, sentence) => {
    const file = Buffer.from(content);
    expect((await sentencesOf(importLines(service, 'carrier-settings', file, owner)))[0]).toBe(sentence);
  });

  const inside = 'a quote inside a cell: put the whole cell in quotes, and double the quotes inside';
  it.each([
    ['"w2nz6j5b,no,0', 'line 3: a quote is opened but not closed'],
    ['w2n"z6j5b,no,0', `line 3: ${inside}`],
    ['"w2nz6j5b"x,no,0', `line 3: ${inside}`],
    [
      `w2nz6j5b,no,${'0'.repeat(20_001)}`,
      'line 3: the line is too long: check for a quote that is not closed',
    ],
  ])('rejects the row %j with its line', async (row, sentence) => {
    const lines = [SETTINGS, 'h7vd3r8c,no,0', row, 'k4tq9m2x,no,0', 'k4tq9m2x,no,0'];
    const [first] = await sentencesOf(importLines(service, 'carrier-settings', lines, owner));
    expect(first).toBe(sentence);
  });

  it('changes nothing in a dry run, which lists what would change', async () => {
    await importLines(service, 'carrier-settings', [SETTINGS, 'h7vd3r8c,no,0', 'w2nz6j5b,yes,10'], owner);
    const before = await historyOf(owner);
    expect(
      await rehearseLines(service, 'carrier-settings', [SETTINGS, 'w2nz6j5b,yes,11', 'k4tq9m2x,no,0'], owner),
    ).toEqual({
      rows: 2,
      added: 1,
      changed: 1,
      removed: 1,
      examples: [
        {
          kind: 'carrier-settings',
          key: 'w2nz6j5b',
          before: '["w2nz6j5b","yes","10"]',
          after: '["w2nz6j5b","yes","11"]',
        },
        { kind: 'carrier-settings', key: 'h7vd3r8c', before: '["h7vd3r8c","no","0"]', after: null },
        { kind: 'carrier-settings', key: 'k4tq9m2x', before: null, after: '["k4tq9m2x","no","0"]' },
      ],
    });
    expect(await historyOf(owner)).toEqual(before);
  });

  it('keeps all changes of simultaneous imports, each with its own version', async () => {
    const other = (await createAccount(service, OPERATOR, 'Other')).accountId;
    const file = (count: number) => [SETTINGS, ...['h7vd3r8c,no,0', 'w2nz6j5b,no,0'].slice(0, count)];
    const changes = await Promise.all([
      importLines(service, 'carrier-settings', file(1), owner),
      importLines(service, 'carrier-settings', file(2), owner),
      importLines(service, 'carrier-settings', file(2), other),
      importLines(service, 'zone-overrides', [OVERRIDES, ',56,11,B'], other),
    ]);
    const made = changes.flatMap(({ version }) => version ?? []);
    expect(new Set(made).size).toBe(made.length);
    expect(await exportLines(service, 'carrier-settings', other)).toHaveLength(3);
    expect(await exportLines(service, 'zone-overrides', other)).toHaveLength(2);
    const last = Math.max(...(await historyOf(owner)).map(({ version }) => version));
    const rows = changes.findIndex(({ version }) => version === last) + 1;
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(exported(file(rows)));
  });

  it('records who made it', async () => {
    const { version } = await importLines(service, 'carrier-settings', [SETTINGS, 'h7vd3r8c,no,0'], owner);
    const page = { limit: 1, before: null, subjectId: null, subjectKind: null };
    expect(await listAuditRecords(service.database.account(owner), page)).toMatchObject([
      { action: 'rates.changed', actor: OPERATOR, changes: { version, kind: 'carrier-settings', added: 1 } },
    ]);
    expect(await historyOf(owner)).toMatchObject([
      { version, kind: 'carrier-settings', source: 'carrier-settings.csv', actor: OPERATOR },
    ]);
  });
});

describe('an export', () => {
  it.each(RATE_KINDS)('of %s changes nothing when it is imported again', async (kind) => {
    if (kind === 'serviceability') {
      await importLines(service, kind, [
        RULES,
        'h7vd3r8c,everywhere,,,,no,',
        'h7vd3r8c,city,KA:Bengaluru,yes,yes,yes,no',
        'h7vd3r8c,prefix,79,no,,,',
      ]);
    }
    const lines = await exportLines(service, kind);
    expect(await importLines(service, kind, lines)).toMatchObject({ version: null, rows: lines.length - 1 });
    expect(await importLines(service, kind, lines, owner)).toMatchObject({ added: lines.length - 1 });
    expect(await exportLines(service, kind, owner)).toEqual(lines);
  });
});

describe('a revert', () => {
  it('restores all kinds as a new version, and can be reverted itself', async () => {
    const first = await importLines(service, 'carrier-settings', [SETTINGS, 'h7vd3r8c,no,0'], owner);
    await importLines(service, 'zone-overrides', [OVERRIDES, ',56,11,B'], owner);
    await importLines(service, 'carrier-settings', [SETTINGS, 'h7vd3r8c,yes,3', 'w2nz6j5b,no,0'], owner);
    const latest = await importLines(service, 'zone-overrides', [OVERRIDES, ',56,11,C'], owner);

    const back = await revertRates(service, OPERATOR, { version: Number(first.version), owner: null });
    expect(back).toMatchObject({ owner, added: 0, changed: 1, removed: 2 });
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(
      exported([SETTINGS, 'h7vd3r8c,no,0']),
    );
    expect(await exportLines(service, 'zone-overrides', owner)).toEqual([OVERRIDES]);

    await revertRates(service, OPERATOR, { version: Number(latest.version), owner: null });
    expect(await exportLines(service, 'zone-overrides', owner)).toEqual([OVERRIDES, ',56,11,C']);
    expect((await historyOf(owner)).map(({ source }) => source).slice(0, 2)).toEqual([
      `revert to version ${latest.version}`,
      `revert to version ${first.version}`,
    ]);
  });

  it('rejects an unknown version and a version of another book', async () => {
    await expect(revertRates(service, OPERATOR, { version: 999_999, owner: null })).rejects.toThrow(
      'Version 999999 of the rates not found',
    );
    await expect(revertRates(service, OPERATOR, { version: 1, owner })).rejects.toThrow(
      'version 1 belongs to another rate book',
    );
  });

  it('to version 0 removes all own rows of an account', async () => {
    await importLines(service, 'carrier-settings', [SETTINGS, 'h7vd3r8c,no,0'], owner);
    await importLines(service, 'zone-overrides', [OVERRIDES, ',56,11,B'], owner);
    const back = await revertRates(service, OPERATOR, { version: 0, owner });
    expect(back).toMatchObject({ owner, added: 0, changed: 0, removed: 2 });
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(exported([SETTINGS]));
    expect(await exportLines(service, 'zone-overrides', owner)).toEqual([OVERRIDES]);
    expect(await exportLines(service, 'carriers')).toHaveLength(9);
  });
});

describe('setting one row', () => {
  const set = async (kind: (typeof RATE_KINDS)[number], cells: Record<string, string>) =>
    setRate(service, (await shippedGround()).directory, { kind, owner, cells });

  it('keeps the cells that are not sent', async () => {
    await set('carrier-settings', { carrier_id: 'w2nz6j5b', markup_percent: '10' });
    await set('carrier-settings', { carrier_id: 'w2nz6j5b', offered: 'no' });
    await set('carrier-settings', { carrier_id: 'h7vd3r8c', offered: 'no' });
    expect(await exportLines(service, 'carrier-settings', owner)).toEqual(
      exported([SETTINGS, 'h7vd3r8c,no,0', 'w2nz6j5b,no,10']),
    );
  });

  it('starts an account’s own row as a copy of the default row', async () => {
    const [header = '', ...defaults] = await exportLines(service, 'rate-cards');
    const columns = header.split(',');
    const [before = ''] = defaults.filter((line) => line.startsWith('h7vd3r8c,'));
    await set('rate-cards', { carrier_id: 'h7vd3r8c', forward_first_a: '99' });
    const expected = before.split(',').with(columns.indexOf('forward_first_a'), '99').join(',');
    expect(await exportLines(service, 'rate-cards', owner)).toEqual([header, expected]);
    expect(await exportLines(service, 'rate-cards')).toEqual([header, ...defaults]);
    await importLines(service, 'carrier-settings', [SETTINGS, 'w2nz6j5b,no,4']);
    try {
      await set('carrier-settings', { carrier_id: 'w2nz6j5b', markup_percent: '10' });
      expect(await exportLines(service, 'carrier-settings', owner)).toEqual(
        exported([SETTINGS, 'w2nz6j5b,no,10']),
      );
    } finally {
      await importLines(service, 'carrier-settings', [SETTINGS]);
    }
  });

  it('sets and removes the platform fee', async () => {
    const remove = async () =>
      setRate(service, (await shippedGround()).directory, {
        kind: 'platform-fee',
        owner,
        cells: {},
        isRemoved: true,
      });
    await set('platform-fee', { platform_fee: '7.50' });
    expect(await exportLines(service, 'platform-fee', owner)).toEqual(['platform_fee', '7.5']);
    await remove();
    expect(await exportLines(service, 'platform-fee', owner)).toEqual(['platform_fee']);
    expect(await sentencesOf(remove())).toEqual(['there is no such row']);
  });

  it('rejects bad cells and unknown columns', async () => {
    expect(await sentencesOf(set('zone-overrides', { origin: '0', zone: 'F' }))).toEqual([
      'origin: "0" is neither a pincode nor a prefix of one',
      'zone: "F" is not one of A, B, C, D, E',
    ]);
    expect(await sentencesOf(set('platform-fee', { fee: '5' }))).toEqual([
      'platform-fee has no fee; its columns are platform_fee',
    ]);
  });
});
