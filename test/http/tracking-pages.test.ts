import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { indiaDateTime } from '../../src/domain/india-time.ts';
import { openApp, startApp, type TestApp } from '../support/app.ts';
import { bookOrder, bookOrderWith, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { multipart } from '../support/multipart.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';

const test = await openApp();
const account = await test.account('Sunrise Traders');
const warehouseId = await makeWarehouse(account);

async function book(changes: object = {}): Promise<string> {
  return (await bookOrderWith(account, warehouseId, { ...changes })).trackingNumber;
}

function visit(url: string, options: object = {}) {
  return test.app.inject({ url, ...options });
}

/** The page of an order's link, which its customer gets by the order's id and phone. */
async function visitOrder(order: string, app: Pick<TestApp, 'app'> = test) {
  const query = new URLSearchParams({ order, phone: '3210' });
  const { headers } = await app.app.inject({ url: `/track?${query}`, remoteAddress: '198.51.100.20' });
  return app.app.inject({ url: String(headers.location), remoteAddress: '198.51.100.20' });
}

/** The text of a page, without head and tags. */
function shownIn(body: string): string {
  return body
    .slice(body.indexOf('<body>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the form, reached by the link of a store', () => {
  it('wears its brand, also when nothing is found, and keeps what was typed', async () => {
    const made = await account.post('/client-stores', {
      store_name: 'form-shop',
      brand_name: 'Form & Shop',
      brand_color: '#7a3b12',
    });
    const { id } = made.json().data;
    const form = await visit(`/track?store=${id}`, { remoteAddress: '198.51.100.60' });
    expect(form.statusCode).toBe(200);
    expect(form.body).toContain('Form &amp; Shop');
    expect(form.body).toContain('--fill:#7A3B12');
    const query = new URLSearchParams({ order: '#Nothing <1>', phone: '0000', store: id });
    const missed = await visit(`/track?${query}`, { remoteAddress: '198.51.100.60' });
    expect(missed.statusCode).toBe(404);
    expect(missed.body).toContain('value="#Nothing &lt;1&gt;"');
    expect(missed.body).toContain('Form &amp; Shop');
    const byNumber = await visit(`/track?number=NOTHING1&store=${id}`, { remoteAddress: '198.51.100.60' });
    const page = await visit(String(byNumber.headers.location), { remoteAddress: '198.51.100.60' });
    expect([page.statusCode, page.body.includes('Form &amp; Shop')]).toEqual([404, true]);
    for (const store of ['nobody', '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d']) {
      const plain = await visit(`/track?store=${store}`, { remoteAddress: '198.51.100.60' });
      expect([plain.statusCode, plain.body.includes('Form &amp; Shop')]).toEqual([200, false]);
    }
  });

  it('is in the language that its reader has, of those of the store, and so is what it leads to', async () => {
    const payload = { store_name: 'form-hindi', languages: ['en', 'hi'] };
    const made = await account.post('/client-stores', payload);
    const { id } = made.json().data;
    const from = { remoteAddress: '198.51.100.62' };
    const form = await visit(`/track?store=${id}`, { ...from, headers: { 'accept-language': 'hi-IN' } });
    expect(form.body).toContain('<html lang="hi-IN">');
    expect(form.body).toContain('अपना पार्सल ट्रैक करें');
    expect(form.body).not.toContain('name="lang"');
    const asked = await visit(`/track?store=${id}&lang=hi`, from);
    expect(asked.body).toContain('<input type="hidden" name="lang" value="hi">');
    expect(form.body).toContain(
      `<a href="/track?store=${id}&amp;lang=en" hreflang="en" lang="en">English</a>`,
    );
    const number = await book({ order_id: 'FORM-HI', store_name: 'form-hindi' });
    const byNumber = await visit(`/track?number=${number}&store=${id}&lang=hi`, from);
    expect(byNumber.headers.location).toBe(`/track/${number}?store=${id}&lang=hi`);
    expect((await visit(String(byNumber.headers.location), from)).body).toContain('<html lang="hi-IN">');
    const byOrder = await visit(`/track?order=FORM-HI&phone=3210&lang=hi`, from);
    expect(byOrder.headers.location).toMatch(/^\/t\/[2-9a-z]{11}\?lang=hi$/);
    const missed = await visit(`/track?order=FORM-HI&phone=0000&store=${id}&lang=hi`, from);
    expect([missed.statusCode, missed.body.includes('उससे कोई पार्सल नहीं मिला')]).toEqual([404, true]);
  });

  it('leaves the language of the parcel to the browser, unless one was asked for', async () => {
    await account.post('/client-stores', { store_name: 'form-tamil', languages: ['en', 'ta'] });
    await book({ order_id: 'FORM-TA', store_name: 'form-tamil' });
    const from = { remoteAddress: '198.51.100.63', headers: { 'accept-language': 'ta-IN' } };
    /** Sends the form as a browser does, with its hidden fields. */
    const send = async (address: string) => {
      const { body } = await visit(address, from);
      const hidden = body
        .slice(body.indexOf('id="by-order"'))
        .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
      const fields = [...hidden].map(([, name = '', value = '']) => [name, value] as [string, string]);
      const query = new URLSearchParams([...fields, ['order', 'FORM-TA'], ['phone', '3210']]);
      const found = await visit(`/track?${query}`, from);
      return (await visit(String(found.headers.location), from)).body;
    };
    // The plain form has no Tamil, but the store has.
    expect(await send('/track')).toContain('<html lang="ta-IN">');
    expect(await send('/track?lang=en')).toContain('<html lang="en-IN">');
    expect(await send('/track?lang=ta')).toContain('<html lang="ta-IN">');
  });

  it('leads back from the page of its parcels', async () => {
    const number = await book({ order_id: 'FORM-1', store_name: 'form-shop' });
    const { body } = await visit(`/track/${number}`, { remoteAddress: '198.51.100.61' });
    expect(body).toMatch(/href="\/track\?store=[0-9a-f-]{36}&amp;lang=en"/);
    // The courier's name, not that of the booked service.
    expect(shownIn(body)).toMatch(/Courier (Titlipath|Morpankhi|Pavanteer|\w+) Tracking number/);
    expect(shownIn(body)).not.toMatch(/\d k?g\b/);
  });
});

describe('an order id with wrong phones', () => {
  it('is slowed for a network after ten, until an hour has gone by, and for no other', async () => {
    await book({ order_id: 'GUESSED-1' });
    const ask = async (phone: string, part: number, order = '#guessed-1') => {
      const query = new URLSearchParams({ order, phone });
      return (await visit(`/track?${query}`, { remoteAddress: `2001:db8:7:${part}::1` })).statusCode;
    };
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(`000${n}`, n)));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(await ask('3210', 20)).toBe(429);
    expect(await ask('3210', 20, 'Guessed-1')).toBe(429);
    const query = new URLSearchParams({ order: '#guessed-1', phone: '3210' });
    expect((await visit(`/track?${query}`, { remoteAddress: '198.51.101.20' })).statusCode).toBe(303);
    test.advance(60 * 60_000);
    expect(await ask('3210', 21)).toBe(303);
  });
});

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
    const store = await account.post('/client-stores', form.payload, form.headers);
    const number = await book({
      order_id: 'SECRET-1',
      store_name: 'chai-shop',
      payment_method: 'COD',
      sub_total: 1299.5,
      cod_collectible: 1299.5,
    });
    const response = await visit(`/track/${number.toLowerCase()}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(response.body.length).toBeLessThan(30_000);
    expect(response.body).toContain('Chai &amp; &lt;Co&gt;');
    expect(response.body).toContain(store.json().data.logo_url.replace('https://ship.example.in', ''));
    expect(response.body).toContain('<html lang="en-IN">');
    expect(response.body).toContain('Ready to ship');
    expect(response.body).toContain('<bdi>Asha</bdi>, <bdi>Bengaluru</bdi>');
    expect(response.body).toContain(number);
    expect(response.body).not.toMatch(/Rao|98765|asha@|Indiranagar|560038|Dakiya|<script/);
    // Numbers can be guessed, so the items and their price are shown only with the link.
    expect(response.body).not.toMatch(/SECRET-1|1,299|Masala/);
    expect(response.body).toContain('your order number and phone');
  });

  it('shows items, order number and what to pay to whoever has the link', async () => {
    await book({
      order_id: 'LINK-1',
      payment_method: 'COD',
      sub_total: 1299.5,
      cod_collectible: 1299.5,
      order_items: [
        { name: 'Masala <chai>', sku: 'M1', units: 2, selling_price: 500 },
        { name: 'Cup', sku: 'C1', units: 1, selling_price: 299.5 },
      ],
    });
    const { body, headers } = await visitOrder('LINK-1');
    expect(body).toContain('<li><span>2 ×</span><span><bdi>Masala &lt;chai&gt;</bdi></span></li>');
    expect(shownIn(body)).toMatch(/1 × Cup.*Order number LINK-1 To pay on delivery Rs 1,299\.50/);
    expect(shownIn(body)).toContain('Keep Rs 1,299.50 ready');
    expect(body).not.toMatch(/Rao|98765|asha@|Indiranagar|560038|<script/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('leads by one link for each shipment, whoever asks for it, and knows no other', async () => {
    await book({ order_id: 'LINK-2' });
    const ask = () => visit('/track?order=LINK-2&phone=3210', { remoteAddress: '198.51.100.21' });
    const links = (await Promise.all([ask(), ask(), ask()])).map(({ headers }) => String(headers.location));
    expect(new Set(links).size).toBe(1);
    const [link = ''] = links;
    expect(link).toMatch(/^\/t\/[2-9a-z]{11}$/);
    expect((await visit(link.toUpperCase().replace('/T/', '/t/'))).statusCode).toBe(200);
    for (const other of ['/t/aaaaaaaaaaa', '/t/x', `${link}x`, '/t/%00']) {
      const response = await visit(other, { remoteAddress: '198.51.100.22' });
      expect([other, response.statusCode]).toEqual([other, 404]);
    }
  });

  it('is of an order that no carrier has yet', async () => {
    const made = await account.post('/forward-order', orderBody(warehouseId, { order_id: 'LINK-3' }));
    expect(made.statusCode).toBe(200);
    const { body } = await visitOrder('LINK-3');
    expect(body).toContain('<h1 id="status">Order placed</h1>');
    expect(body).not.toMatch(/Tracking number|Courier/);
  });

  it("wears the brand's colour, its word mark alone, and leads to whom its customers can ask", async () => {
    const wordMark = await sharp({ create: { width: 200, height: 50, channels: 3, background: '#d0242c' } })
      .png()
      .toBuffer();
    const form = multipart([
      { name: 'store_name', value: 'red-word' },
      { name: 'logo', file: wordMark, filename: 'logo.png' },
      { name: 'support_phone', value: '1800 100 0009' },
      { name: 'support_email', value: 'help@red.example' },
      { name: 'support_whatsapp', value: '9876543210' },
      { name: 'site_url', value: 'https://red.example' },
    ]);
    await account.post('/client-stores', form.payload, form.headers);
    await book({ order_id: 'BRAND-1', store_name: 'red-word' });
    const { body, headers } = await visitOrder('BRAND-1');
    expect(body).toContain('--fill:#D0242C');
    const brandStyle = /<style>(@media screen[^<]*)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(
      createHash('sha256').update(brandStyle).digest('base64'),
    );
    expect(body).toMatch(/<header><img src="\/logos\/[^"]+" alt="Red Word" class="dark"><\/header>/);
    for (const link of [
      'tel:18001000009',
      'mailto:help@red.example?subject=BRAND-1',
      'https://wa.me/919876543210',
      'https://red.example',
    ]) {
      expect(body).toContain(`href="${link}"`);
    }
  });

  it('is in the language that its reader asks for or has, of those of the store', async () => {
    const number = await book({ order_id: 'HINDI-1' });
    const hindi = await visit(`/track/${number}`, {
      headers: { 'accept-language': 'ta, hi-IN;q=0.8, en;q=0.5' },
    });
    expect(hindi.body).toContain('<html lang="hi-IN">');
    expect(hindi.body).toContain('भेजने के लिए तैयार');
    expect(hindi.body).toContain(`<a href="/track/${number}?lang=en" hreflang="en" lang="en">English</a>`);
    expect(hindi.headers.vary).toBe('accept-language');
    const asked = await visit(`/track/${number}?lang=en`, { headers: { 'accept-language': 'hi' } });
    expect(asked.body).toContain('<html lang="en-IN">');
    expect((await visit(`/track/${number}?lang=xx`)).body).toContain('<html lang="en-IN">');
  });

  it("is in the account's name where no store is linked", async () => {
    expect((await visit(`/track/${await book()}`)).body).toContain('Sunrise Traders');
  });

  it('promises no date that has gone by, and says that it takes longer', async () => {
    const late = await startApp();
    try {
      const owner = await late.account();
      const response = await late.app.inject({
        method: 'POST',
        url: `${API}/forward-order-orchestration`,
        headers: owner.headers,
        payload: orderBody(await makeWarehouse(owner)),
      });
      const url = `/track/${response.json().payload.awb_code}`;
      const shown = async () => shownIn((await late.app.inject({ url })).body);
      const promised = Date.parse(
        `${/Arriving \w+ (\d+ \w+) /.exec(await shown())?.[1]} 2026 00:00:00 +0530`,
      );
      const at = (milliseconds: number) => late.advance(milliseconds - late.service.now().getTime());
      at(promised - 60_000);
      expect(await shown()).toContain('Arriving tomorrow');
      at(promised);
      expect(await shown()).toContain('Arriving today');
      // The last minute of the promised day in India, and the minute after.
      at(promised + 24 * 3_600_000 - 60_000);
      expect(await shown()).toContain('Arriving today');
      expect(await shown()).not.toContain('longer');
      late.advance(60_000);
      expect(await shown()).not.toMatch(/Arriving|today/);
      const { body } = await late.app.inject({ url });
      expect(body).toContain('<h1 id="status">Your order is delayed</h1>');
      expect(body).toContain('class="mood attention"');
    } finally {
      await late.stop();
    }
  });

  it('expects a parcel that is out for delivery today, and never later', async () => {
    const out = await startApp({ now: new Date('2026-11-16T06:30:00.000Z') });
    try {
      const owner = await out.account();
      const { shipmentId, trackingNumber } = await bookOrder(owner, await makeWarehouse(owner));
      const shown = async () => (await out.app.inject({ url: `/track/${trackingNumber}` })).body;
      const promised = /Arriving (\w+ \d+ November)/.exec(shownIn(await shown()))?.[1] ?? '';
      expect(promised).toMatch(/day/);
      await scan(out, owner, shipmentId, ['picked_up', 'out_for_delivery']);
      expect(await shown()).toContain('<h1 id="status">Out for delivery: today</h1>');
      expect(await shown()).toContain('class="mood way"');
      expect(await shown()).toContain(
        '<li class="done">On the way</li><li class="now" aria-current="step">Out for delivery</li><li>Delivered</li>',
      );
      expect(await shown()).not.toContain(promised);
      // 23:59 of that day in India, and a minute later.
      out.advance(Date.parse('2026-11-16T18:29:00.000Z') - out.service.now().getTime());
      expect(await shown()).toContain('Out for delivery: today');
      out.advance(60_000);
      expect(await shown()).toContain('<h1 id="status">Out for delivery</h1>');
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
    const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
    await scan(test, account, shipmentId, ['picked_up', status]);
    const { body } = await visit(`/track/${trackingNumber}`);
    const minute = indiaDateTime(test.service.now().getTime()).slice(14, 16);
    expect(body).toMatch(new RegExp(`<h1 id="status">${headline} today, \\d+:${minute} [ap]m</h1>`));
    expect(body).not.toContain('Arriving');
  });

  it.each(['lost', 'damaged', 'rto_lost', 'rto_damaged'] as const)(
    'says plainly that a parcel is %s, and promises nothing',
    async (status) => {
      const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
      await scan(test, account, shipmentId, ['picked_up', status]);
      const { body } = await visit(`/track/${trackingNumber}`);
      expect(body).toMatch(/<h1 id="status">[^<]*(lost|damaged)/i);
      expect(body).toContain('Please contact the seller');
      expect(body).not.toMatch(/Arriving|Delayed|Keep/);
    },
  );

  it('asks nobody to be ready for a carrier who will not come again', async () => {
    const courier = await carrierHeaders(test);
    const shown = async (reason: string) => {
      const order_id = `AGAIN ${reason}`;
      const number = await book({
        order_id,
        carrier_id: CARRIER,
        payment_method: 'COD',
        sub_total: 1299,
        cod_collectible: 1299,
      });
      const event = { tracking_number: number, status: 'ndr_raised', reason, location: 'Hub' };
      const event_date_time = test.service.now().toISOString();
      await sendEvents(test, courier, { events: [{ ...event, event_date_time }] });
      return (await visitOrder(order_id)).body;
    };
    expect(await shown('customer not available')).toMatch(/Arriving[\s\S]*Rs 1,299/);
    const refused = await shown('customer refused');
    expect(refused).toContain('The parcel was not accepted.');
    expect(refused).not.toMatch(/Arriving|Rs 1,299/);
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
      expect(response.body).toContain('We could not find your parcel');
    },
  );
});

describe('the form', () => {
  it('leads to the page by number, or by order id and the last four digits of the phone', async () => {
    const number = await book({ order_id: 'FORM 1' });
    expect((await visit('/track')).statusCode).toBe(200);
    const byNumber = await visit(`/track?number=${number}`);
    expect([byNumber.statusCode, byNumber.headers.location]).toEqual([303, `/track/${number}`]);
    const byOrder = await visit('/track?order=FORM%201&phone=3210');
    expect(byOrder.statusCode).toBe(303);
    expect((await visit(String(byOrder.headers.location))).body).toContain(number);
  });

  it('leads there by the whole phone number too, as people write it, and by no other', async () => {
    await book({ order_id: 'WHOLE-1', billing_phone: '9820012345' });
    await book({ order_id: 'WHOLE-2', billing_phone: '08022223333' });
    const statusOf = async (order: string, phone: string) => {
      const query = new URLSearchParams({ order, phone });
      return (await visit(`/track?${query}`, { remoteAddress: '198.51.100.12' })).statusCode;
    };
    for (const phone of ['9820012345', '+91 98200 12345', '098200-12345', '2345'])
      expect([phone, await statusOf('WHOLE-1', phone)]).toEqual([phone, 303]);
    for (const phone of ['08022223333', '+91 80 2222 3333', '3333'])
      expect([phone, await statusOf('WHOLE-2', phone)]).toEqual([phone, 303]);
    for (const phone of ['9820112345', '12345', '345', '98200123', '1'.repeat(20)])
      expect([phone, await statusOf('WHOLE-1', phone)]).toEqual([phone, 404]);
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
      const page = await visit(String(response.headers.location), { remoteAddress: '198.51.100.9' });
      expect([order, page.body.includes(number)]).toEqual([order, true]);
    }
  });

  it('takes an order id that is the same to the letter before another', async () => {
    const plain = await book({ order_id: 'SAME-1' });
    const marked = await book({ order_id: '#same-1' });
    const ask = async (order: string) =>
      shownIn((await visitOrder(order)).body).match(/Tracking number (\S+)/)?.[1];
    expect([await ask('SAME-1'), await ask('#same-1')]).toEqual([plain, marked]);
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
    await other.post(
      '/forward-order-orchestration',
      orderBody(await makeWarehouse(other), {
        order_id: 'THEIRS',
        billing_phone: '9820022222',
      }),
    );
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
