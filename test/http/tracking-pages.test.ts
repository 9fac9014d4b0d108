import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indiaDateTime } from '../../src/domain/india-time.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { bookOrder, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { multipart } from '../support/multipart.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';

let test: TestApp;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp();
  account = await test.account('Sunrise Traders');
  warehouseId = await makeWarehouse(test, account);
});
afterAll(() => test.stop());

async function book(changes: object = {}): Promise<string> {
  const response = await test.app.inject({
    method: 'POST',
    url: `${API}/forward-order-orchestration`,
    headers: account.headers,
    payload: orderBody(warehouseId, { ...changes }),
  });
  return response.json().payload.awb_code;
}

function visit(url: string, options: object = {}) {
  return test.app.inject({ url, ...options });
}

describe('the tracking page', () => {
  it("is in the store's brand and logo, and says no more than it must of the customer", async () => {
    const logo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a00' } })
      .png()
      .toBuffer();
    const form = multipart([
      { name: 'store_name', value: 'chai-shop' },
      { name: 'brand_name', value: 'Chai & <Co>' },
      { name: 'logo', file: logo, filename: 'logo.png' },
    ]);
    const store = await test.app.inject({
      method: 'POST',
      url: `${API}/client-stores`,
      headers: { ...account.headers, ...form.headers },
      payload: form.payload,
    });
    const number = await book({ store_name: 'chai-shop', payment_method: 'COD', cod_collectible: 1299.5 });
    const response = await visit(`/track/${number.toLowerCase()}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(response.body.length).toBeLessThan(30_000);
    expect(response.body).toContain('Chai &amp; &lt;Co&gt;');
    expect(response.body).toContain(store.json().data.logo_url.replace('https://ship.example.in', ''));
    expect(response.body).toContain('<html lang="en-IN">');
    expect(response.body).toContain('Ready to ship');
    expect(response.body).toContain('Rs 1,299.50');
    expect(response.body).toContain('Asha, Bengaluru');
    expect(response.body).toContain(number);
    expect(response.body).not.toMatch(/Rao|98765|asha@|Indiranagar|560038|Dakiya|<script/);
  });

  it("is in the account's name where no store is linked", async () => {
    expect((await visit(`/track/${await book()}`)).body).toContain('Sunrise Traders');
  });

  it('promises no date that has gone by', async () => {
    const late = await startApp();
    try {
      const owner = await late.account();
      const response = await late.app.inject({
        method: 'POST',
        url: `${API}/forward-order-orchestration`,
        headers: owner.headers,
        payload: orderBody(await makeWarehouse(late, owner)),
      });
      const url = `/track/${response.json().payload.awb_code}`;
      expect((await late.app.inject({ url })).body).toContain('Expected by');
      // The last minute of the promised day in India, and the minute after.
      const promised = new Date(
        `${/Expected by[^<]*<span class="big">\w+, (\d+ \w+)</.exec((await late.app.inject({ url })).body)?.[1]} 2026 23:59:00 +0530`,
      );
      late.advance(promised.getTime() - late.service.now().getTime());
      expect((await late.app.inject({ url })).body).toContain('Expected by');
      late.advance(60_000);
      expect((await late.app.inject({ url })).body).not.toContain('Expected by');
    } finally {
      await late.stop();
    }
  });

  it('expects a parcel that is out for delivery today, and never later', async () => {
    const out = await startApp({ now: new Date('2026-11-16T06:30:00.000Z') });
    try {
      const owner = await out.account();
      const { shipmentId, trackingNumber } = await bookOrder(out, owner, await makeWarehouse(out, owner));
      const shown = async () => (await out.app.inject({ url: `/track/${trackingNumber}` })).body;
      const promised = /Expected by <span class="big">(\w+, \d+ November)</.exec(await shown())?.[1] ?? '';
      expect(promised).toMatch(/day/);
      await scan(out, owner, shipmentId, ['picked_up', 'out_for_delivery']);
      expect(await shown()).toContain('Expected <span class="big">today</span>');
      expect(await shown()).not.toContain(promised);
      // 23:59 of that day in India, and a minute later.
      out.advance(Date.parse('2026-11-16T18:29:00.000Z') - out.service.now().getTime());
      expect(await shown()).toContain('Expected <span');
      out.advance(60_000);
      expect(await shown()).not.toMatch(/Expected|today/);
      await scan(out, owner, shipmentId, ['in_transit']);
      expect(await shown()).toContain(promised);
    } finally {
      await out.stop();
    }
  });

  it.each([
    ['delivered', 'Delivered'],
    ['rto_delivered', 'Returned to the sender'],
  ] as const)('says when a parcel was %s', async (status, headline) => {
    const { shipmentId, trackingNumber } = await bookOrder(test, account, warehouseId);
    await scan(test, account, shipmentId, ['picked_up', status]);
    const at = indiaDateTime(test.service.now().getTime());
    const { body } = await visit(`/track/${trackingNumber}`);
    expect(body).toContain(`<h1 id="status">${headline}</h1>`);
    expect(body).toContain(`<p><time datetime="${test.service.now().toISOString()}">`);
    expect(body).toMatch(
      new RegExp(`day,? ${Number(at.slice(8, 10))} November,? 2026</span> at \\d+:${at.slice(14, 16)}`),
    );
    expect(body).not.toContain('Expected');
  });

  it.each(['lost', 'damaged', 'rto_lost', 'rto_damaged'] as const)(
    'says plainly that a parcel is %s, and promises nothing',
    async (status) => {
      const { shipmentId, trackingNumber } = await bookOrder(test, account, warehouseId);
      await scan(test, account, shipmentId, ['picked_up', status]);
      const { body } = await visit(`/track/${trackingNumber}`);
      expect(body).toMatch(/<h1 id="status">[^<]*(lost|damaged)/i);
      expect(body).toContain('Please contact the seller');
      expect(body).not.toMatch(/Expected|Delayed|Keep/);
    },
  );

  it('asks nobody to be ready for a carrier who will not come again', async () => {
    const courier = await carrierHeaders(test);
    const shown = async (reason: string) => {
      const number = await book({ carrier_id: CARRIER, payment_method: 'COD', cod_collectible: 1299 });
      const event = { tracking_number: number, status: 'ndr_raised', reason, location: 'Hub' };
      const event_date_time = test.service.now().toISOString();
      await sendEvents(test, courier, { events: [{ ...event, event_date_time }] });
      return (await visit(`/track/${number}`)).body;
    };
    expect(await shown('customer not available')).toMatch(/Expected by[\s\S]*Rs 1,299/);
    const refused = await shown('customer refused');
    expect(refused).toContain('The parcel was not accepted.');
    expect(refused).not.toMatch(/Expected by|Rs 1,299/);
  });

  it('stays light however often a carrier scans', async () => {
    const courier = await carrierHeaders(test);
    const number = await book({ carrier_id: CARRIER });
    const from = test.service.now().getTime();
    const events = Array.from({ length: 100 }, (_, scan) => ({
      tracking_number: number,
      status: 'in_transit',
      location: `Hub ${scan} ${'&'.repeat(290)}`,
      event_date_time: new Date(from + scan * 1000).toISOString(),
    }));
    await sendEvents(test, courier, { events });
    const { body } = await visit(`/track/${number}`);
    expect(body).toContain('Hub 99 ');
    expect(Buffer.byteLength(body)).toBeLessThan(30_000);
  });

  it('is not sent again while nothing changed', async () => {
    const url = `/track/${await book()}`;
    const { headers } = await visit(url);
    for (const known of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
      const again = await visit(url, { headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await visit(url, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });

  it.each(['NO-SUCH-NUMBER', '%00', 'x'.repeat(250), "'; drop table orders; --"])(
    'is a friendly 404 for %.30s',
    async (number) => {
      const response = await visit(`/track/${encodeURIComponent(number)}`, { remoteAddress: '198.51.100.1' });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('We could not find a parcel');
    },
  );
});

describe('the form', () => {
  it('leads to the page by number, or by order id and the last four digits of the phone', async () => {
    const number = await book({ order_id: 'FORM 1' });
    expect((await visit('/track')).statusCode).toBe(200);
    for (const query of [`number=${number}`, 'order=FORM%201&phone=3210']) {
      const response = await visit(`/track?${query}`);
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toBe(`/track/${number}`);
    }
  });

  it.each([
    ['#1001', ['1001', '#1001', '# 1001', ' #1001 ']],
    ['2002', ['2002', '#2002']],
    ['#Kh-3003/a', ['kh-3003/A', '#KH-3003/A', '#Kh-3003/a']],
    ['चाय-१', ['चाय-१', '#चाय-१']],
  ])('finds the order %s as shops print it and customers type it', async (order_id, typed) => {
    const number = await book({ order_id });
    for (const order of typed) {
      const query = new URLSearchParams({ order, phone: '3210' });
      const response = await visit(`/track?${query}`, { remoteAddress: '198.51.100.9' });
      expect([order, response.headers.location]).toEqual([order, `/track/${number}`]);
    }
  });

  it('takes an order id that is the same to the letter before another', async () => {
    const plain = await book({ order_id: 'SAME-1' });
    const marked = await book({ order_id: '#same-1' });
    const ask = async (order: string) =>
      (await visit(`/track?${new URLSearchParams({ order, phone: '3210' })}`)).headers.location;
    expect([await ask('SAME-1'), await ask('#same-1')]).toEqual([`/track/${plain}`, `/track/${marked}`]);
  });

  it.each([
    ['/track?order=%23NO-1&phone=1234', { order: '#NO-1', phone: '1234', number: '' }],
    ['/track?order=NO-2', { order: 'NO-2', phone: '', number: '' }],
    ['/track/NO%203', { number: 'NO 3', order: '', phone: '' }],
    [`/track/${'9'.repeat(250)}`, { number: '9'.repeat(100) }],
    [`/track/${encodeURIComponent('"><b>\u0000')}`, { number: '&quot;&gt;&lt;b&gt;' }],
    ['/track?order=a&order=b&phone=%00', { order: '', phone: '' }],
  ])('keeps what was typed: %.40s', async (url, fields) => {
    const response = await visit(url, { remoteAddress: '198.51.100.8' });
    expect(response.statusCode).toBe(404);
    for (const [name, value] of Object.entries(fields)) {
      expect(response.body).toContain(`name="${name}" value="${value}"`);
    }
  });

  it('finds no order by the digits of another customer, or of another account', async () => {
    const other = await test.account();
    await book({ order_id: 'OURS-1' });
    await book({ order_id: 'OURS-2', billing_phone: '9820011111' });
    await test.app.inject({
      method: 'POST',
      url: `${API}/forward-order-orchestration`,
      headers: other.headers,
      payload: orderBody(await makeWarehouse(test, other), {
        order_id: 'THEIRS',
        billing_phone: '9820022222',
      }),
    });
    for (const digits of ['1111', '2222']) {
      const response = await visit(`/track?order=OURS-1&phone=${digits}`, { remoteAddress: '198.51.100.10' });
      expect(response.statusCode).toBe(404);
    }
  });

  it('takes its time over every order that it does not find', async () => {
    await book({ order_id: 'FORM-4' });
    const begun = performance.now();
    for (const query of ['order=FORM-4&phone=0000', 'order=FORM-5&phone=3210', 'order=FORM-4&phone=32']) {
      expect((await visit(`/track?${query}`, { remoteAddress: '198.51.100.11' })).statusCode).toBe(404);
    }
    expect(performance.now() - begun).toBeGreaterThan(280);
  });

  it('never tells what was wrong', async () => {
    await book({ order_id: 'FORM-2' });
    const answers = await Promise.all(
      ['order=FORM-2&phone=0000', 'order=FORM-3&phone=3210', 'order=FORM-2'].map((query) =>
        visit(`/track?${query}`, { remoteAddress: '198.51.100.2' }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    const untyped = answers.map(({ body }) => body.replace(/ value="[^"]*"/g, ''));
    expect(new Set(untyped).size).toBe(1);
  });
});

describe('guessing', () => {
  it('is slowed per address, and customers of other addresses are not', async () => {
    const number = await book();
    const guesser = { remoteAddress: '198.51.100.3' };
    for (let guess = 0; guess < 30; guess += 1) {
      expect((await visit(`/track/GUESS${guess}`, guesser)).statusCode).toBe(404);
    }
    const barred = await visit(`/track/${number}`, guesser);
    expect(barred.statusCode).toBe(429);
    expect(Number(barred.headers['retry-after'])).toBeGreaterThan(0);
    expect((await visit(`/track/${number}`, { remoteAddress: '198.51.100.4' })).statusCode).toBe(200);
    test.advance(5 * 60_000 + 1);
    expect((await visit(`/track/${number}`, guesser)).statusCode).toBe(200);
  });

  it('is slowed where it hits too, and what was seen before is shown again', async () => {
    const guesser = { remoteAddress: '198.51.100.7' };
    const numbers = await Promise.all(Array.from({ length: 31 }, () => book()));
    const [first = '', ...others] = numbers;
    const last = others.pop();
    for (let time = 0; time < 40; time += 1) {
      expect((await visit(`/track/${first}`, guesser)).statusCode).toBe(200);
    }
    for (const number of others) expect((await visit(`/track/${number}`, guesser)).statusCode).toBe(200);
    expect((await visit(`/track/${last}`, guesser)).statusCode).toBe(429);
    expect((await visit('/track?order=1001&phone=3210', guesser)).statusCode).toBe(429);
    expect((await visit(`/track/${first.toLowerCase()}`, guesser)).statusCode).toBe(200);
  });

  it('is slowed too where all of it comes at once', async () => {
    const remoteAddress = '198.51.100.5';
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, guess) => visit(`/track/BURST${guess}`, { remoteAddress })),
    );
    const answered = answers.filter(({ statusCode }) => statusCode === 404);
    expect(answered).toHaveLength(30);
    expect((await visit('/track/BURST', { remoteAddress })).statusCode).toBe(429);
  });

  it('is slowed for all addresses that one IPv6 subscriber has', async () => {
    const number = await book();
    for (let guess = 0; guess < 30; guess += 1) {
      await visit(`/track/GUESS${guess}`, { remoteAddress: `2001:db8:1:2::${guess.toString(16)}` });
    }
    const ask = async (remoteAddress: string) =>
      (await visit(`/track/${number}`, { remoteAddress })).statusCode;
    expect(await ask('2001:db8:1:2:a:b:c:d')).toBe(429);
    expect(await ask('2001:db8:1:3::1')).toBe(200);
  });
});

describe('a failure', () => {
  it('is a page that does not say the parcel is unknown, and counts as no guess', async () => {
    const number = await book();
    const { database } = test.service;
    const { pool } = database;
    const broken = { query: () => Promise.reject(new Error('a defect, told to nobody')) };
    const gone = { query: () => Promise.reject(new Error('Connection terminated unexpectedly')) };
    const remoteAddress = '198.51.100.6';
    for (const [fault, status] of [
      [broken, 500],
      [gone, 503],
    ] as const) {
      Object.assign(database, { pool: fault });
      try {
        for (let time = 0; time < 31; time += 1) {
          const response = await visit(`/track/${number}`, { remoteAddress });
          expect(response.statusCode).toBe(status);
          expect(response.body).toContain('Something went wrong on our side');
          expect(response.body).not.toMatch(/defect|Connection|could not find/);
        }
      } finally {
        Object.assign(database, { pool });
      }
    }
    expect((await visit(`/track/${number}`, { remoteAddress })).statusCode).toBe(200);
  });
});
