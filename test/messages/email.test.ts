import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import { SmtpTransport } from '../../src/messages/smtp-transport.ts';
import type { SendResult } from '../../src/messages/transport.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { startBackground } from '../../src/service/background.ts';
import { markProcessSeen, unlockJobsOfTheDead } from '../../src/storage/booking/processes.ts';
import { JOB_SCHEMA } from '../../src/storage/job-queue.ts';
import { SEND_LATER_MESSAGE } from '../../src/storage/messages/message-jobs.ts';
import { recoverMessages, sendMessage } from '../../src/usecases/messages/send-message.ts';
import { PUBLIC_URL, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { bookOrderWith, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { runJobs, waitingJobs } from '../support/jobs.ts';
import { dropsAfterData, type MailServer, startBareServer, startMailServer } from '../support/mail-server.ts';
import { API, makeWarehouse } from '../support/orders.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FROM = 'ship@example.in';
/** For servers that answer, however busy the machine is. */
const TIMEOUTS = { connect: 40_000, silence: 40_000, whole: 60_000 };
/** For servers that never answer. */
const HANGING = { connect: 100, silence: 100, whole: 1_500 };

const opened: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.stop();
});

function keep<T extends { stop(): Promise<unknown> }>(one: T): T {
  opened.push(one);
  return one;
}

interface Scene {
  readonly test: TestApp;
  readonly account: TestAccount;
  readonly warehouseId: string;
}

/** An account and a service of its own, whose emails go to the given server. */
async function startScene(url: string, now?: Date, timeouts = TIMEOUTS): Promise<Scene> {
  const email = new SmtpTransport({ url, from: FROM, timeouts });
  const messaging = { transports: { email }, publicUrl: () => PUBLIC_URL };
  const test = keep(await startApp({ shipping: { messaging }, ...(now === undefined ? {} : { now }) }));
  return openScene(test);
}

async function openScene(test: TestApp): Promise<Scene> {
  const account = await test.account('Sunrise Traders');
  return { test, account, warehouseId: await makeWarehouse(account) };
}

const book = ({ account, warehouseId }: Scene, changes: Record<string, unknown> = {}) =>
  bookOrderWith(account, warehouseId, { carrier_id: CARRIER, ...changes });

async function list({ account }: Scene, filters = '') {
  const response = await account.get(`/messages${filters}`);
  return response.json().data;
}

/** The message of a new booking. */
async function only(scene: Scene) {
  const messages = await list(scene);
  expect(messages).toHaveLength(1);
  return messages[0];
}

async function send(scene: Scene, messageId: string): Promise<void> {
  await sendMessage(scene.test.service, { accountId: scene.account.accountId, messageId });
}

async function startMail(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  return keep(await startMailServer(...options));
}

/** The name that a mail reader shows: a quoted string or encoded words (RFC 5322, RFC 2047). */
function nameOf(header: string): string {
  if (/^".*"$/.test(header)) return header.slice(1, -1).replace(/\\(.)/g, '$1');
  const words = [...header.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, kind, text = '']) =>
    kind?.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replace(/_/g, ' ')
            .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ),
  );
  return words.length === 0 ? header : Buffer.concat(words).toString('utf8');
}

describe('a waiting message', () => {
  const SENT = { outcome: 'sent', providerId: null } as const;
  let provider: () => Promise<SendResult>;
  let scene: Scene;

  beforeAll(async () => {
    const transports = { email: { moments: new Set(MOMENTS), send: () => provider() } };
    const test = await startApp({ shipping: { messaging: { transports, publicUrl: () => PUBLIC_URL } } });
    scene = await openScene(test);
  });
  afterAll(() => scene.test.stop());

  async function bookOne(changes: Record<string, unknown> = {}) {
    const { shipmentId } = await book(scene, changes);
    return (await list(scene, `?shipment_id=${shipmentId}`))[0].id as string;
  }

  async function show(messageId: string) {
    const messages: { id: string }[] = await list(scene);
    return messages.find(({ id }) => id === messageId);
  }

  const enable = (enabled: boolean | null, store_id?: string) =>
    scene.account.put('/message-settings', {
      store_id,
      messages: [{ moment: 'shipped', channel: 'email', enabled }],
    });

  it('is not sent after it was switched off for its account or store', async () => {
    let handedOver = 0;
    provider = async () => {
      handedOver += 1;
      return SENT;
    };
    const stores = [];
    for (const store_name of ['one', 'two']) {
      stores.push((await scene.account.post('/client-stores', { store_name })).json().data.id);
    }
    const ids = [await bookOne(), await bookOne({ store_name: 'one' }), await bookOne({ store_name: 'two' })];
    await enable(false);
    for (const store_id of stores) await enable(store_id === stores[1], store_id);
    for (const id of ids) await send(scene, id);
    await enable(null);
    const off = { status: 'failed', error: 'not sent: this message is switched off' };
    expect(await Promise.all(ids.map(show))).toMatchObject([off, off, { status: 'sent' }]);
    expect(handedOver).toBe(1);
  });

  it('is settled by its latest sender, not by one with an expired claim', async () => {
    const id = await bookOne();
    const results: ((result: SendResult) => void)[] = [];
    let begun: () => void = () => undefined;
    provider = () => {
      begun();
      return new Promise((resolve) => results.push(resolve));
    };
    const sendings: Promise<void>[] = [];
    for (let time = 0; time < 2; time += 1) {
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      sendings.push(send(scene, id));
      await isBegun;
      scene.test.advance(3 * MINUTE_MS);
    }
    results[0]?.({ outcome: 'refused', error: saidByPartner('no such mailbox') });
    await sendings[0];
    expect(await show(id)).toMatchObject({ status: 'queued', error: null });
    results[1]?.(SENT);
    await sendings[1];
    expect(await show(id)).toMatchObject({ status: 'sent', error: null });
  });

  it('keeps its language after its store’s languages change', async () => {
    const sent: string[] = [];
    provider = async () => SENT;
    const { app } = scene.test;
    const { headers } = scene.account;
    const stores = `${API}/client-stores`;
    const payload = { store_name: 'spoken', languages: ['hi', 'en'] };
    const store = (await app.inject({ method: 'POST', url: stores, headers, payload })).json().data.id;
    for (const isSent of [true, false]) {
      const { shipmentId } = await book(scene, { store_name: 'spoken' });
      const [{ id }] = await list(scene, `?shipment_id=${shipmentId}`);
      if (isSent) await send(scene, id);
      sent.push(id);
    }
    await app.inject({ method: 'PUT', url: `${stores}/${store}`, headers, payload: { languages: ['ta'] } });
    for (const id of sent) {
      const message = await show(id);
      expect(message).toMatchObject({ language: 'hi', subject: expect.stringContaining('आपका ऑर्डर') });
    }
  });

  it('is sent by one of several simultaneous senders', async () => {
    let handedOver = 0;
    provider = async () => {
      handedOver += 1;
      return SENT;
    };
    const id = await bookOne();
    await Promise.all([send(scene, id), send(scene, id), send(scene, id)]);
    expect(handedOver).toBe(1);
    await send(scene, id);
    expect(handedOver).toBe(1);
  });
});

describe('an email', () => {
  let shared: TestApp;
  let transport: SmtpTransport;

  beforeAll(async () => {
    const email = {
      moments: new Set(MOMENTS),
      send: (...sent: Parameters<SmtpTransport['send']>) => transport.send(...sent),
    };
    shared = await startApp({
      shipping: { messaging: { transports: { email }, publicUrl: () => PUBLIC_URL } },
    });
  });
  afterAll(() => shared.stop());

  /** An account of its own on the service of these tests, without waiting messages. */
  async function share(url: string, timeouts = TIMEOUTS): Promise<Scene> {
    transport = new SmtpTransport({ url, from: FROM, timeouts });
    await shared.sql('delete from graphile_worker._private_jobs');
    await shared.sql('delete from messages');
    return openScene(shared);
  }

  it('has the brand as sender, HTML and text, and the headers for automatic mail', async () => {
    const mail = await startMail();
    const scene = await share(mail.url);
    const { trackingNumber } = await book(scene, { order_id: 'CHAI & <b>1</b>' });
    await runJobs(scene.test);
    expect(await only(scene)).toMatchObject({ status: 'sent', error: null, sent_at: expect.any(String) });
    const [email] = mail.emails;
    expect(email).toMatchObject({ from: FROM, to: ['asha@example.in'] });
    const source = email?.source.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
    const { id } = await only(scene);
    expect(source).toContain('From: Sunrise Traders <ship@example.in>');
    expect(source).toContain(`Message-ID: <${id}@example.in>`);
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toContain('Content-Type: multipart/alternative');
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
    const link = /<a href="https:\/\/ship\.example\.in(\/t\/[2-9a-z]{11})"/.exec(source)?.[1] ?? '';
    expect((await scene.test.app.inject({ url: link })).body).toContain(trackingNumber);
    expect(source).toContain('CHAI &amp; &lt;b&gt;1&lt;/b&gt;');
  });

  it('gets no headers from a brand or an order id', async () => {
    const mail = await startMail();
    const scene = await share(mail.url);
    await scene.test.sql('update accounts set name = $1', ['Evil\r\nBcc: all@example.in\r\n\r\nHello']);
    await book(scene);
    await runJobs(scene.test);
    expect(mail.emails).toHaveLength(1);
    expect(mail.emails[0]?.to).toEqual(['asha@example.in']);
    const [head] = mail.emails[0]?.source.split('\r\n\r\n') ?? [];
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).toContain('From: "Evil Bcc: all@example.in Hello" <ship@example.in>');
  });

  it.each([
    'Chai "Best" \\ Co',
    'Chai <all@example.in>, x@example.in',
    'श्री महालक्ष्मी भंडार '.repeat(4).trim(),
  ])('has our address as sender, with the name of the brand %s', async (brand) => {
    const mail = await startMail();
    const scene = await share(mail.url);
    await scene.test.sql('update accounts set name = $1', [brand]);
    await book(scene);
    await runJobs(scene.test);
    expect(mail.emails.map(({ from, to }) => [from, to])).toEqual([[FROM, ['asha@example.in']]]);
    const [head = ''] = mail.emails[0]?.source.split('\r\n\r\n') ?? [];
    const header = /^From: ((?:.*\r\n[ \t])*.*)$/m.exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';
    const [, name = ''] = /^(.*) <ship@example\.in>$/.exec(header) ?? [];
    expect(nameOf(name)).toBe(brand);
  });

  it('is sent once by many simultaneous jobs', async () => {
    const mail = await startMail();
    const scene = await share(mail.url);
    await book(scene);
    const { id } = await only(scene);
    await Promise.all(Array.from({ length: 12 }, () => send(scene, id)));
    await runJobs(scene.test);
    await send(scene, id);
    expect(mail.emails).toHaveLength(1);
  });

  it('fails at once if the recipient is refused, and the error has no contacts', async () => {
    const mail = await startMail({
      onRcptTo: ({ address }, _session, done) => {
        done(Object.assign(new Error(`<${address}>: no such user, call 9876543210`), { responseCode: 550 }));
      },
    });
    const scene = await share(mail.url);
    await book(scene);
    await runJobs(scene.test);
    const message = await only(scene);
    expect(message).toMatchObject({ status: 'failed', sent_at: null });
    expect(message.error).toMatch(/^550 <a\*\*\*@example\.in>: no such user, call \*{6}3210$/);
  });

  it('fails at once if its content is refused, and is retried if the sender is refused', async () => {
    const spam = await startMail({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('looks like spam'), { responseCode: 554 })));
      },
    });
    const scene = await share(spam.url);
    await book(scene);
    await runJobs(scene.test);
    expect(await only(scene)).toMatchObject({ status: 'failed', error: '554 looks like spam' });

    const relay = await startMail({
      onMailFrom: (_address, _session, done) => {
        done(Object.assign(new Error('relay denied'), { responseCode: 550 }));
      },
    });
    const other = await share(relay.url);
    await book(other);
    await runJobs(other.test);
    expect(await only(other)).toMatchObject({ status: 'queued', error: '550 relay denied' });
  });

  it('is retried if the server hangs before its greeting or after the data', async () => {
    const silent = keep(await startBareServer(() => undefined));
    const scene = await share(silent.url, HANGING);
    await book(scene);
    await runJobs(scene.test);
    expect(await only(scene)).toMatchObject({
      status: 'queued',
      error: 'the SMTP server did not answer in time',
      error_details: {
        template: 'smtp_server',
        values: { what: { type: 'sentence', template: 'did_not_answer_in_time', values: {} } },
      },
    });
    // An older release stored only the text.
    const { accountId } = scene.account;
    await scene.test.sql("update messages set error = 'was away' where account_id = $1", [accountId]);
    expect(await only(scene)).toMatchObject({
      error: 'was away',
      error_details: { message: 'was away', template: 'as_written', values: { words: 'was away' } },
    });

    const hangs = await startMail({ onData: (stream) => stream.resume(), closeTimeout: 1 });
    const other = await share(hangs.url, HANGING);
    await book(other);
    await runJobs(other.test);
    expect(await only(other)).toMatchObject({
      status: 'queued',
      error: 'the SMTP server did not answer in time',
    });
  });

  it('is sent again with the same Message-ID if the connection was lost after the data', async () => {
    const taken: string[] = [];
    const drops = keep(await startBareServer(dropsAfterData((source) => taken.push(source))));
    const scene = await share(drops.url);
    await book(scene);
    const { id } = await only(scene);
    await runJobs(scene.test);
    expect(await only(scene)).toMatchObject({ status: 'queued' });
    scene.test.advance(MINUTE_MS);
    await send(scene, id);
    const idsOf = (source: string) => /^Message-ID: (.*)$/im.exec(source)?.[1]?.trim();
    expect(taken.map(idsOf)).toEqual([`<${id}@example.in>`, `<${id}@example.in>`]);
  });

  it('is sent when the server works again after an hour', async () => {
    const before = await startMailServer();
    await before.stop();
    const scene = await share(before.url);
    await book(scene);
    const { id } = await only(scene);
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await send(scene, id);
      scene.test.advance(5 * MINUTE_MS);
    }
    expect(await only(scene)).toMatchObject({
      status: 'queued',
      error: 'the SMTP server could not be reached, or hung up (ECONNREFUSED)',
    });
    const back = await startMail({}, Number(new URL(before.url).port));
    scene.test.advance(20 * MINUTE_MS);
    await runJobs(scene.test);
    expect(await only(scene)).toMatchObject({ status: 'sent', error: null });
    expect(back.emails).toHaveLength(1);
  });

  it('is not retried too early, and is given up after about a day', async () => {
    const away = await startMailServer();
    await away.stop();
    const scene = await share(away.url);
    await book(scene);
    const { id } = await only(scene);
    const tries = async () => (await scene.test.sql('select tries from messages'))[0].tries;
    await send(scene, id);
    await send(scene, id);
    scene.test.advance(5_000);
    await send(scene, id);
    expect(await tries()).toBe(1);
    let hours = 0;
    while ((await only(scene)).status === 'queued' && hours < 100) {
      scene.test.advance(HOUR_MS);
      hours += 1;
      await send(scene, id);
    }
    expect(await only(scene)).toMatchObject({
      status: 'failed',
      error: 'the SMTP server could not be reached, or hung up (ECONNREFUSED)',
    });
    expect(await tries()).toBe(10);
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(32);
  });

  it('is not sent after it is no longer true', async () => {
    const away = await startMailServer();
    await away.stop();
    const scene = await share(away.url);
    const { shipmentId, trackingNumber } = await book(scene);
    await runJobs(scene.test);
    const courier = await carrierHeaders(scene.test);
    for (const status of ['out_for_delivery', 'delivered']) {
      scene.test.advance(MINUTE_MS);
      const event_date_time = scene.test.service.now().toISOString();
      await sendEvents(scene.test, courier, {
        events: [{ tracking_number: trackingNumber, status, event_date_time }],
      });
    }
    const back = await startMail({}, Number(new URL(away.url).port));
    scene.test.advance(5 * MINUTE_MS);
    for (const { id } of await list(scene)) await send(scene, id);
    expect(await list(scene, `?shipment_id=${shipmentId}`)).toMatchObject([
      { moment: 'delivered', status: 'sent' },
      { moment: 'out_for_delivery', status: 'failed', error: 'not sent: its status is "Delivered" by now' },
      { moment: 'shipped', status: 'failed', error: 'not sent: its status is "Delivered" by now' },
    ]);
    expect(back.emails).toHaveLength(1);
  });

  it('of a dead process is sent by another process', async () => {
    const mail = await startMail();
    const scene = await share(mail.url);
    await book(scene);
    const claimedUntil = new Date(scene.test.service.now().getTime() + 3 * MINUTE_MS);
    await scene.test.sql('update messages set claimed_until = $1, tries = 1', [claimedUntil]);
    await runJobs(scene.test);
    expect(mail.emails).toHaveLength(0);
    scene.test.advance(11 * MINUTE_MS);
    await recoverMessages(scene.test.service);
    await runJobs(scene.test);
    expect(await only(scene)).toMatchObject({ status: 'sent' });
    expect(mail.emails).toHaveLength(1);
  });

  it.each([
    ['this process, which has given it up', true, 1],
    ['another living process', false, 0],
  ])('claimed by %s: with its job lost too, %s, %i is sent at once', async (_, isOwn, sent) => {
    const mail = await startMail();
    const scene = await startScene(mail.url);
    const { service, database, sql } = scene.test;
    await book(scene);
    await book(scene);
    const [first, second] = (await list(scene)).map(({ id }: { id: string }) => id);
    const other = service.newId();
    await markProcessSeen(database.database, other, []);
    const until = new Date(service.now().getTime() + 3 * MINUTE_MS);
    await sql('update messages set claimed_until = $1, claimed_by = $2, tries = 1', [
      until,
      isOwn ? service.processId : other,
    ]);
    await sql(`delete from ${JOB_SCHEMA}._private_jobs`);
    // This process still sends the second.
    const endFlight = service.inFlight.begin(second ?? '');
    await recoverMessages(service);
    await runJobs(scene.test);
    expect(mail.emails).toHaveLength(sent);
    const states = new Map((await list(scene)).map(({ id, status }: Record<string, string>) => [id, status]));
    expect([states.get(first), states.get(second)]).toEqual([isOwn ? 'sent' : 'queued', 'queued']);
    endFlight();
    await recoverMessages(service);
    await runJobs(scene.test);
    expect(mail.emails).toHaveLength(2 * sent);
  });

  it('with own words for one language is left to processes of later releases, in each try', async () => {
    const busy = Object.assign(new Error('later'), { responseCode: 451 });
    const mail = await startMail({ onMailFrom: (_, __, done) => done(busy) });
    const scene = await share(mail.url);
    const { app, database, service, advance } = scene.test;
    const own = { moment: 'shipped', channel: 'email', subject: 'Sent', text: 'Sent: {{order_id}}' };
    const put = await app.inject({
      method: 'PUT',
      url: `${API}/message-settings`,
      headers: scene.account.headers,
      payload: { language: 'en', messages: [own] },
    });
    expect(put.statusCode).toBe(200);
    const ownJobs = async () => (await waitingJobs(scene.test)).map(({ task }) => task);
    await book(scene);
    expect(await ownJobs()).toEqual([SEND_LATER_MESSAGE]);
    const { id } = await only(scene);
    await send(scene, id);
    expect(await only(scene)).toMatchObject({ status: 'queued', text: expect.stringMatching(/^Sent: /) });
    expect(await ownJobs()).toEqual([SEND_LATER_MESSAGE]);
    await database.sql(`delete from ${JOB_SCHEMA}._private_jobs`);
    advance(HOUR_MS);
    await recoverMessages(service);
    expect(await ownJobs()).toEqual([SEND_LATER_MESSAGE]);
  });

  it.each([
    // The limit is 12 s, and some of it passes before the check.
    [1, 0],
    [13, 1],
  ])('of a process last seen %i s ago, with a locked job: %i is sent at once', async (seconds, sent) => {
    const mail = await startMail();
    const scene = await startScene(mail.url);
    await book(scene);
    const { service, database } = scene.test;
    const processId = service.newId();
    const ago = `clock_timestamp() - interval '${seconds} seconds'`;
    await database.sql(
      `insert into service_processes (process_id, started_at, seen_at, job_workers)
       values ($1, ${ago}, ${ago}, '{pool-other,pool-killed}')`,
      [processId],
    );
    const claimedUntil = new Date(service.now().getTime() + 3 * MINUTE_MS);
    await database.sql('update messages set claimed_until = $1, claimed_by = $2, tries = 1', [
      claimedUntil,
      processId,
    ]);
    await database.sql(
      `update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now() - interval '13 seconds'`,
    );
    await unlockJobsOfTheDead(database.database);
    await runJobs(scene.test);
    expect(mail.emails).toHaveLength(sent);
  });

  it('does not delay the end of a process if the server hangs, and is left to another', async () => {
    let connected: () => void = () => undefined;
    const isHanging = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const hanging = keep(await startBareServer(() => connected()));
    const scene = await startScene(hanging.url, undefined, {
      connect: 80_000,
      silence: 80_000,
      whole: 80_000,
    });
    const { service, database } = scene.test;
    await book(scene);
    const background = startBackground(service, pino({ level: 'silent' }), 200);
    await isHanging;
    const held = 'select locked_by as name from graphile_worker.jobs where locked_by is not null';
    const rows = await database.sql<{ name: string }>(held);
    expect(service.jobWorkers.names).toContain(rows[0]?.name);
    const begun = performance.now();
    await background.stop();
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(service.jobWorkers.names.size).toBe(0);
    // The worker has stopped, but may not have released its job yet.
    await expect.poll(async () => await database.sql(held)).toEqual([]);
    expect(await only(scene)).toMatchObject({ status: 'queued' });
  });

  it('is not created for a customer without an address', async () => {
    const mail = await startMail();
    const scene = await share(mail.url);
    await book(scene, { billing_email: '' });
    expect(await list(scene)).toEqual([]);
  });

  itOnOneServer('of a change that was rolled back is never sent', async () => {
    const mail = await startMail();
    const scene = await startScene(mail.url);
    await scene.test.sql(
      "create function refuse() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$",
    );
    await scene.test.sql(
      `create constraint trigger refuse after insert on messages deferrable initially deferred
         for each row execute function refuse()`,
    );
    await expect(book(scene)).rejects.toThrow();
    await runJobs(scene.test);
    expect(await list(scene)).toEqual([]);
    expect(mail.emails).toHaveLength(0);
  });

  it('is sent by the background worker while others hang', async () => {
    let arrived: (to: string) => void = () => undefined;
    const arrival = new Promise<string>((resolve) => {
      arrived = resolve;
    });
    const mail = await startMail({
      closeTimeout: 1,
      onData: (stream, { envelope }, done) => {
        stream.resume();
        const to = envelope.rcptTo[0]?.address ?? '';
        if (to.startsWith('hangs')) return;
        stream.on('end', () => {
          done(null, 'taken');
          arrived(to);
        });
      },
    });
    const scene = await startScene(mail.url, new Date());
    const background = startBackground(scene.test.service, pino({ level: 'silent' }));
    keep({ stop: () => background.stop() });
    for (let order = 0; order < 3; order += 1) {
      await book(scene, { billing_email: `hangs${order}@example.in` });
    }
    await book(scene, { billing_email: 'asha@example.in' });
    expect(await arrival).toBe('asha@example.in');
  });
});
