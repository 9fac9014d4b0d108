import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { indiaDate, parseMoment } from '../../src/domain/india-time.ts';
import type { OutgoingEmail, OutgoingText, Transports } from '../../src/messages/transport.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
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
import { API, DELIVERED_ELSEWHERE, makeWarehouse, orderBody, scan } from '../support/orders.ts';
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

function settings(changes: object) {
  return account.put('/request-settings', changes);
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
  return (await by.get(`/requests?shipment_id=${shipmentId}`)).json().data;
}

async function statusOf({ shipmentId }: Booked): Promise<string> {
  const { attributes } = (await account.get(`/shipments/${shipmentId}`)).json().data;
  return attributes.sub_status ?? attributes.status;
}

describe('the request about a failed delivery', () => {
  it('needs a code from the order’s own phone, and asks the courier at once', async () => {
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
    const { data } = (await account.get('/audit?per_page=20')).json();
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['request.code_sent', 'request.made', 'request.done', 'shipment.reattempt']),
    );
  });

  it('is offered in the email and on the tracking pages while the account allows another day', async () => {
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
      const [message] = (await account.get(`/messages?${query}`)).json().data;
      return (await account.get(`/messages/${message.id}/preview`)).body;
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

  it('shows where the code went, also after a wrong code', async () => {
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

  it('has the language of the page', async () => {
    const parcel = await failed();
    const { body } = await visitor().get(`${parcel.path}/ask?lang=hi`);
    expect(body).toContain('<html lang="hi-IN">');
    expect(body).toContain('******3210 पर SMS');
  });

  it('waits for the merchant if it has a new phone or is a refusal', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'again', phone: '+91 98765 43211' });
    await runJobs(test);
    const [request] = await requestsOf(parcel);
    expect(request).toMatchObject({ state: 'waiting', at_once: false, phone: '9876543211', photos: [] });
    const first = await visitor().get(parcel.path);
    expect(first.body).toContain('Sunrise Traders is reviewing it. The answer will be on this page.');
    const approved = await account.post(`/requests/${request.id}/approve`, { note: 'We come tomorrow' });
    expect(approved.json().data).toMatchObject({ state: 'done', answer: 'We come tomorrow' });
    expect(await statusOf(parcel)).toBe('reattempt_delivery');
    const seen = await visitor().get(parcel.path, { 'if-none-match': String(first.headers.etag) });
    expect([seen.statusCode, seen.body]).toEqual([
      200,
      expect.stringContaining(
        'Sunrise Traders approved it. We asked the courier to deliver again. We come tomorrow',
      ),
    ]);
    const again = await account.post(`/requests/${request.id}/approve`, {});
    expect([again.statusCode, again.json().data.answer]).toEqual([200, 'We come tomorrow']);
    expect((await account.post(`/requests/${request.id}/reject`, {})).json().errors).toEqual([
      'The request is done',
    ]);

    const unwanted = await failed();
    await ask(unwanted.path, { answer: 'refuse' });
    const [refusal] = await requestsOf(unwanted);
    expect(refusal).toMatchObject({ kind: 'refusal', state: 'waiting' });
    expect((await account.post(`/requests/${refusal.id}/approve`, {})).statusCode).toBe(200);
    const { attributes } = (await account.get(`/shipments/${unwanted.shipmentId}`)).json().data;
    expect(attributes).toMatchObject({ status: 'rto_initiated', rto_reason: 'customer_refused' });
    expect((await visitor().get(unwanted.path)).body).toContain('asked the courier to take the parcel back');
  });

  it('can be made again after the merchant rejected it', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' });
    const [request] = await requestsOf(parcel);
    const waits = await visitor().get(`${parcel.path}/ask`);
    expect([waits.statusCode, waits.headers.location]).toEqual([303, `${parcel.path}?lang=en`]);
    const { data } = (
      await account.post(`/requests/${request.id}/reject`, { note: 'Please call us' })
    ).json();
    expect(data).toMatchObject({ state: 'rejected', answer: 'Please call us' });
    const { body } = await visitor().get(parcel.path);
    expect(body).toContain('Sunrise Traders declined your request. Please call us');
    expect(body).toContain('Choose what happens next');
    // An answer to an earlier attempt is not shown after the next attempt.
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'ndr_raised']);
    expect((await visitor().get(parcel.path)).body).not.toContain('declined your request');
  });

  it('shows the refusal of the courier', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const refuse = async () =>
      ({ outcome: 'refused', reason: saidByPartner('does not come on Tuesdays') }) as const;
    await answeringWith(test, { requestReattempt: refuse }, () => runJobs(test));
    expect(await requestsOf(parcel)).toMatchObject([
      { state: 'refused', answer: 'does not come on Tuesdays' },
    ]);
    const { body } = await visitor().get(parcel.path);
    expect(body).toContain('The courier declined your request. (does not come on Tuesdays)');
    expect(await statusOf(parcel)).toBe('ndr_raised');
  });

  it('shows a refusal that the courier sends after it had accepted', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' });
    const [earlier] = await requestsOf(parcel);
    await account.post(`/requests/${earlier.id}/reject`, {});
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    await runJobs(test);
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'ndr_raised']);
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const answers = {
      requestReattempt: async () => ({ outcome: 'accepted', actionId: 'A-1' }) as const,
      actionResult: async () =>
        ({ outcome: 'refused', reason: saidByPartner('has the parcel on its way back') }) as const,
    };
    await answeringWith(test, answers, async () => {
      await runJobs(test);
      const states = ['done', 'done', 'rejected'].map((state) => ({ state }));
      expect(await requestsOf(parcel)).toMatchObject(states);
      test.advance(10_000);
      await settleDecisions(test.service);
    });
    expect(await requestsOf(parcel)).toMatchObject([
      { state: 'refused', answer: 'has the parcel on its way back' },
      { state: 'done', answer: null },
      { id: earlier.id, state: 'rejected', answer: null },
    ]);
    expect((await visitor().get(parcel.path)).body).toContain('has the parcel on its way back');
  });

  it('keeps waiting if the courier does not answer', async () => {
    const parcel = await failed();
    await settings({ another_day: 'approval' });
    await ask(parcel.path, { answer: 'again', day: '2026-11-17' });
    const [request] = await requestsOf(parcel);
    const other = await failed();
    await ask(other.path, { answer: 'refuse' });
    const claimed = `update customer_requests set claimed_by = 'Ravi', claimed_until = $2 where shipment_id = $1`;
    await test.sql(claimed, [other.shipmentId, new Date(test.service.now().getTime() + 60_000)]);
    const silent = () => Promise.reject(new Error('broken line'));
    const approve = () => account.post(`/requests/${request.id}/approve`, {});
    const answer = await answeringWith(test, { requestReattempt: silent }, approve);
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      expect.stringContaining('did not answer'),
    ]);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'waiting' }]);
    // Ravi is deciding this one now.
    const held = 'select claimed_by from customer_requests where shipment_id = $1';
    expect(await test.sql(held, [other.shipmentId])).toEqual([{ claimed_by: 'Ravi' }]);
    expect((await approve()).json().data.state).toBe('done');
    // His claim ends if his process has died.
    const [claimedByRavi] = await requestsOf(other);
    const approveOther = () => account.post(`/requests/${claimedByRavi.id}/approve`, {});
    expect((await approveOther()).json().errors).toEqual(['Ravi is deciding the request right now']);
    test.advance(60_000);
    expect((await approveOther()).json().data.state).toBe('done');
  });

  it('changes the day of arrival on the page once the courier accepts it', async () => {
    const parcel = await failed();
    await settings({ another_day: 'approval' });
    const arrival = async () => /Arriving [\w ]+\w/.exec((await visitor().get(parcel.path)).body)?.[0];
    const promised = await arrival();
    await ask(parcel.path, { answer: 'again', day: '2026-11-21' });
    expect(await arrival()).toBe(promised);
    const [request] = await requestsOf(parcel);
    await account.post(`/requests/${request.id}/approve`, {});
    expect(await arrival()).toBe('Arriving Saturday 21 November');
    await scan(test, account, parcel.shipmentId, ['out_for_delivery']);
    expect(await arrival()).toBeUndefined();
  });

  it('promises its day until the next attempt fails, and another parcel keeps its own day', async () => {
    const [parcel, other] = [await failed(), await failed()];
    const arrival = async ({ path }: typeof parcel) =>
      /Arriving [\w ]+\w/.exec((await visitor().get(path)).body)?.[0];
    const promised = await arrival(parcel);
    expect(promised).not.toBe('Arriving Saturday 21 November');
    for (const { path } of [parcel, other]) await ask(path, { answer: 'again', day: '2026-11-21' });
    await runJobs(test);
    expect(await arrival(parcel)).toBe('Arriving Saturday 21 November');
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'ndr_raised']);
    expect(await arrival(parcel)).toBe(promised);
    expect(await arrival(other)).toBe('Arriving Saturday 21 November');
    await ask(parcel.path, { answer: 'again', day: '2026-11-19' });
    await runJobs(test);
    expect(await arrival(parcel)).toBe('Arriving Thursday 19 November');
  });

  it('never changes the pincode, whatever is posted', async () => {
    const parcel = await failed();
    const address = async () => (await account.get(`/shipments/${parcel.shipmentId}`)).json().data.attributes;
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

  itOnOneServer('keeps waiting if the delivery fails again while outdated requests are closed', async () => {
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
    const answer = await account.post(`/requests/${request.id}/approve`, {});
    expect(answer.statusCode).toBe(422);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'outdated' }]);

    const left = await failed();
    await ask(left.path, { answer: 'refuse' });
    await scan(test, account, left.shipmentId, ['out_for_delivery', 'delivered']);
    await runMaintenance(test.service, (error) => expect(error).toBeNull());
    expect(await requestsOf(left)).toMatchObject([{ state: 'outdated', decided_by: 'system' }]);
  });

  it('is refused if the parcel was delivered while the form was filled in', async () => {
    const parcel = await failed();
    const person = visitor();
    const form = await formOf(person, parcel.path);
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'delivered']);
    const { statusCode, headers } = await person.send(form, { answer: 'again' });
    expect([statusCode, headers.location]).toEqual([303, `${parcel.path}?lang=en`]);
    expect(await requestsOf(parcel)).toEqual([]);
  });

  itOnOneServer('is refused if the parcel is delivered at the same moment', async () => {
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

  it('names the mistake, keeps the typed values, and can be sent again', async () => {
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

  it('offers only what the account allows', async () => {
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

  it('are made smaller, lose the camera’s data, and are only for their account', async () => {
    const parcel = await failed();
    const original = await photo(2400, 1200);
    expect(original.includes('MG Road')).toBe(true);
    await ask(parcel.path, { answer: 'refuse' }, [original, await photo(20, 10)]);
    const [request] = await requestsOf(parcel);
    expect(request.photos).toEqual(
      [1, 2].map((n) => `${PUBLIC_URL}${API}/requests/${request.id}/photos/${n}`),
    );
    const got = await account.get(`/requests/${request.id}/photos/1`);
    expect(got.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(got.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1600,
      height: 800,
    });
    expect(got.rawPayload.includes('MG Road')).toBe(false);
    const other = await test.account();
    expect((await other.get(`/requests/${request.id}/photos/1`)).statusCode).toBe(404);
    expect((await account.get(`/requests/${request.id}/photos/3`)).statusCode).toBe(404);
  });

  it('are at most four, each of at most 12 MB', async () => {
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

  it('are refused without a code', async () => {
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
    const age = (days: number) =>
      test.sql(
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

  it('can be tried five times, and has the same error for every reason', async () => {
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

  it('works once, also at the fifth try and with blanks', async () => {
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

  it('works for ten minutes, or until another code is sent', async () => {
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

  it('goes to the email address if the order has a landline number', async () => {
    const order = orderBody(warehouseId, { billing_phone: '+91 80 2222 1234', carrier_id: CARRIER });
    const { payload } = (await account.post('/forward-order-orchestration', order)).json();
    await scan(test, account, payload.shipment_id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    const path = await pathOf({ shipmentId: payload.shipment_id });
    const { body } = await visitor().get(`${path}/ask`);
    expect(body).toContain('Email to a***@example.in');
    expect(body).not.toContain('SMS to');
    expect((await visitor().post(`${path}/codes`, { channel: 'sms' })).statusCode).toBe(422);
  });

  it('goes only to the contacts of the order, whatever is posted', async () => {
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

  it('is sent three times a day for each order, also for simultaneous requests', async () => {
    const parcel = await failed();
    const before = texts.length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => visitor().post(`${parcel.path}/codes`, { channel: 'sms' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 303, 303, 422, 422, 422]);
    expect(texts.length - before).toBe(3);
    expect(answers.find(({ statusCode }) => statusCode === 422)?.body).toContain('We cannot send more codes');
  });

  it('is sent as often in a day as the account’s limit for all its orders', async () => {
    const other = await test.account('Capped Traders');
    const warehouse = await makeWarehouse(other);
    await other.put('/request-settings', { codes_per_day: 2 });
    const parcels = [await failed(other, warehouse), await failed(other, warehouse)];
    const statuses: number[] = [];
    for (const { path } of [...parcels, ...parcels]) {
      statuses.push((await visitor().post(`${path}/codes`, { channel: 'sms' })).statusCode);
    }
    expect(statuses).toEqual([303, 303, 422, 422]);
    const none = await other.put('/request-settings', { codes_per_day: 0 });
    expect(none.json().data.codes_per_day).toBe(0);
  });

  it('is not sent for a sample order', async () => {
    const parcel = await failed();
    await test.sql(
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

  it('cannot be requested from another site', async () => {
    const parcel = await failed();
    const before = texts.length;
    const cross = { 'sec-fetch-site': 'cross-site' };
    const answer = await visitor().post(`${parcel.path}/codes`, { channel: 'sms' }, cross);
    expect([answer.statusCode, texts.length]).toEqual([404, before]);
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await visitor().post(`${parcel.path}/codes`, { channel: 'sms' }, own)).statusCode).toBe(303);
  });

  it('can be requested thirty times in five minutes for one parcel, also by others of the same address', async () => {
    const person = visitor();
    const ask = async (link: string, of = person) => (await of.post(`/t/${link}/codes`, {})).statusCode;
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push(await ask('aaaaaaaaaaa'));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect([await ask('AAAAAAAAAAA'), await ask('aaaaaaaaaaa', visitor()), await ask('bbbbbbbbbbb')]).toEqual(
      [...[429, 429, 404]],
    );
  });

  it('is not offered on the page of a tracking number', async () => {
    const parcel = await failed();
    const { body } = await visitor().get(`/track/${parcel.trackingNumber}`);
    expect(body).not.toMatch(/Choose what happens next|\/ask/);
    expect((await visitor().get(`/t/${parcel.trackingNumber}/ask`)).statusCode).toBe(404);
  });
});

describe('a return that a customer requests', () => {
  let delivered: Booked & { path: string; order: string };
  let orders = 0;

  async function deliver(
    storeName: string | undefined,
    changes: object = {},
  ): Promise<Booked & { path: string; order: string }> {
    orders += 1;
    const order = `RETURN-${orders}`;
    const response = await account.post(
      '/forward-order-orchestration',
      orderBody(warehouseId, {
        order_id: order,
        carrier_id: CARRIER,
        store_name: storeName,
        order_items: [
          { name: 'Kurta', sku: 'K1', units: 2, selling_price: 500 },
          { name: 'Scarf', sku: 'S1', units: 1, selling_price: 300 },
        ],
        ...changes,
      }),
    );
    const { shipment_id: shipmentId, awb_code: trackingNumber } = response.json().payload;
    await scan(test, account, shipmentId, ['picked_up', 'out_for_delivery', 'delivered']);
    return { shipmentId, trackingNumber, order, path: await pathOf({ shipmentId }) };
  }

  beforeAll(async () => {
    await account.post('/client-stores', { store_name: 'takes-back', return_days: 7 });
    await account.post('/client-stores', { store_name: 'keeps' });
    delivered = await deliver('takes-back', DELIVERED_ELSEWHERE);
  });

  it('is offered for the days that its store allows', async () => {
    const kept = await deliver('keeps');
    expect((await visitor().get(kept.path)).body).not.toContain('Request a return');
    expect((await visitor().get((await deliver(undefined)).path)).body).not.toContain('Request a return');
    // An answer to a failed delivery is no longer shown after the delivery.
    const store = { carrier_id: CARRIER, store_name: 'takes-back' };
    const { payload } = (
      await account.post('/forward-order-orchestration', orderBody(warehouseId, store))
    ).json();
    const late = { shipmentId: payload.shipment_id };
    const path = await pathOf(late);
    await scan(test, account, late.shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    await ask(path, { answer: 'refuse' });
    const [refusal] = await requestsOf(late);
    await account.post(`/requests/${refusal.id}/reject`, {});
    await scan(test, account, late.shipmentId, ['out_for_delivery', 'delivered']);
    const { body } = await visitor().get(path);
    expect(body).toContain('Request a return');
    expect(body).not.toContain('declined your request');
    expect((await visitor().get(delivered.path)).body).toMatch(
      /You can request a return until \w+day 23 November/,
    );
  });

  it('is made with its items and reason when the merchant approves it', async () => {
    const input = { units_1: '1', units_2: '0', reason: 'does_not_fit', note: 'Too small' };
    expect((await ask(delivered.path, input)).statusCode).toBe(303);
    const [request] = await requestsOf(delivered);
    expect(request).toMatchObject({
      kind: 'return',
      state: 'waiting',
      return_reason: 'does_not_fit',
      items: [{ position: 1, name: 'Kurta', sku: 'K1', units: 1 }],
    });
    const made = await account.post(`/requests/${request.id}/approve`, {});
    expect([made.statusCode, made.json().data.state]).toEqual([200, 'done']);
    const back = (await account.get(`/returns/${made.json().data.return_id}`)).json().data.attributes;
    expect(back).toMatchObject({
      return_reason: 'does not fit: Too small',
      status: 'pickup_scheduled',
      qc_required: false,
      total_price: 500,
      return_items: [{ name: 'Kurta', quantity: 1 }],
      shipping_address: { name: 'Meera', zip: '400020' },
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

  it('is offered until all units were accepted', async () => {
    const parcel = await deliver('takes-back');
    const takeBack = async (units: object) => {
      await ask(parcel.path, { ...units, reason: 'other' });
      const [request] = await requestsOf(parcel);
      expect((await account.post(`/requests/${request.id}/approve`, {})).statusCode).toBe(200);
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
    await test.sql('update orders set is_demo = true where display_id = $1', [parcel.order]);
    const checked = { book: false, order_id: 'BACK-1', qc_product_image: 'https://shop.example/kurta.jpg' };
    const { data } = (await account.post(`/requests/${request.id}/approve`, checked)).json();
    const back = (await account.get(`/returns/${data.return_id}`)).json().data.attributes;
    expect(back).toMatchObject({ display_id: 'BACK-1', status: 'return_requested', qc_required: true });
    const rows = await test.sql("select is_demo from orders where display_id = 'BACK-1'");
    expect(rows).toEqual([{ is_demo: true }]);
  });

  it('keeps waiting if no courier can take it', async () => {
    const parcel = await deliver('takes-back');
    await ask(parcel.path, { units_1: '1', reason: 'other' });
    const [request] = await requestsOf(parcel);
    const wrong = await account.post(`/requests/${request.id}/approve`, { carrier_id: 'nobody' });
    expect(wrong.statusCode).toBe(422);
    await runMaintenance(test.service, (error) => expect(error).toBeNull());
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'waiting', return_id: null }]);
    expect((await account.post(`/requests/${request.id}/approve`, {})).statusCode).toBe(200);
  });

  it('is booked once if the first approval failed after the courier accepted it', async () => {
    const parcel = await deliver('takes-back');
    await ask(parcel.path, { units_1: '1', reason: 'other' });
    const [request] = await requestsOf(parcel);
    const approve = () => account.post(`/requests/${request.id}/approve`, {});
    const openBookings = async () => {
      const { rowCount } = await test.database.database.pool.query(
        'select from offline_bookings where booked_at is not null and cancelled_at is null',
      );
      return rowCount ?? 0;
    };
    const before = await openBookings();
    const findBooking = () => Promise.reject(new Error('no route to host'));
    await test.sql('alter table parcels add constraint never check (false) not valid');
    try {
      await answeringWith(test, { findBooking }, async () => {
        expect((await approve()).statusCode).toBe(500);
        expect((await approve()).statusCode).toBe(409);
      });
    } finally {
      await test.sql('alter table parcels drop constraint never');
    }
    expect([await heldOrders(test), (await openBookings()) - before]).toEqual([1, 1]);
    const { data } = (await approve()).json();
    const back = (await account.get(`/returns/${data.return_id}`)).json().data.attributes;
    expect(back.display_id).toBe(`${parcel.order}-R`);
    expect([await heldOrders(test), (await openBookings()) - before]).toEqual([0, 1]);
  });

  it('is made once by simultaneous approvals', async () => {
    const parcel = await deliver('takes-back');
    await ask(parcel.path, { units_1: '1', reason: 'other' });
    const [request] = await requestsOf(parcel);
    const approve = () => account.post(`/requests/${request.id}/approve`, {});
    const reject = () => account.post(`/requests/${request.id}/reject`, {});
    const answers = await Promise.all([approve(), reject(), approve(), reject(), approve()]);
    const states = answers.flatMap((one) => (one.statusCode === 200 ? [one.json().data.state] : []));
    expect(new Set(states).size).toBe(1);
    const rows = await test.sql(
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
    const get = async (query: string) => (await other.get(`/requests?${query}`)).json();
    const first = await get('per_page=2');
    expect(first.meta).toMatchObject({ per_page: 2, total: 3 });
    const rest = await get(`per_page=2&before=${first.meta.next_before}`);
    const all = [...first.data, ...rest.data];
    expect(all.map(({ shipment_id }) => shipment_id)).toEqual(parcels.map((one) => one.shipmentId).reverse());
    expect([rest.meta.total, rest.meta.next_before]).toEqual([3, null]);
    expect((await get('kind=refusal')).meta.total).toBe(1);
    await other.post(`/requests/${all[0].id}/reject`, {});
    expect((await get('state=waiting')).meta.total).toBe(2);
    expect((await other.get('/requests?state=open')).statusCode).toBe(422);
  });

  it('is hidden from other accounts', async () => {
    const parcel = await failed();
    await ask(parcel.path, { answer: 'refuse' });
    const [request] = await requestsOf(parcel);
    const other = await test.account();
    for (const action of ['approve', 'reject']) {
      expect((await other.post(`/requests/${request.id}/${action}`, {})).statusCode).toBe(404);
    }
    expect((await other.get('/requests')).json().meta.total).toBe(0);
  });
});

it('codes have a new limit after midnight in India, and are removed after 48 hours', async () => {
  const parcel = await failed();
  const send = async () => (await visitor().post(`${parcel.path}/codes`, { channel: 'sms' })).statusCode;
  expect([await send(), await send(), await send(), await send()]).toEqual([303, 303, 303, 422]);
  const now = test.service.now().getTime();
  const midnight = (parseMoment(indiaDate(now)) ?? now) + 86_400_000;
  test.advance(midnight - now - 1);
  expect(await send()).toBe(422);
  test.advance(1);
  expect(await send()).toBe(303);
  const codesAfter = async (hours: number) => {
    test.advance(hours * 3_600_000);
    await runMaintenance(test.service, (error) => expect(error).toBeNull());
    return test.sql('select from request_codes where shipment_id = $1', [parcel.shipmentId]);
  };
  expect(await codesAfter(47)).toHaveLength(1);
  expect(await codesAfter(2)).toEqual([]);
});
