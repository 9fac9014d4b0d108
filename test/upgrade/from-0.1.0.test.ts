import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { courierNameOf } from '../../src/domain/rates/courier-name.ts';
import { publicStatus } from '../../src/domain/tracking/statuses.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { installJobQueue } from '../../src/storage/job-queue.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { fillLedger } from '../../src/storage/money/fill-ledger.ts';
import { restore } from '../backup/backup-work.ts';
import { startApp } from '../support/app.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { askEverything, type RecordedAnswer, type World } from './answers.ts';

const FIXTURE = join(PACKAGE_ROOT, 'test/fixtures/0.1.0');
const recorded: { world: World; answers: RecordedAnswer[] } = JSON.parse(
  gunzipSync(readFileSync(join(FIXTURE, 'answers.json.gz'))).toString(),
);

/** Restores a backup with the newest release, which upgrades it. */
async function fromBackup(): Promise<TestDatabase> {
  const database = await createDatabase('empty');
  const migrations = await readMigrations(join(PACKAGE_ROOT, 'migrations'));
  await restore(join(FIXTURE, 'database.dky'), database, { migrations });
  return database;
}

/** Makes the database that a service of release 0.1.0 left, with tables, rows and jobs. */
async function fromSql(): Promise<TestDatabase> {
  const database = await createDatabase('empty');
  const sql = gunzipSync(readFileSync(join(FIXTURE, 'database.sql.gz'))).toString();
  const pool = openTestPool(database.connection, 1);
  try {
    await pool.query(sql);
  } finally {
    await pool.end();
  }
  await migrate(database.database.pool, await readMigrations(join(PACKAGE_ROOT, 'migrations')));
  await installJobQueue(database.database.pool);
  return database;
}

/**
 * The facts on a tracking page, independent of its design: store, customer, courier, and each entry of the
 * history.
 */
function toldBy(page: string): unknown {
  // Since then, names have marks around them for right-to-left scripts, and couriers have their own names.
  const plain = page.replaceAll(/<\/?bdi>/g, '');
  const [customer, carrier, ...rest] = [...plain.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, told]) => told);
  const [, history = ''] = plain.split('id="history"');
  return {
    brand: /<title>[^<]* – ([^<]*)<\/title>/.exec(page)?.[1],
    parcel: [customer, courierNameOf(carrier ?? ''), ...rest],
    moments: [...history.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => at),
    places: [...history.matchAll(/<span class="quiet">([^<]*)</g)].map(([, place]) => place),
  };
}

const MOMENTS_OF_THEN = new Set(['shipped', 'out_for_delivery', 'delivered', 'delivery_failed', 'returning']);

/** A text with the names of couriers instead of the names of their services. */
function withCouriers(text: string): string {
  return text.replaceAll(/ (?:Lite|Surface|Air|Heavy) \d+ k?g\b/g, '');
}

/** A message without the lines that newer emails show below the text: order, contact and name. */
function wordsAlone<Message extends { readonly text: string; readonly from_name: string }>(message: Message) {
  const [words = ''] = message.text.split(
    /\n\n(?:Order |To pay (?:at the door|on delivery)|Address\n|Questions\? )/,
  );
  return { ...message, text: withCouriers(words.replace(`\n\n${message.from_name}\n`, '')) };
}

/**
 * An old answer with published status words, and with the words for a status where the courier sent no text.
 */
function inWordsOfNow(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(inWordsOfNow);
  if (typeof answer !== 'object' || answer === null) return answer;
  const { event_date_time: isScan } = answer as { event_date_time?: string };
  return Object.fromEntries(
    Object.entries(answer)
      // The last page has a position now.
      .filter(([name, value]) => name !== 'next_search_after' || value !== null)
      .map(([name, value]) => {
        if (name === 'shipment_status' || name === 'current_status')
          return [name, publicStatus(value).status];
        if (name === 'activity') return [name, expect.any(String)];
        if (name === 'description' && value === null && isScan)
          return [name, expect.stringMatching(/^[A-Z]/)];
        return [name, inWordsOfNow(value)];
      }),
  );
}

/**
 * The parts that both releases answer. Settings of new messages are left out, because lists must match
 * completely.
 */
function ofThen(answer: unknown): unknown {
  if (typeof answer === 'string' && /<title>[^<]* – /.test(answer)) return toldBy(answer);
  // The logo is dithered differently since then.
  if (typeof answer === 'string' && answer.includes('^XA')) return answer.replaceAll(/\^GFA,[^^]*/g, '^GFA');
  // Newer exports have six amounts at the end of each line.
  if (typeof answer === 'string' && answer.includes(',other_amount\r\n')) {
    return answer.replaceAll(/(?:,[\w.]*){6}(?=\r\n)/g, '');
  }
  const { data: listed } = (answer ?? {}) as { data?: unknown };
  if (Array.isArray(listed) && listed.some((row) => 'from_name' in row)) {
    return { ...(answer as object), data: listed.map(wordsAlone) };
  }
  const { messages } =
    (answer as { data?: { messages?: { moment: string; text: string }[] } } | null)?.data ?? {};
  if (messages === undefined) return answer;
  const { data } = answer as { data: object };
  // A message asks for a review only if there is a link for it.
  const plain = messages
    .filter(({ moment }) => MOMENTS_OF_THEN.has(moment))
    .map((message) => ({
      ...message,
      text: message.text.replace(/\s*\[\[[^\]]*\{\{review_url\}\}\]\]/, ''),
    }));
  return { data: { ...data, messages: plain } };
}

describe.each([
  ['a backup', fromBackup],
  ['SQL', fromSql],
])('an upgraded database of 0.1.0 from %s', (_, bring) => {
  it('gives the same answers as 0.1.0', async () => {
    const test = await startApp({ now: new Date(recorded.world.now), database: await bring() });
    try {
      const answers = await askEverything(test.app, recorded.world);
      expect(answers.map(({ request }) => request)).toEqual(recorded.answers.map(({ request }) => request));
      for (const [index, { request, status, answer }] of answers.entries()) {
        const before = recorded.answers[index];
        expect(status, request).toBe(before?.status);
        expect({ answer: ofThen(answer) }, request).toMatchObject({
          answer: inWordsOfNow(ofThen(before?.answer)),
        });
      }
    } finally {
      await test.stop();
    }
  });

  it('has the quoted charges of each shipment once in the ledger', async () => {
    const { database, drop } = await bring();
    const by = { actor: SYSTEM, now: new Date(recorded.world.now), newId };
    const fill = async () => {
      while (await fillLedger(database, by));
      const { rows } = await database.pool.query<{ entries: number; wrong: number; dues: number }>(
        LEDGER_TRUTH,
      );
      return rows[0];
    };
    try {
      const filled = await fill();
      expect(filled).toMatchObject({ wrong: 0 });
      expect(filled?.entries).toBeGreaterThan(50);
      expect(filled?.dues).toBeGreaterThan(0);
      await database.pool.query('delete from ledger_fill');
      expect(await fill()).toEqual(filled);
    } finally {
      await drop();
    }
  });
});

/**
 * The number of ledger entries, of shipments with other entries than quoted, and of couriers that have collected cash.
 */
const LEDGER_TRUTH = `
  select (select count(*)::integer from ledger_entries) as entries, (select count(*)::integer from cod_dues) as dues,
         count(*) filter (where coalesce(charged.paise, 0) <>
             case when phase = 'withdrawn' then 0 else platform_fee_paise end
           + case when phase in ('moving', 'final') then total_charges_paise else 0 end
           + case when rto_delivered_at is null then 0 else rto_charges_paise end)::integer as wrong
    from shipments s
    join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      and b.state = 'booked'
    left join (select account_id, shipment_id, sum(case side when 'debit' then amount_paise else -amount_paise end) as paise
                 from ledger_entries group by account_id, shipment_id) charged
      on charged.account_id = s.account_id and charged.shipment_id = s.shipment_id`;
