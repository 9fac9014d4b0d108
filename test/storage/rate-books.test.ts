import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { rateFiles } from '../../src/package-root.ts';
import { Database } from '../../src/storage/database.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { openRateBooks } from '../../src/usecases/rates/open-rate-books.ts';
import { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import { revertRates } from '../../src/usecases/rates/rate-versions.ts';
import type { Service } from '../../src/usecases/service.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { datesAtTheEdge } from '../support/edges-of-dates.ts';
import { openTestRateBooks, shippedGround } from '../support/rate-books.ts';
import { exportLines, importLines } from '../support/rate-changes.ts';
import { forwardRequest } from '../support/rates.ts';

let database: TestDatabase;
let service: Service;
let accountId: string;

beforeAll(async () => {
  database = await createDatabase();
  service = { database: database.database, now: () => new Date('2026-11-16T06:30:00.000Z'), newId };
});
afterAll(() => database.drop());
beforeEach(async () => {
  accountId = (await createAccount(service, OPERATOR, 'Test account')).accountId;
});

const MARKUP = 'carrier_id,offered,markup_percent';

const PARCEL = forwardRequest({ originPincode: '560001', destinationPincode: '110001' });

/** Opens books as another process would. They stop at the end of the test. */
async function openBooks(bytes?: number): Promise<RateBooks> {
  const books = await openTestRateBooks(service, bytes);
  onTestFinished(() => books.stop());
  return books;
}

async function quotedCarriers(books: RateBooks, of = accountId): Promise<string[]> {
  const quote = await books.quote(of, PARCEL, service.now());
  return quote.carriers.map(({ carrier }) => carrier.id).sort();
}

/** A pool that gives no dedicated connection while its gate is closed; queries still run. */
function gated(pool: pg.Pool) {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  const waiters: (() => void)[] = [];
  let isOpen = true;
  pool.connect = (async (...given: unknown[]) => {
    if (!isOpen && given.length === 0) await new Promise<void>((resolve) => waiters.push(resolve));
    return connect(...given);
  }) as typeof pool.connect;
  return {
    pool,
    get waiting() {
      return waiters.length;
    },
    close: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      for (const go of waiters.splice(0)) go();
    },
  };
}

describe('opening the rate books', () => {
  it.each(datesAtTheEdge)('warns if the holidays lack the year in India at $name', async ({ now, day }) => {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-holidays-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const holidays = join(folder, 'holidays.json');
    await writeFile(holidays, JSON.stringify({ weekly_off: [], dated: { '2027-03-22': 'Holi' } }));
    const files = { ...rateFiles({ pincodesFile: null, holidaysFile: null }), holidays };
    const warnings: string[] = [];
    const options = { bytes: 1_000_000, warn: (sentence: string) => warnings.push(sentence) };
    const books = await openRateBooks({ ...service, now: () => now }, files, options);
    await books.stop();
    expect(warnings).toEqual(
      day.startsWith('2027') ? [] : [expect.stringContaining('has no dated holidays of 2028')],
    );
  });
});

describe('the rate books of a process', () => {
  it('give the same default book to all accounts without own rates', async () => {
    const books = await openBooks();
    const other = (await createAccount(service, OPERATOR, 'Other')).accountId;
    expect(await quotedCarriers(books)).toHaveLength(8);
    expect(await books.bookOf(accountId)).toBe(await books.bookOf(other));
  });

  it('use a change in every process, also after an earlier quote', async () => {
    const [one, two] = [await openBooks(), await openBooks()];
    await Promise.all([quotedCarriers(one), quotedCarriers(two)]);
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,no,0'], accountId);
    for (const books of [one, two]) {
      await expect.poll(() => quotedCarriers(books), { interval: 5 }).not.toContain('w2nz6j5b');
    }
  });

  it('use the old book for 500 ms while the new one is read, and then wait for it', async () => {
    const gate = gated(openTestPool(database.connection, 2));
    const books = await RateBooks.open({
      database: new Database(gate.pool),
      ground: await shippedGround(),
      bytes: 1_000_000,
      warn: () => undefined,
    });
    onTestFinished(async () => {
      gate.open();
      await books.stop();
      await gate.pool.end();
    });
    expect(await quotedCarriers(books)).toHaveLength(8);
    gate.close();
    let now = Math.ceil(performance.now());
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,no,0'], accountId);
    await expect.poll(() => gate.waiting, { interval: 5 }).toBe(1);
    now += 499;
    expect(await quotedCarriers(books)).toHaveLength(8);
    now += 1;
    expect(books.bookOf(accountId)).toBeInstanceOf(Promise);
    const waiting = quotedCarriers(books);
    gate.open();
    expect(await waiting).toHaveLength(7);
  });

  it('use a change of the default book, and keep the account’s own rows above it', async () => {
    const [one, two] = [await openBooks(), await openBooks()];
    const other = (await createAccount(service, OPERATOR, 'Other')).accountId;
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,yes,10'], accountId);
    await quotedCarriers(one, other);
    const { version } = await importLines(service, 'carrier-settings', [
      MARKUP,
      'w2nz6j5b,no,0',
      'h7vd3r8c,no,0',
    ]);
    try {
      for (const books of [one, two]) {
        await expect.poll(() => quotedCarriers(books, other), { interval: 5 }).not.toContain('w2nz6j5b');
        const own = await quotedCarriers(books);
        expect(own).toContain('w2nz6j5b');
        expect(own).not.toContain('h7vd3r8c');
        expect((await books.bookOf(accountId)).version).toBe(version);
      }
    } finally {
      await revertRates(service, OPERATOR, { version: 1, owner: null });
    }
  });

  it('give the prices of the version that was restored', async () => {
    const books = await openBooks();
    const totals = async () =>
      (await books.quote(accountId, PARCEL, service.now())).carriers.map(({ charges }) => charges.total);
    const first = await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,yes,10'], accountId);
    const before = await totals();
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,yes,20'], accountId);
    await books.look();
    expect(await totals()).not.toEqual(before);
    await revertRates(service, OPERATOR, { version: Number(first.version), owner: null });
    await books.look();
    expect(await totals()).toEqual(before);
  });

  it('are equal to the books of a new process after every change', async () => {
    const RULES = 'carrier_id,area_kind,area,pickup,prepaid,cod,reverse';
    const CARRIERS = await exportLines(service, 'carriers');
    const renamed = CARRIERS.map((line) => line.replace('Pavanteer Air', 'Aardvark Air'));
    const lifted = (line = '') => line.replace('w2nz6j5b,', 'of-its-own,');
    const own = CARRIERS.filter((line) => line.startsWith('carrier_id') || line.startsWith('w2nz6j5b'));
    const first = await importLines(
      service,
      'serviceability',
      [RULES, 'w2nz6j5b,pincode,110001,,no,,', 'h7vd3r8c,state,KA,no,,,'],
      accountId,
    );
    const other = (await createAccount(service, OPERATOR, 'Without rates of its own')).accountId;
    const books = await openBooks();
    const changes: (() => Promise<unknown>)[] = [
      () => importLines(service, 'platform-fee', ['platform_fee', '6'], accountId),
      () => importLines(service, 'carrier-settings', [MARKUP, 'k4tq9m2x,no,0'], accountId),
      () => importLines(service, 'serviceability', [RULES, 'd3mx8k6t,prefix,11,,no,,'], accountId),
      () => importLines(service, 'carriers', own.map(lifted), accountId),
      () => importLines(service, 'platform-fee', ['platform_fee', '4']),
      () => importLines(service, 'serviceability', [RULES, 'b5ys7d4g,everywhere,,no,,,']),
      () => importLines(service, 'carriers', renamed),
      () => importLines(service, 'platform-fee', ['platform_fee', '8'], other),
      () => revertRates(service, OPERATOR, { version: Number(first.version), owner: accountId }),
      () => revertRates(service, OPERATOR, { version: 1, owner: null }),
      () => revertRates(service, OPERATOR, { version: 0, owner: accountId }),
    ];
    for (const change of changes) {
      await Promise.all([quotedCarriers(books), quotedCarriers(books, other)]);
      await change();
      await books.look();
      const fresh = await openTestRateBooks(service);
      try {
        for (const of of [accountId, other]) {
          const quotes = [books, fresh].map((some) => some.quote(of, PARCEL, service.now()));
          const [here, there] = await Promise.all(quotes);
          expect(here).toEqual(there);
        }
      } finally {
        await fresh.stop();
      }
    }
  });

  it('read serviceability again only after it or the carriers have changed', async () => {
    const rules = ['carrier_id,area_kind,area,pickup,prepaid,cod,reverse', 'w2nz6j5b,pincode,110001,,no,,'];
    const first = await importLines(service, 'serviceability', rules, accountId);
    const books = await openBooks();
    const served = async () => {
      await books.look();
      return (await books.bookOf(accountId)).serviceability;
    };
    const before = await served();
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,yes,10'], accountId);
    expect(await served()).toBe(before);
    await revertRates(service, OPERATOR, { version: Number(first.version), owner: null });
    expect(await served()).toBe(before);
    await importLines(service, 'platform-fee', ['platform_fee', '4']);
    try {
      expect(await served()).toBe(before);
    } finally {
      await revertRates(service, OPERATOR, { version: 1, owner: null });
    }
    const servedWith = async (kind: 'rate-cards' | 'serviceability') =>
      (await books.bookWith(accountId, { kinds: [kind], rows: [] })).serviceability;
    expect(await servedWith('rate-cards')).toBe(before);
    expect(await servedWith('serviceability')).not.toBe(before);
    await importLines(service, 'serviceability', rules.slice(0, 1), accountId);
    expect(await served()).not.toBe(before);
  });

  it('never mix two versions during changes', async () => {
    const books = await openBooks();
    const cards = await exportLines(service, 'carriers');
    const version = (paise: number) => [
      'carrier_id,offered,markup_percent',
      ...cards.slice(1).map((line) => `${line.split(',')[0]},yes,${paise}`),
    ];
    const markups = new Set<string>();
    let isChanging = true;
    const asking = (async () => {
      while (isChanging) {
        const book = await books.bookOf(accountId);
        const ofBook = new Set(book.carriers.map(({ setting }) => setting.markup));
        markups.add([...ofBook].join(' and '));
        await othersTurn();
      }
    })();
    for (let percent = 1; percent <= 12; percent += 1) {
      await importLines(service, 'carrier-settings', version(percent), accountId);
      await books.look();
      await quotedCarriers(books);
    }
    isChanging = false;
    await asking;
    expect([...markups].filter((markup) => markup.includes('and'))).toEqual([]);
    expect(markups.size).toBeGreaterThan(6);
  });

  it('are read once for simultaneous requests', async () => {
    const books = await openBooks();
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,yes,10'], accountId);
    // A change that is noticed during the read makes it read again.
    await books.look();
    const before = books.figures.loads;
    const read = await Promise.all(Array.from({ length: 20 }, () => books.bookOf(accountId)));
    expect(new Set(read).size).toBe(1);
    expect(books.figures.loads - before).toBe(1);
  });

  it('stay within their memory, and are read again when they are needed', async () => {
    const books = await openBooks(40_000);
    const accounts: string[] = [];
    for (let made = 0; made < 12; made += 1) {
      const { accountId: id } = await createAccount(service, OPERATOR, 'One of many');
      await importLines(service, 'carrier-settings', [MARKUP, `w2nz6j5b,yes,${made}`], id);
      accounts.push(id);
    }
    for (const id of [...accounts, ...accounts]) {
      const { carriers } = await books.bookOf(id);
      const markup = carriers.find(({ carrier }) => carrier.id === 'w2nz6j5b')?.setting.markup;
      expect(markup).toBe(accounts.indexOf(id) * 10_000);
      expect(books.figures.bytes).toBeLessThanOrEqual(40_000);
    }
    expect(books.figures.books).toBeLessThan(12);
  });

  it('quote from memory while the database is down, and use the changes later', async () => {
    const pool = openTestPool(database.connection, 2);
    let isAway = false;
    const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
    pool.query = ((...given: unknown[]) =>
      isAway ? Promise.reject(new Error('Connection terminated')) : query(...given)) as typeof pool.query;
    const warnings: string[] = [];
    const books = await RateBooks.open({
      database: new Database(pool),
      ground: await shippedGround(),
      bytes: 1_000_000,
      warn: (message) => warnings.push(message),
    });
    onTestFinished(async () => {
      await books.stop();
      await pool.end();
    });
    await quotedCarriers(books);
    isAway = true;
    await importLines(service, 'carrier-settings', [MARKUP, 'w2nz6j5b,no,0'], accountId);
    await expect.poll(() => warnings).toHaveLength(1);
    expect(await quotedCarriers(books)).toHaveLength(8);
    isAway = false;
    await expect.poll(() => quotedCarriers(books), { interval: 5 }).toHaveLength(7);
    expect(warnings).toEqual(['could not check for changed rates; will retry']);
  });
});
