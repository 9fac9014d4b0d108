import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { indiaDate, parseMoment } from '../../src/domain/india-time.ts';
import type { OutgoingEmail, OutgoingText, Transports } from '../../src/messages/transport.ts';
import { settleDecisions } from '../../src/usecases/couriers/settle-decisions.ts';
import { closeOutdatedRequests } from '../../src/usecases/customer-requests/decide-requests.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { linkCodeOf } from '../../src/usecases/tracking/tracking-links.ts';
import { openApp, PUBLIC_URL } from '../support/app.ts';
import {
  answeringWith,
  type Booked,
  bookOrder,
  CARRIER,
  carrierHeaders,
  sendEvents,
} from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { heldOrders } from '../support/held-orders.ts';
import { runJobs } from '../support/jobs.ts';
import { multipart } from '../support/multipart.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';

let visitors = 0;

const texts: OutgoingText[] = [];
const emails: OutgoingEmail[] = [];
const transports: Transports = {
  sms: {
    moments: new Set(['code']),
    send: async (text) => {
      texts.push(text);
      return { outcome: 'sent', providerId: null };
    },
  },
  email: {
    moments: new Set(['code', 'delivery_failed']),
    send: async (email) => {
      emails.push(email);
      return { outcome: 'sent', providerId: null };
    },
  },
};

const test = await openApp({ shipping: { messaging: { transports, publicUrl: () => PUBLIC_URL } } });
const account = await test.account('Sunrise Traders');
const warehouseId = await makeWarehouse(account);
afterEach(async () => {
  await settings({ another_day: 'at_once', landmark: 'at_once', refusal: 'approval', codes_per_day: 200 });
});

async function api(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, by = account) {
  const request = { method, url: `${API}${path}`, headers: by.headers };
  return test.app.inject(payload === undefined ? request : { ...request, payload });
}

function settings(changes: object) {
  return api('PUT', '/request-settings', changes);
}

/** A parcel whose delivery failed, with the path of its link. */
async function failed(by = account, warehouse = warehouseId): Promise<Booked & { path: string }> {
  const booked = await bookOrder(by, warehouse, CARRIER);
  await scan(test, by, booked.shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  return { ...booked, path: await pathOf(booked, by) };
}

async function pathOf({ shipmentId }: Pick<Booked, 'shipmentId'>, by = account): Promise<string> {
  return `/t/${await linkCodeOf(test.service, { accountId: by.accountId, shipmentId })}`;
}

/** A person's browser, with an address of its own. */
function visitor() {
  visitors += 1;
  const remoteAddress = `198.51.${Math.floor(visitors / 250)}.${visitors % 250}`;
  return {
    get: (url: string, headers: Record<string, string> = {}) =>
      test.app.inject({ url, remoteAddress, headers }),
    post: (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      test.app.inject({
        method: 'POST',
        url,
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    send: (url: string, fields: Record<string, string>, photos: Buffer[] = []) => {
      const form = multipart([
        ...Object.entries(fields).map(([name, value]) => ({ name, value })),
        ...photos.map((file) => ({ name: 'photos', file, filename: 'photo.jpg' })),
      ]);
      return test.app.inject({
        method: 'POST',
        url,
        remoteAddress,
        headers: form.headers,
        payload: form.payload,
      });
    },
  };
}

type Visitor = ReturnType<typeof visitor>;

/** Goes through a code to the form, and returns its address. */
async function formOf({ post }: Visitor, path: string): Promise<string> {
  expect((await post(`${path}/codes`, { channel: 'sms' })).statusCode).toBe(303);
  const code = String(texts.at(-1)?.values.code);
  const { statusCode, headers } = await post(`${path}/code`, { code });
  expect(statusCode).toBe(303);
  return String(headers.location).replace(/\?.*/, '');
}

async function ask(path: string, input: Record<string, string>, photos: Buffer[] = []) {
  const person = visitor();
  return person.send(await formOf(person, path), input, photos);
}

async function requestsOf({ shipmentId }: Pick<Booked, 'shipmentId'>, by = account) {
  return (await api('GET', `/requests?shipment_id=${shipmentId}`, undefined, by)).json().data;
}

async function statusOf({ shipmentId }: Booked): Promise<string> {
  const { attributes } = (await api('GET', `/shipments/${shipmentId}`)).json().data;
  return attributes.sub_status ?? attributes.status;
}

describe('a failed delivery', () => {
  it('is answered behind a code that goes to the order’s own phone, and is tried again at once', async () => {
    const parcel = await failed();
    const person = visitor();
    const page = await person.get(parcel.path);
    expect(page.body).toContain('What should happen now?');
    expect(page.body).toContain(`href="${parcel.path}/ask?lang=en"`);
    const choose = await person.get(`${parcel.path}/ask`);
    expect(choose.body).toContain('SMS to ******3210');
    expect(choose.body).toContain('Email to a***@example.in');
    expect(choose.body).not.toMatch(/9876543210|<script/);
    expect(choose.headers['cache-control']).toBe('no-store');
    const form = await formOf(person, parcel.path);
    expect(texts.at(-1)).toMatchObject({ phone: '9876543210', moment: 'code' });
    const shown = await person.get(form);
    expect(shown.body).toContain('Tuesday 17 November');
    const sent = await person.send(form, {
      answer: 'again',
      day: '2026-11-18',
      landmark: 'Opposite the temple',
      phone: '',
      note: 'Ring twice',
    });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${parcel.path}?lang=en#request`]);
    const waits = await person.get(parcel.path);
    expect(waits.body).toContain(
      '<b>Please deliver again: Wednesday 18 November</b><br>We are asking the courier. The answer will be on this page.',
    );
    expect(waits.headers['cache-control']).toBe('private, no-cache');
    const asked: unknown[] = [];
    const done = async (...told: unknown[]) => {
      asked.push(told[1]);
      return { outcome: 'done' } as const;
    };
    await answeringWith(test, { requestReattempt: done }, () => runJobs(test));
    expect(asked).toEqual([
      {
        addressLine: expect.stringContaining('Indiranagar'),
        landmark: 'Opposite the temple',
        phone: null,
        comments: 'Ring twice',
        deliveryDate: '2026-11-18',
      },
    ]);
    expect(await statusOf(parcel)).toBe('reattempt_delivery');
    expect(await requestsOf(parcel)).toMatchObject([
      {
        kind: 'reattempt',
        state: 'done',
        at_once: true,
        decided_by: 'customer',
        delivery_date: '2026-11-18',
      },
    ]);
    expect((await person.get(parcel.path)).body).toContain('We asked the courier to deliver again.');
    const { data } = (await api('GET', '/audit?per_page=20')).json();
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['request.code_sent', 'request.made', 'request.done', 'shipment.reattempt']),
    );
  });

  it('leads to the choice of a day, from its email and from the page of its number, while days are offered', async () => {
    const booked = await bookOrder(account, warehouseId, CARRIER);
    const parcel = { ...booked, path: await pathOf(booked) };
    for (const status of ['picked_up', 'out_for_delivery', 'ndr_raised']) {
      test.advance(60_000);
      const event_date_time = test.service.now().toISOString();
      const event = { tracking_number: booked.trackingNumber, status, event_date_time };
      await sendEvents(test, await carrierHeaders(test), { events: [event] });
    }
    const emailOf = async () => {
      const query = `moment=delivery_failed&channel=email&shipment_id=${parcel.shipmentId}`;
      const [message] = (await api('GET', `/messages?${query}`)).json().data;
      return (await api('GET', `/messages/${message.id}/preview`)).body;
    };
    const pages = async () => [
      await emailOf(),
      (await visitor().get(parcel.path)).body,
      (await visitor().get(`/track/${parcel.trackingNumber}`)).body,
    ];
    const offered = ['Choose the day with the link.', 'You can choose another day', 'To choose another day'];
    expect((await pages()).map((body, index) => body.includes(offered[index] ?? ''))).toEqual([
      true,
      true,
      true,
    ]);
    expect(await emailOf()).toMatch(new RegExp(`href="[^"]+${parcel.path}/ask"[^>]*>Choose a day<`));
    await settings({ another_day: 'off' });
    for (const body of await pages()) expect(body).not.toMatch(/[Cc]hoose (?:a|the|another) day/);
  });

  it('says where the code went, also beside one that was wrong', async () => {
    const parcel = await failed();
    const { get, post } = visitor();
    const { headers } = await post(`${parcel.path}/codes`, { channel: 'sms' });
    const { body } = await get(String(headers.location));
    expect(body).toContain('<p>SMS to ******3210</p>');
    const by = /name="by" value="(\w+)"/.exec(body)?.[1] ?? '';
    const wrong = await post(`${parcel.path}/code`, { code: '12', by });
    expect([wrong.statusCode, wrong.body]).toEqual([
      422,
      expect.stringContaining('<p>SMS to ******3210</p>'),
    ]);
    const unknown = await get(`${parcel.path}/code?by=%3Cb%3E`);
    expect(unknown.body).not.toMatch(/name="by"|<b>/);
  });

  it('is answered in the language of the page', async () => {
    const parcel = await failed();
    const { body } = await visitor().get(`${parcel.path}/ask?lang=hi`);
    expect(body).toContain('<html lang="hi-IN">');
    expect(body).toContain('******3210 पर SMS');
  });

  it('leaves a new phone, and a refusal, to the merchant', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'again', phone: '+91 98765 43211' });
    await runJobs(test);
    const [request] = await requestsOf(parcel);
    expect(request).toMatchObject({ state: 'waiting', at_once: false, phone: '9876543211', photos: [] });
    const first = await visitor().get(parcel.path);
    expect(first.body).toContain('Sunrise Traders is reviewing it. The answer will be on this page.');
    const approved = await api('POST', `/requests/${request.id}/approve`, { note: 'We come tomorrow' });
    expect(approved.json().data).toMatchObject({ state: 'done', answer: 'We come tomorrow' });
    expect(await statusOf(parcel)).toBe('reattempt_delivery');
    const seen = await visitor().get(parcel.path, { 'if-none-match': String(first.headers.etag) });
    expect([seen.statusCode, seen.body]).toEqual([
      200,
      expect.stringContaining(
        'Sunrise Traders approved it. We asked the courier to deliver again. We come tomorrow',
      ),
    ]);
    const again = await api('POST', `/requests/${request.id}/approve`, {});
    expect([again.statusCode, again.json().data.answer]).toEqual([200, 'We come tomorrow']);
    expect((await api('POST', `/requests/${request.id}/reject`, {})).json().errors).toEqual([
      'The request is done',
    ]);

    const unwanted = await failed();
    await ask(unwanted.path, { answer: 'refuse' });
    const [refusal] = await requestsOf(unwanted);
    expect(refusal).toMatchObject({ kind: 'refusal', state: 'waiting' });
    expect((await api('POST', `/requests/${refusal.id}/approve`, {})).statusCode).toBe(200);
    const { attributes } = (await api('GET', `/shipments/${unwanted.shipmentId}`)).json().data;
    expect(attributes).toMatchObject({ status: 'rto_initiated', rto_reason: 'customer_refused' });
    expect((await visitor().get(unwanted.path)).body).toContain('asked the courier to take the parcel back');
  });

  it('may be asked for again once the merchant turned it down', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' });
    const [request] = await requestsOf(parcel);
    const waits = await visitor().get(`${parcel.path}/ask`);
    expect([waits.statusCode, waits.headers.location]).toEqual([303, `${parcel.path}?lang=en`]);
    const { data } = (await api('POST', `/requests/${request.id}/reject`, { note: 'Please call us' })).json();
    expect(data).toMatchObject({ state: 'rejected', answer: 'Please call us' });
    const { body } = await visitor().get(parcel.path);
    expect(body).toContain('Sunrise Traders declined your request. Please call us');
    expect(body).toContain('Choose what happens next');
  });

  it('tells of the courier’s refusal', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const refuse = async () => ({ outcome: 'refused', reason: 'does not come on Tuesdays' }) as const;
    await answeringWith(test, { requestReattempt: refuse }, () => runJobs(test));
    expect(await requestsOf(parcel)).toMatchObject([
      { state: 'refused', answer: 'does not come on Tuesdays' },
    ]);
    const { body } = await visitor().get(parcel.path);
    expect(body).toContain('The courier declined your request. (does not come on Tuesdays)');
    expect(await statusOf(parcel)).toBe('ndr_raised');
  });

  it('tells of a refusal that comes after the courier had taken it', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' });
    const [earlier] = await requestsOf(parcel);
    await api('POST', `/requests/${earlier.id}/reject`, {});
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const answers = {
      requestReattempt: async () => ({ outcome: 'accepted', actionId: 'A-1' }) as const,
      actionResult: async () => ({ outcome: 'refused', reason: 'has the parcel on its way back' }) as const,
    };
    await answeringWith(test, answers, async () => {
      await runJobs(test);
      expect(await requestsOf(parcel)).toMatchObject([{ state: 'done' }, { state: 'rejected' }]);
      test.advance(10_000);
      await settleDecisions(test.service);
    });
    expect(await requestsOf(parcel)).toMatchObject([
      { state: 'refused', answer: 'has the parcel on its way back' },
      { id: earlier.id, state: 'rejected', answer: null },
    ]);
    expect((await visitor().get(parcel.path)).body).toContain('has the parcel on its way back');
  });

  it('goes on waiting while the courier does not answer', async () => {
    const parcel = await failed();
    await settings({ another_day: 'approval' });
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const [request] = await requestsOf(parcel);
    const other = await failed();
    await ask(other.path, { answer: 'refuse' });
    const { pool } = test.database.database;
    const claimed = `update customer_requests set claimed_by = 'Ravi', claimed_until = $2 where shipment_id = $1`;
    await pool.query(claimed, [other.shipmentId, new Date(test.service.now().getTime() + 60_000)]);
    const silent = () => Promise.reject(new Error('broken line'));
    const approve = () => api('POST', `/requests/${request.id}/approve`, {});
    const answer = await answeringWith(test, { requestReattempt: silent }, approve);
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      expect.stringContaining('did not answer'),
    ]);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'waiting' }]);
    // Ravi is deciding this one now.
    const held = 'select claimed_by from customer_requests where shipment_id = $1';
    expect((await pool.query(held, [other.shipmentId])).rows).toEqual([{ claimed_by: 'Ravi' }]);
    expect((await approve()).json().data.state).toBe('done');
  });

  it('is what the page names once the courier takes it, and not the day that the courier had promised', async () => {
    const parcel = await failed();
    await settings({ another_day: 'approval' });
    const arrival = async () => /Arriving [\w ]+\w/.exec((await visitor().get(parcel.path)).body)?.[0];
    const promised = await arrival();
    await ask(parcel.path, { answer: 'again', day: '2026-11-21' });
    expect(await arrival()).toBe(promised);
    const [request] = await requestsOf(parcel);
    await api('POST', `/requests/${request.id}/approve`, {});
    expect(await arrival()).toBe('Arriving Saturday 21 November');
    await scan(test, account, parcel.shipmentId, ['out_for_delivery']);
    expect(await arrival()).toBeUndefined();
  });

  it('moves no parcel to another pincode, whatever is posted', async () => {
    const parcel = await failed();
    const address = async () => (await api('GET', `/shipments/${parcel.shipmentId}`)).json().data.attributes;
    const { shipping_address: before } = await address();
    const moved = {
      pincode: '110001',
      billing_pincode: '110001',
      zip: '110001',
      city: 'New Delhi',
      address: 'A-1',
    };
    await ask(parcel.path, { answer: 'again', landmark: 'Red gate', ...moved });
    const asked: unknown[] = [];
    const done = async (...told: unknown[]) => {
      asked.push(told[1]);
      return { outcome: 'done' } as const;
    };
    await answeringWith(test, { requestReattempt: done }, () => runJobs(test));
    expect(asked).toEqual([
      {
        addressLine: expect.not.stringContaining('A-1'),
        landmark: 'Red gate',
        phone: null,
        comments: null,
        deliveryDate: null,
      },
    ]);
    const { shipping_address: after } = await address();
    expect([after.zip ?? after.pincode, after.city]).toEqual([before.zip ?? before.pincode, before.city]);
    const { body } = await visitor().get(parcel.path);
    expect(body).toContain('We asked the courier to deliver again.');
  });

  itOnOneServer('stays waiting where the parcel comes to fail again while it is looked at', async () => {
    const parcel = await failed();
    await settings({ another_day: 'approval' });
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    await scan(test, account, parcel.shipmentId, ['out_for_delivery']);
    const rows = { table: 'shipments', where: 'shipment_id = $1', values: [parcel.shipmentId] };
    await raceFor(test.database, rows, [
      () => scan(test, account, parcel.shipmentId, ['ndr_raised']),
      () => closeOutdatedRequests(test.service),
    ]);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'waiting' }]);
  });

  it('is outdated once the parcel has moved on', async () => {
    const parcel = await failed();
    await settings({ another_day: 'approval' });
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const [request] = await requestsOf(parcel);
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'delivered']);
    const answer = await api('POST', `/requests/${request.id}/approve`, {});
    expect(answer.statusCode).toBe(422);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'outdated' }]);

    const left = await failed();
    await ask(left.path, { answer: 'refuse' });
    await scan(test, account, left.shipmentId, ['out_for_delivery', 'delivered']);
    await runMaintenance(test.service, (error) => expect(error).toBeNull());
    expect(await requestsOf(left)).toMatchObject([{ state: 'outdated', decided_by: 'system' }]);
  });

  it('is not asked for after it was delivered while the form was filled in', async () => {
    const parcel = await failed();
    const person = visitor();
    const form = await formOf(person, parcel.path);
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'delivered']);
    const { statusCode, headers } = await person.send(form, { answer: 'again' });
    expect([statusCode, headers.location]).toEqual([303, `${parcel.path}?lang=en`]);
    expect(await requestsOf(parcel)).toEqual([]);
  });

  itOnOneServer('is not asked for while it is delivered', async () => {
    const parcel = await failed();
    const person = visitor();
    const form = await formOf(person, parcel.path);
    const rows = { table: 'shipments', where: 'shipment_id = $1', values: [parcel.shipmentId] };
    await raceFor<unknown>(test.database, rows, [
      () => scan(test, account, parcel.shipmentId, ['out_for_delivery', 'delivered']),
      () => person.send(form, { answer: 'again' }),
    ]);
    expect(await requestsOf(parcel)).toEqual([]);
  });

  it('says what is wrong with the form, keeps what was typed, and opens it again', async () => {
    const parcel = await failed();
    const person = visitor();
    const form = await formOf(person, parcel.path);
    for (const [input, words] of [
      [{}, 'Please choose a day, or enter a landmark'],
      [{ answer: 'again', phone: '12345', landmark: 'Red <gate>' }, '10-digit Indian mobile number'],
      [{ answer: 'again', day: '2026-11-16' }, 'one of the days shown'],
    ] as const) {
      const { statusCode, body } = await person.send(form, input);
      expect([statusCode, body.includes(words)]).toEqual([422, true]);
      if ('landmark' in input) expect(body).toContain('value="Red &lt;gate&gt;"');
    }
    expect((await person.send(form, { answer: 'again' }, [Buffer.from('GIF89a, no photo')])).body).toContain(
      'We could not read a photo',
    );
    expect((await person.send(form, { answer: 'again' })).statusCode).toBe(303);
    expect((await person.send(form, { answer: 'again' })).statusCode).not.toBe(200);
    expect(await requestsOf(parcel)).toHaveLength(1);
  });

  it('offers what the account lets customers have, and nothing else', async () => {
    const parcel = await failed();
    await settings({ another_day: 'off', landmark: 'off', refusal: 'approval' });
    const person = visitor();
    const form = await formOf(person, parcel.path);
    const { body } = await person.get(form);
    expect(body).not.toMatch(/name="(day|landmark|phone)"|value="again"/);
    expect((await person.send(form, { answer: 'again', landmark: 'x' })).body).toContain(
      'does not offer this',
    );
    await settings({ refusal: 'off' });
    expect((await visitor().get(parcel.path)).body).not.toContain('What should happen now?');
  });
});

describe('photos', () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' } })
      .withExif({ IFD0: { Artist: 'Asha of 12 MG Road' } })
      .jpeg()
      .toBuffer();

  it('are drawn anew and small, without what the camera wrote, for the account alone', async () => {
    const parcel = await failed();
    const original = await photo(2400, 1200);
    expect(original.includes('MG Road')).toBe(true);
    await ask(parcel.path, { answer: 'refuse' }, [original, await photo(20, 10)]);
    const [request] = await requestsOf(parcel);
    expect(request.photos).toEqual(
      [1, 2].map((n) => `${PUBLIC_URL}${API}/requests/${request.id}/photos/${n}`),
    );
    const got = await api('GET', `/requests/${request.id}/photos/1`);
    expect(got.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(got.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1600,
      height: 800,
    });
    expect(got.rawPayload.includes('MG Road')).toBe(false);
    const other = await test.account();
    expect((await api('GET', `/requests/${request.id}/photos/1`, undefined, other)).statusCode).toBe(404);
    expect((await api('GET', `/requests/${request.id}/photos/3`)).statusCode).toBe(404);
  });

  it('are four at most, of 12 MB at most', async () => {
    const small = await photo(20, 10);
    const padded = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
    const LARGEST = 12 * 1024 * 1024;
    const parcel = await failed();
    const person = visitor();
    const form = await formOf(person, parcel.path);
    for (const photos of [Array(5).fill(small), [padded(LARGEST + 1)]]) {
      const { statusCode, body } = await person.send(form, { answer: 'refuse' }, photos);
      expect([statusCode, body.includes('We could not read a photo')]).toEqual([422, true]);
    }
    const sent = await person.send(form, { answer: 'refuse' }, [small, small, small, padded(LARGEST)]);
    expect(sent.statusCode).toBe(303);
    const [request] = await requestsOf(parcel);
    expect(request.photos).toHaveLength(4);
  });

  it('are taken from nobody without a code', async () => {
    const parcel = await failed();
    const answer = await visitor().send(`${parcel.path}/ask/${'a'.repeat(22)}`, { answer: 'refuse' }, [
      await photo(20, 10),
    ]);
    expect(answer.statusCode).toBe(422);
    expect(await requestsOf(parcel)).toEqual([]);
  });

  it('are kept for 180 days', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' }, [await photo(20, 10)]);
    const { pool } = test.database.database;
    const age = (days: number) =>
      pool.query(
        `update request_photos set created_at = $1::timestamptz - make_interval(days => ${days}, mins => 1)`,
        [test.service.now()],
      );
    await age(179);
    await runMaintenance(test.service, (error) => expect(error).toBeNull());
    expect((await requestsOf(parcel))[0].photos).toHaveLength(1);
    await age(180);
    await runMaintenance(test.service, (error) => expect(error).toBeNull());
    expect((await requestsOf(parcel))[0].photos).toEqual([]);
  });
});

describe('a code', () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('can be tried five times, and nobody learns why it does not work', async () => {
    const parcel = await failed();
    const person = visitor();
    await person.post(`${parcel.path}/codes`, { channel: 'sms' });
    const code = String(texts.at(-1)?.values.code);
    expect(code).toMatch(/^\d{6}$/);
    const said = new Set<string>();
    for (let n = 0; n < 5; n += 1)
      said.add((await person.post(`${parcel.path}/code`, { code: wrong(code) })).body);
    said.add((await person.post(`${parcel.path}/code`, { code })).body);
    const never = await failed();
    said.add((await person.post(`${never.path}/code`, { code })).body.replaceAll(never.path, parcel.path));
    expect(said.size).toBe(1);
  });

  it('works at the fifth try, with blanks, once', async () => {
    const parcel = await failed();
    const person = visitor();
    await person.post(`${parcel.path}/codes`, { channel: 'sms' });
    const code = String(texts.at(-1)?.values.code);
    for (let n = 0; n < 4; n += 1) await person.post(`${parcel.path}/code`, { code: wrong(code) });
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const tries = [1, 2, 3].map(() => person.post(`${parcel.path}/code`, { code: spaced }));
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([303, 422, 422]);
  });

  it('works for ten minutes, and until another is sent', async () => {
    const parcel = await failed();
    const person = visitor();
    await person.post(`${parcel.path}/codes`, { channel: 'email' });
    expect(emails.at(-1)).toMatchObject({ to: 'asha@example.in', fromName: 'Sunrise Traders' });
    expect(emails.at(-1)?.html).toContain('Sunrise Traders');
    const first = /^\d{6}/.exec(emails.at(-1)?.subject ?? '')?.[0] ?? '';
    test.advance(1_000);
    await person.post(`${parcel.path}/codes`, { channel: 'sms' });
    const second = String(texts.at(-1)?.values.code);
    if (first !== second)
      expect((await person.post(`${parcel.path}/code`, { code: first })).statusCode).toBe(422);
    test.advance(10 * 60_000);
    expect((await person.post(`${parcel.path}/code`, { code: second })).statusCode).toBe(422);
    await person.post(`${parcel.path}/codes`, { channel: 'sms' });
    test.advance(10 * 60_000 - 1);
    const third = String(texts.at(-1)?.values.code);
    expect((await person.post(`${parcel.path}/code`, { code: third })).statusCode).toBe(303);
  });

  it('goes nowhere but to what the order has, whatever is posted with it', async () => {
    const parcel = await failed();
    const person = visitor();
    const before = texts.length;
    const posted = { channel: 'sms', phone: '9999999999', to: '9999999999', email: 'eve@example.in' };
    expect((await person.post(`${parcel.path}/codes`, posted)).statusCode).toBe(303);
    expect(texts.slice(before).map(({ phone }) => phone)).toEqual(['9876543210']);
    for (const channel of ['whatsapp', 'eve@example.in', '']) {
      expect((await person.post(`${parcel.path}/codes`, { channel })).statusCode).toBe(422);
    }
    expect(texts).toHaveLength(before + 1);
  });

  it('opens the form of its own parcel for half an hour', async () => {
    const [parcel, other] = [await failed(), await failed()];
    const person = visitor();
    await person.post(`${other.path}/codes`, { channel: 'sms' });
    const form = await formOf(person, parcel.path);
    const elsewhere = form.replace(parcel.path, other.path);
    expect((await person.get(elsewhere)).statusCode).toBe(303);
    await person.send(elsewhere, { answer: 'refuse' });
    expect(await requestsOf(other)).toEqual([]);
    test.advance(30 * 60_000 - 1);
    expect((await person.get(form)).statusCode).toBe(200);
    test.advance(1);
    const late = await person.get(form);
    expect([late.statusCode, late.headers.location]).toEqual([303, `${parcel.path}/ask?lang=en`]);
    expect((await person.send(form, { answer: 'refuse' })).statusCode).toBe(422);
    expect(await requestsOf(parcel)).toEqual([]);
  });

  it('is sent three times a day for an order, however many ask at once', async () => {
    const parcel = await failed();
    const before = texts.length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => visitor().post(`${parcel.path}/codes`, { channel: 'sms' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 303, 303, 422, 422, 422]);
    expect(texts.length - before).toBe(3);
    expect(answers.find(({ statusCode }) => statusCode === 422)?.body).toContain('We cannot send more codes');
  });

  it('is sent as often in a day as the account says, all its orders together', async () => {
    const other = await test.account('Capped Traders');
    const warehouse = await makeWarehouse(other);
    await api('PUT', '/request-settings', { codes_per_day: 2 }, other);
    const parcels = [await failed(other, warehouse), await failed(other, warehouse)];
    const statuses: number[] = [];
    for (const { path } of [...parcels, ...parcels]) {
      statuses.push((await visitor().post(`${path}/codes`, { channel: 'sms' })).statusCode);
    }
    expect(statuses).toEqual([303, 303, 422, 422]);
    const none = await api('PUT', '/request-settings', { codes_per_day: 0 }, other);
    expect(none.json().data.codes_per_day).toBe(0);
  });

  it('goes to nobody of a made-up order', async () => {
    const parcel = await failed();
    await test.database.database.pool.query(
      'update orders set is_demo = true where order_id = (select order_id from shipments where shipment_id = $1)',
      [parcel.shipmentId],
    );
    const before = texts.length + emails.length;
    for (const channel of ['sms', 'whatsapp', 'email']) {
      const { body } = await visitor().post(`${parcel.path}/codes`, { channel });
      expect(body).toContain('This is a sample order');
    }
    expect(texts.length + emails.length).toBe(before);
  });

  it('is asked for by the page itself, and not from another site', async () => {
    const parcel = await failed();
    const before = texts.length;
    const cross = { 'sec-fetch-site': 'cross-site' };
    const answer = await visitor().post(`${parcel.path}/codes`, { channel: 'sms' }, cross);
    expect([answer.statusCode, texts.length]).toEqual([404, before]);
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await visitor().post(`${parcel.path}/codes`, { channel: 'sms' }, own)).statusCode).toBe(303);
  });

  it('is asked for thirty times in five minutes by one address', async () => {
    const person = visitor();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await person.post('/t/aaaaaaaaaaa/codes', {})).statusCode);
    expect([statuses.slice(0, 30).every((status) => status === 404), statuses[30]]).toEqual([true, 429]);
  });

  it('is not what a bare tracking number leads to', async () => {
    const parcel = await failed();
    const { body } = await visitor().get(`/track/${parcel.trackingNumber}`);
    expect(body).not.toMatch(/Choose what happens next|\/ask/);
    expect((await visitor().get(`/t/${parcel.trackingNumber}/ask`)).statusCode).toBe(404);
  });
});

describe('a return that a customer asks for', () => {
  let delivered: Booked & { path: string; order: string };
  let orders = 0;

  async function deliver(storeName: string | undefined): Promise<Booked & { path: string; order: string }> {
    orders += 1;
    const order = `RETURN-${orders}`;
    const response = await api(
      'POST',
      '/forward-order-orchestration',
      orderBody(warehouseId, {
        order_id: order,
        carrier_id: CARRIER,
        store_name: storeName,
        order_items: [
          { name: 'Kurta', sku: 'K1', units: 2, selling_price: 500 },
          { name: 'Scarf', sku: 'S1', units: 1, selling_price: 300 },
        ],
      }),
    );
    const { shipment_id: shipmentId, awb_code: trackingNumber } = response.json().payload;
    await scan(test, account, shipmentId, ['picked_up', 'out_for_delivery', 'delivered']);
    return { shipmentId, trackingNumber, order, path: await pathOf({ shipmentId }) };
  }

  beforeAll(async () => {
    await api('POST', '/client-stores', { store_name: 'takes-back', return_days: 7 });
    await api('POST', '/client-stores', { store_name: 'keeps' });
    delivered = await deliver('takes-back');
  });

  it('is offered where its store takes returns, for so many days', async () => {
    const kept = await deliver('keeps');
    expect((await visitor().get(kept.path)).body).not.toContain('Request a return');
    expect((await visitor().get((await deliver(undefined)).path)).body).not.toContain('Request a return');
    expect((await visitor().get(delivered.path)).body).toMatch(
      /You can request a return until \w+day 23 November/,
    );
  });

  it('is made once the merchant approves it, with its items and reason', async () => {
    const input = { units_1: '1', units_2: '0', reason: 'does_not_fit', note: 'Too small' };
    expect((await ask(delivered.path, input)).statusCode).toBe(303);
    const [request] = await requestsOf(delivered);
    expect(request).toMatchObject({
      kind: 'return',
      state: 'waiting',
      return_reason: 'does_not_fit',
      items: [{ position: 1, name: 'Kurta', sku: 'K1', units: 1 }],
    });
    const made = await api('POST', `/requests/${request.id}/approve`, {});
    expect([made.statusCode, made.json().data.state]).toEqual([200, 'done']);
    const back = (await api('GET', `/returns/${made.json().data.return_id}`)).json().data.attributes;
    expect(back).toMatchObject({
      return_reason: 'does not fit: Too small',
      status: 'pickup_scheduled',
      qc_required: false,
      total_price: 500,
      return_items: [{ name: 'Kurta', quantity: 1 }],
      order: { display_id: delivered.order, store_name: 'takes-back' },
    });
    const { body } = await visitor().get(delivered.path);
    expect(body).toContain('Takes Back approved it. Your return is accepted.');
    expect(body).not.toContain('Track your return');
    const link = await pathOf({ shipmentId: made.json().data.return_id });
    expect((await visitor().get(delivered.path)).body).toContain(
      `href="${link}?lang=en">Track your return</a>`,
    );
  });

  it('is offered again for what is left, and no more once all of it was accepted', async () => {
    const parcel = await deliver('takes-back');
    const takeBack = async (units: object) => {
      await ask(parcel.path, { ...units, reason: 'other' });
      const [request] = await requestsOf(parcel);
      expect((await api('POST', `/requests/${request.id}/approve`, {})).statusCode).toBe(200);
    };
    await takeBack({ units_1: '2' });
    expect((await visitor().get(parcel.path)).body).toContain('Request a return');
    await takeBack({ units_2: '1' });
    const { body } = await visitor().get(parcel.path);
    expect(body).toContain('Your return is accepted.');
    expect(body).not.toContain('Request a return');
  });

  it('brings back no more than was ordered', async () => {
    const parcel = await deliver('takes-back');
    const person = visitor();
    const form = await formOf(person, parcel.path);
    for (const input of [
      { units_1: '3', reason: 'damaged' },
      { units_9: '1', reason: 'damaged' },
      { units_1: '0', reason: 'damaged' },
      { units_1: '1', reason: 'none of them' },
    ]) {
      expect((await person.send(form, input)).body).toContain('Please choose what you are returning.');
    }
    expect((await person.send(form, { units_1: '2', reason: 'damaged' })).statusCode).toBe(303);
    const [request] = await requestsOf(parcel);
    const checked = { book: false, order_id: 'BACK-1', qc_product_image: 'https://shop.example/kurta.jpg' };
    const { data } = (await api('POST', `/requests/${request.id}/approve`, checked)).json();
    const back = (await api('GET', `/returns/${data.return_id}`)).json().data.attributes;
    expect(back).toMatchObject({ display_id: 'BACK-1', status: 'return_requested', qc_required: true });
  });

  it('goes on waiting where no courier comes for it', async () => {
    const parcel = await deliver('takes-back');
    await ask(parcel.path, { units_1: '1', reason: 'other' });
    const [request] = await requestsOf(parcel);
    const wrong = await api('POST', `/requests/${request.id}/approve`, { carrier_id: 'nobody' });
    expect(wrong.statusCode).toBe(422);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'waiting', return_id: null }]);
    expect((await api('POST', `/requests/${request.id}/approve`, {})).statusCode).toBe(200);
  });

  it('is one parcel where the first approval failed after the courier took it', async () => {
    const parcel = await deliver('takes-back');
    await ask(parcel.path, { units_1: '1', reason: 'other' });
    const [request] = await requestsOf(parcel);
    const approve = () => api('POST', `/requests/${request.id}/approve`, {});
    const { pool } = test.database.database;
    const openBookings = async () => {
      const { rowCount } = await pool.query(
        'select from offline_bookings where booked_at is not null and cancelled_at is null',
      );
      return rowCount ?? 0;
    };
    const before = await openBookings();
    const findBooking = () => Promise.reject(new Error('no route to host'));
    await pool.query('alter table parcels add constraint never check (false) not valid');
    try {
      await answeringWith(test, { findBooking }, async () => {
        expect((await approve()).statusCode).toBe(500);
        expect((await approve()).statusCode).toBe(503);
      });
    } finally {
      await pool.query('alter table parcels drop constraint never');
    }
    expect([await heldOrders(test), (await openBookings()) - before]).toEqual([1, 1]);
    const { data } = (await approve()).json();
    const back = (await api('GET', `/returns/${data.return_id}`)).json().data.attributes;
    expect(back.display_id).toBe(`${parcel.order}-R`);
    expect([await heldOrders(test), (await openBookings()) - before]).toEqual([0, 1]);
  });

  it('is made once, however many approve it at once', async () => {
    const parcel = await deliver('takes-back');
    await ask(parcel.path, { units_1: '1', reason: 'other' });
    const [request] = await requestsOf(parcel);
    const approve = () => api('POST', `/requests/${request.id}/approve`, {});
    const reject = () => api('POST', `/requests/${request.id}/reject`, {});
    const answers = await Promise.all([approve(), reject(), approve(), reject(), approve()]);
    const states = answers.flatMap((one) => (one.statusCode === 200 ? [one.json().data.state] : []));
    expect(new Set(states).size).toBe(1);
    const { rows } = await test.database.database.pool.query(
      `select count(*)::integer as made from returns r
         join orders o on o.account_id = r.account_id and o.order_id = r.forward_order_id
        where o.display_id = $1`,
      [parcel.order],
    );
    expect(rows[0].made).toBe(states[0] === 'done' ? 1 : 0);
  });
});

describe('the list of requests', () => {
  it('pages newest first with an exact total, and filters by state and kind', async () => {
    const other = await test.account('Lists');
    const warehouse = await makeWarehouse(other);
    const parcels = [];
    for (let n = 0; n < 3; n += 1) {
      const parcel = await failed(other, warehouse);
      await ask(parcel.path, {
        answer: n === 0 ? 'refuse' : 'again',
        ...(n === 0 ? {} : { phone: '9876543211' }),
      });
      parcels.push(parcel);
    }
    const get = async (query: string) => (await api('GET', `/requests?${query}`, undefined, other)).json();
    const first = await get('per_page=2');
    expect(first.meta).toMatchObject({ per_page: 2, total: 3 });
    const rest = await get(`per_page=2&before=${first.meta.next_before}`);
    const all = [...first.data, ...rest.data];
    expect(all.map(({ shipment_id }) => shipment_id)).toEqual(parcels.map((one) => one.shipmentId).reverse());
    expect([rest.meta.total, rest.meta.next_before]).toEqual([3, null]);
    expect((await get('kind=refusal')).meta.total).toBe(1);
    await api('POST', `/requests/${all[0].id}/reject`, {}, other);
    expect((await get('state=waiting')).meta.total).toBe(2);
    expect((await api('GET', '/requests?state=open', undefined, other)).statusCode).toBe(422);
  });

  it('is of one account alone', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' });
    const [request] = await requestsOf(parcel);
    const other = await test.account();
    for (const action of ['approve', 'reject']) {
      expect((await api('POST', `/requests/${request.id}/${action}`, {}, other)).statusCode).toBe(404);
    }
    expect((await api('GET', '/requests', undefined, other)).json().meta.total).toBe(0);
  });
});

it('codes are counted anew from midnight in India', async () => {
  const parcel = await failed();
  const send = async () => (await visitor().post(`${parcel.path}/codes`, { channel: 'sms' })).statusCode;
  expect([await send(), await send(), await send(), await send()]).toEqual([303, 303, 303, 422]);
  const now = test.service.now().getTime();
  const midnight = (parseMoment(indiaDate(now)) ?? now) + 86_400_000;
  test.advance(midnight - now - 1);
  expect(await send()).toBe(422);
  test.advance(1);
  expect(await send()).toBe(303);
});
