import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
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

it('asks for a phone by a pattern that browsers can read', async () => {
  const { body } = await visit('/track', { remoteAddress: '198.51.100.61' });
  const pattern = /pattern="([^"]+)"/.exec(body)?.[1] ?? '';
  // Browsers read patterns with the flag `v`, and ignore one that is wrong.
  const phones = new RegExp(`^(?:${pattern})$`, 'v');
  for (const phone of ['9876543210', '+91 (98765) 432-10', '3210']) expect(phones.test(phone)).toBe(true);
  for (const phone of ['321', 'call me', '9876543210 ext. 5']) expect(phones.test(phone)).toBe(false);
});

describe('the hosts that may show the pages in a frame', () => {
  const set = (frame_hosts: unknown, by = account) => by.put('/tracking-page-settings', { frame_hosts });
  const framers = ({ headers }: { headers: object }) =>
    /frame-ancestors 'self' ?(.*)$/.exec(String(Object(headers)['content-security-policy']))?.[1];

  it('are those of the account beside the website of the store, on every page of a brand', async () => {
    const owner = await test.account();
    const other = await test.account();
    const warehouse = await makeWarehouse(owner);
    const made = await owner.post('/client-stores', {
      store_name: 'framed',
      site_url: 'https://framed.example',
    });
    const { id } = made.json().data;
    const theirs = await other.post('/client-stores', { store_name: 'framed' });
    const from = { remoteAddress: '198.51.100.77' };
    const { trackingNumber } = await bookOrderWith(owner, warehouse, { store_name: 'framed' });
    const pages = async () => {
      const page = await visit(`/track/${trackingNumber}`, from);
      const form = await visit(`/track?store=${id}`, from);
      const missed = await visit(`/track/NOTHING?store=${id}`, from);
      return [page, form, missed].map(framers);
    };
    expect(await pages()).toEqual(Array(3).fill('https://framed.example'));
    const before = await visit(`/track/${trackingNumber}`, from);
    const hosts = ['blog.framed.example', 'https://Shop.example:8443/', 'BLOG.framed.example'];
    const changed = await set(hosts, owner);
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { data: { frame_hosts: ['blog.framed.example', 'shop.example:8443'] } },
    ]);
    expect((await owner.get('/tracking-page-settings')).json()).toEqual(changed.json());
    expect(await pages()).toEqual(
      Array(3).fill('https://framed.example https://blog.framed.example https://shop.example:8443'),
    );
    const headers = { 'if-none-match': String(before.headers.etag) };
    expect((await visit(`/track/${trackingNumber}`, { ...from, headers })).statusCode).toBe(200);
    expect(framers(await visit('/track', from))).toBe('');
    expect(framers(await visit(`/track?store=${theirs.json().data.id}`, from))).toBe('');
    expect((await owner.put('/tracking-page-settings', {})).json()).toEqual(changed.json());
    expect((await set([], owner)).json().data.frame_hosts).toEqual([]);
    expect(await pages()).toEqual(Array(3).fill('https://framed.example'));
    await set('one.example', owner);
    expect((await set(null, owner)).json().data.frame_hosts).toEqual([]);
    const { data: records } = (await owner.get('/audit')).json();
    expect(
      records
        .filter(({ action }: { action: string }) => action === 'tracking_page.changed')
        .map(({ changes }: { changes: unknown }) => changes),
    ).toEqual([
      { frame_hosts: { from: ['one.example'], to: [] } },
      { frame_hosts: { from: [], to: ['one.example'] } },
      { frame_hosts: { from: ['blog.framed.example', 'shop.example:8443'], to: [] } },
      { frame_hosts: { from: [], to: ['blog.framed.example', 'shop.example:8443'] } },
    ]);
  });

  it('may be 20, and no wildcards or addresses', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `host-${at}.example`);
    expect((await set(many)).json().data.frame_hosts).toEqual(many);
    const wrong = await set(['fine.example', '*.example', 'http://chai.example']);
    const sentence =
      'must be a host that serves https, such as blog.chai.example, without a wildcard or a path';
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [`frame_hosts[1] ${sentence}`, `frame_hosts[2] ${sentence}`],
    ]);
    const tooMany = await set([...many, 'more.example']);
    expect([tooMany.statusCode, tooMany.json().errors]).toEqual([
      422,
      ['frame_hosts must be a list of at most 20 entries'],
    ]);
    expect((await account.get('/tracking-page-settings')).json().data.frame_hosts).toEqual(many);
    await set(null);
  });
});

describe('the tracking form of a store', () => {
  it('shows the store’s brand, also if nothing is found, and keeps the entered values', async () => {
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

  it('is in the reader’s language among those of the store, and so are the pages behind it', async () => {
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

  it('leaves the language to the browser unless one is chosen', async () => {
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

  it('is linked from the page of the store’s parcels', async () => {
    const number = await book({ order_id: 'FORM-1', store_name: 'form-shop' });
    const { body } = await visit(`/track/${number}`, { remoteAddress: '198.51.100.61' });
    expect(body).toMatch(/href="\/track\?store=[0-9a-f-]{36}&amp;lang=en"/);
    // The courier's name, not that of the booked service.
    expect(shownIn(body)).toMatch(/Courier (Titlipath|Morpankhi|Pavanteer|\w+) Tracking number/);
    expect(shownIn(body)).not.toMatch(/\d k?g\b/);
  });
});

describe('an order id with wrong phones', () => {
  let network = 0;
  /** Asks from a network that nobody has used yet. */
  const ask = async (order: string, phone: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ order, phone, ...more });
    network += 1;
    return visit(`/track?${query}`, { remoteAddress: `2001:db8:${network.toString(16)}::1` });
  };

  it('takes twenty wrong endings from all networks, then one in three minutes, and the whole number always', async () => {
    await book({ order_id: 'GUESSED-1' });
    const guess = async (ending: number) => (await ask('#guessed-1', `000${ending}`)).statusCode;
    const statuses = await Promise.all(Array.from({ length: 19 }, (_, ending) => guess(ending % 10)));
    expect(new Set(statuses)).toEqual(new Set([404]));
    // The right ending costs nothing.
    for (let times = 0; times < 3; times += 1) expect((await ask('GUESSED-1', '3210')).statusCode).toBe(303);
    expect(await guess(9)).toBe(404);
    const barred = await ask('Guessed-1', '3210');
    expect([barred.statusCode, barred.headers['retry-after']]).toEqual([429, '180']);
    expect(barred.body).toContain('Please enter your whole phone number');
    for (const whole of ['9876543210', '+91 98765 43210'])
      expect((await ask('guessed-1', whole)).statusCode).toBe(303);
    expect((await ask('guessed-1', '9876543211')).statusCode).toBe(404);
    test.advance(3 * 60_000 - 1);
    expect((await ask('guessed-1', '3210')).statusCode).toBe(429);
    test.advance(1);
    expect((await ask('guessed-1', '3210')).statusCode).toBe(303);
  });

  it('is told apart from the same order id of another store, whose form names the store', async () => {
    const other = await test.account();
    const shops = await Promise.all(
      [account, other].map(async (owner) => {
        const made = await owner.post('/client-stores', { store_name: 'same-numbers' });
        const warehouse = owner === account ? warehouseId : await makeWarehouse(owner);
        const parcel = { order_id: '#1001-SAME', store_name: 'same-numbers' };
        const { trackingNumber } = await bookOrderWith(owner, warehouse, parcel);
        return { store: made.json().data.id, trackingNumber };
      }),
    );
    /** The parcel that the form of a store finds, or the status. */
    const found = async (store: string, phone = '3210') => {
      const answer = await ask('1001-same', phone, { store });
      if (answer.statusCode !== 303) return answer.statusCode;
      const page = await visit(String(answer.headers.location), { remoteAddress: '198.51.100.64' });
      return shownIn(page.body).match(/Tracking number (\S+)/)?.[1];
    };
    for (const { store, trackingNumber } of shops) expect(await found(store)).toBe(trackingNumber);
    const [mine, theirs] = shops.map(({ store }) => store) as [string, string];
    for (let guess = 0; guess < 20; guess += 1) expect(await found(mine, '0000')).toBe(404);
    expect(await found(mine)).toBe(429);
    expect(await found(mine.toUpperCase())).toBe(429);
    expect(await found(theirs)).toBe(shops[1]?.trackingNumber);
    // Without a store, and with one that does not exist, all stores are searched, and counted together.
    for (let guess = 0; guess < 20; guess += 1)
      expect(await found('01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d', '0000')).toBe(404);
    expect(await found('01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3e')).toBe(429);
    expect(await found('')).toBe(429);
    expect(await found(theirs)).toBe(shops[1]?.trackingNumber);
  });

  it('is not found in the form of another store of the account', async () => {
    await account.post('/client-stores', { store_name: 'one-of-two' });
    await book({ order_id: 'IN-ONE-STORE', store_name: 'one-of-two' });
    const made = await account.post('/client-stores', { store_name: 'two-of-two' });
    const ofOther = await ask('IN-ONE-STORE', '3210', { store: made.json().data.id });
    expect([ofOther.statusCode, (await ask('IN-ONE-STORE', '3210')).statusCode]).toEqual([404, 303]);
  });
});

describe('the tracking page', () => {
  it('has the store’s brand and logo, and shows only the necessary data of the customer', async () => {
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

  it('shows items, order number and amount to people with the link', async () => {
    await book({
      order_id: 'LINK-1',
      payment_method: 'COD',
      sub_total: 1299.5,
      ...{ shipping_charges: 49, transaction_charges: 30 },
      order_items: [
        { name: 'Masala <chai>', sku: 'M1', units: 2, selling_price: 500 },
        { name: 'Cup', sku: 'C1', units: 1, selling_price: 299.5 },
      ],
    });
    const { body, headers } = await visitOrder('LINK-1');
    expect(body).toContain('<li><span>2 ×</span><span><bdi>Masala &lt;chai&gt;</bdi></span></li>');
    expect(shownIn(body)).toMatch(/1 × Cup.*Order number LINK-1 To pay on delivery Rs 1,378\.50/);
    expect(shownIn(body)).toContain('Keep Rs 1,378.50 ready');
    expect(body).not.toMatch(/Rao|98765|asha@|Indiranagar|560038|<script/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('tells that the cash is a part of the total', async () => {
    await book({ order_id: 'PART-1', payment_method: 'COD', sub_total: 499, cod_collectible: 150 });
    const part = 'To pay on delivery Rs 150 Part payment: the total of the order is Rs 499';
    expect(shownIn((await visitOrder('PART-1')).body)).toContain(part);
    await book({ order_id: 'PART-2', payment_method: 'COD', sub_total: 499, cod_collectible: 499 });
    expect(shownIn((await visitOrder('PART-2')).body)).not.toContain('Part payment');
  });

  it('has one link for each shipment, and unknown links are not found', async () => {
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

  it('shows an order without a carrier', async () => {
    const made = await account.post('/forward-order', orderBody(warehouseId, { order_id: 'LINK-3' }));
    expect(made.statusCode).toBe(200);
    const { body } = await visitOrder('LINK-3');
    expect(body).toContain('<h1 id="status">Order placed</h1>');
    expect(body).not.toMatch(/Tracking number|Courier/);
  });

  it('shows the brand’s colour, its word mark alone, and the contacts for customers', async () => {
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
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self' https:\/\/red\.example$/);
    expect(headers).not.toHaveProperty('x-frame-options');
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

  it('is in the chosen or accepted language among those of the store', async () => {
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

  it('shows the account’s name for an order without a store', async () => {
    expect((await visit(`/track/${await book()}`)).body).toContain('Sunrise Traders');
  });

  it('does not promise a past date, and says that the parcel takes longer', async () => {
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

  it('says today while a parcel is out for delivery, and not on later days', async () => {
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
    const order_id = `OVER ${status}`;
    const cod = { payment_method: 'COD', sub_total: 1299, cod_collectible: 1299 };
    const { shipmentId, trackingNumber } = await bookOrderWith(account, warehouseId, { order_id, ...cod });
    expect((await visitOrder(order_id)).body).toContain('Rs 1,299');
    await scan(test, account, shipmentId, ['picked_up', status]);
    expect((await visitOrder(order_id)).body).not.toContain('Rs 1,299');
    const { body } = await visit(`/track/${trackingNumber}`);
    const minute = indiaDateTime(test.service.now().getTime()).slice(14, 16);
    expect(body).toMatch(new RegExp(`<h1 id="status">${headline} today, \\d+:${minute} [ap]m</h1>`));
    expect(body).not.toContain('Arriving');
  });

  it.each(['lost', 'damaged', 'rto_lost', 'rto_damaged'] as const)(
    'says that a parcel is %s, without promising a date',
    async (status) => {
      const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
      await scan(test, account, shipmentId, ['picked_up', status]);
      const { body } = await visit(`/track/${trackingNumber}`);
      expect(body).toMatch(/<h1 id="status">[^<]*(lost|damaged)/i);
      expect(body).toContain('Please contact the seller');
      expect(body).not.toMatch(/Arriving|Delayed|Keep/);
    },
  );

  it('does not announce another attempt if there is none', async () => {
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

  it('stays small even after many scans', async () => {
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
    // The newest 40 scans.
    expect([body.includes('Hub 99 '), body.includes('Hub 60 '), body.includes('Hub 59 ')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(Buffer.byteLength(body)).toBeLessThan(30_000);
  });

  it('is not sent again if nothing changed', async () => {
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

describe('the tracking form', () => {
  it('finds the page by number, or by order id and the last four digits of the phone', async () => {
    const number = await book({ order_id: 'FORM 1' });
    expect((await visit('/track')).statusCode).toBe(200);
    const byNumber = await visit(`/track?number=${number}`);
    expect([byNumber.statusCode, byNumber.headers.location]).toEqual([303, `/track/${number}`]);
    const byOrder = await visit('/track?order=FORM%201&phone=3210');
    expect(byOrder.statusCode).toBe(303);
    expect((await visit(String(byOrder.headers.location))).body).toContain(number);
  });

  it('accepts the complete phone number in any format, and no other number', async () => {
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
  ])('finds the order %s in the ways that shops print it and customers type it', async (order_id, typed) => {
    const number = await book({ order_id });
    for (const order of typed) {
      const query = new URLSearchParams({ order, phone: '3210' });
      const response = await visit(`/track?${query}`, { remoteAddress: '198.51.100.9' });
      const page = await visit(String(response.headers.location), { remoteAddress: '198.51.100.9' });
      expect([order, page.body.includes(number)]).toEqual([order, true]);
    }
  });

  it('prefers an order id with exactly the same letters', async () => {
    const plain = await book({ order_id: 'SAME-1' });
    const marked = await book({ order_id: '#same-1' });
    const ask = async (order: string) =>
      shownIn((await visitOrder(order)).body).match(/Tracking number (\S+)/)?.[1];
    expect([await ask('SAME-1'), await ask('#same-1')]).toEqual([plain, marked]);
    // Of two accounts with this order id and phone, the newest shipment is found.
    const other = await test.account();
    test.advance(60_000);
    const newest = await bookOrderWith(other, await makeWarehouse(other), { order_id: 'SAME-1' });
    expect(await ask('SAME-1')).toBe(newest.trackingNumber);
  });

  it.each([
    ['/track?order=%23NO-1&phone=1234', { order: '#NO-1', phone: '1234', number: '' }],
    ['/track?order=NO-2', { order: 'NO-2', phone: '', number: '' }],
    ['/track/NO%203', { number: 'NO 3', order: '', phone: '' }],
    [`/track/${'9'.repeat(250)}`, { number: '9'.repeat(100) }],
    [`/track/${encodeURIComponent('"><b>\u0000')}`, { number: '&quot;&gt;&lt;b&gt;' }],
    ['/track?order=a&order=b&phone=%00', { order: '', phone: '' }],
  ])('keeps the entered values: %.40s', async (url, fields) => {
    const response = await visit(url, { remoteAddress: '198.51.100.8' });
    expect(response.statusCode).toBe(404);
    for (const [name, value] of Object.entries(fields)) {
      expect(response.body).toContain(`name="${name}" value="${value}"`);
    }
  });

  it('finds no order with the phone of another customer or account', async () => {
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

  it('takes equally long for every order that it does not find', async () => {
    await book({ order_id: 'FORM-4' });
    const begun = performance.now();
    for (const query of ['order=FORM-4&phone=0000', 'order=FORM-5&phone=3210', 'order=FORM-4&phone=32']) {
      expect((await visit(`/track?${query}`, { remoteAddress: '198.51.100.11' })).statusCode).toBe(404);
    }
    expect(performance.now() - begun).toBeGreaterThan(280);
  });

  it('does not tell which value was wrong', async () => {
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

describe('guessing from an address that thousands of people share', () => {
  it('delays numbers and what is not found, and keeps nobody from a page', async () => {
    const waits: number[] = [];
    const slow = await startApp({ pause: async (ms) => void waits.push(ms) });
    onTestFinished(() => slow.stop());
    const owner = await slow.account();
    const ours = await bookOrderWith(owner, await makeWarehouse(owner), { order_id: 'BEHIND-NAT' });
    /** The status of an answer from the shared address, and how long it waited. */
    const ask = async (url: string, remoteAddress = '198.51.100.3') => {
      waits.length = 0;
      const { statusCode, headers } = await slow.app.inject({ url, remoteAddress });
      return { status: statusCode, waited: waits.reduce((sum, ms) => sum + ms, 0), to: headers.location };
    };
    const guesses = [];
    for (let guess = 0; guess < 200; guess += 1) guesses.push(await ask(`/track/GUESS${guess}`));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]));
    const waited = guesses.map((guess) => guess.waited);
    expect([waited[29], waited[30], waited[39], waited[59], waited[60], waited[199]]).toEqual([
      ...[0, 100, 1_000, 3_000, 3_000, 3_000],
    ]);
    const byNumber = `/track/${ours.trackingNumber}`;
    expect(await ask(byNumber)).toMatchObject({ status: 200, waited: 3_000 });
    const byOrder = await ask('/track?order=BEHIND-NAT&phone=3210');
    expect(byOrder).toMatchObject({ status: 303, waited: 0 });
    expect(await ask(String(byOrder.to))).toMatchObject({ status: 200, waited: 0 });
    expect(await ask(byNumber, '198.51.100.4')).toMatchObject({ status: 200, waited: 0 });
    slow.advance(2_000 * 172);
    expect(await ask(byNumber)).toMatchObject({ status: 200, waited: 0 });
    expect(await ask(byNumber)).toMatchObject({ status: 200, waited: 100 });
  });

  it('counts simultaneous tries, for all addresses of one IPv6 subscriber', async () => {
    const waits: number[] = [];
    const slow = await startApp({ pause: async (ms) => void waits.push(ms) });
    onTestFinished(() => slow.stop());
    const ask = (remoteAddress: string) => slow.app.inject({ url: '/t/aaaaaaaaaaa', remoteAddress });
    await Promise.all(Array.from({ length: 31 }, (_, n) => ask(`2001:db8:1:2::${n.toString(16)}`)));
    expect(waits).toEqual([100]);
    await ask('2001:db8:1:3::1');
    expect(waits).toEqual([100]);
  });
});

describe('a failure of the service', () => {
  it('shows an error page, not an unknown parcel, and does not count as a guess', async () => {
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
