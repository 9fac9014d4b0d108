import { beforeAll, describe, expect, it } from 'vitest';
import { OFF_BY_DEFAULT } from '../../src/domain/tracking/moments.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { testListContract } from '../support/list-contract.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';

const test = await openApp();

interface Shop {
  readonly account: TestAccount;
  readonly warehouseId: string;
  readonly storeId: string;
}

async function makeShop(): Promise<Shop> {
  const account = await test.account('Sunrise Traders');
  const store = await call(account, 'POST', '/client-stores', {
    store_name: 'Chai-Corner',
    brand_name: 'Chai & Co',
  });
  return { account, warehouseId: await makeWarehouse(account), storeId: store.body.data.id };
}

async function call(account: TestAccount, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const response = await account.call(method, path, payload);
  return { status: response.statusCode, body: response.json() };
}

async function messagesOfNewOrder({ account, warehouseId }: Shop, changes: Record<string, unknown> = {}) {
  const payload = orderBody(warehouseId, { carrier_id: CARRIER, ...changes });
  const { body } = await call(account, 'POST', '/forward-order-orchestration', payload);
  const listed = await call(account, 'GET', `/messages?shipment_id=${body.payload.shipment_id}`);
  return listed.body.data as { channel: string; text: string; subject: string | null; from_name: string }[];
}

async function channelsOfNewOrder(shop: Shop, changes: Record<string, unknown> = {}) {
  return (await messagesOfNewOrder(shop, changes)).map(({ channel }) => channel).sort();
}

function put({ account }: Shop, payload: object) {
  return call(account, 'PUT', '/message-settings', payload);
}

describe('message settings', () => {
  it('start with the usual messages on, the optional ones off, and the built-in texts', async () => {
    const { account } = await makeShop();
    const { body } = await call(account, 'GET', '/message-settings');
    expect(body.data.store_id).toBeNull();
    expect(body.data.messages).toHaveLength(39);
    for (const setting of body.data.messages) {
      const enabled = !OFF_BY_DEFAULT.includes(setting.moment);
      expect(setting).toMatchObject({ enabled, inherited: false, is_default_text: true });
    }
  });

  it('switch a message off for the account, and on again for one store', async () => {
    const shop = await makeShop();
    const off = await put(shop, { messages: [{ moment: 'shipped', channel: 'email', enabled: false }] });
    expect(off.status).toBe(200);
    expect(await channelsOfNewOrder(shop)).toEqual(['sms']);
    await put(shop, {
      store_id: shop.storeId,
      messages: [{ moment: 'shipped', channel: 'email', enabled: 'true' }],
    });
    expect(await channelsOfNewOrder(shop)).toEqual(['sms']);
    expect(await channelsOfNewOrder(shop, { store_name: 'Chai-Corner' })).toEqual(['email', 'sms']);
    await put(shop, { store_id: shop.storeId, messages: [{ moment: 'shipped', enabled: null }] });
    expect(await channelsOfNewOrder(shop, { store_name: 'Chai-Corner' })).toEqual(['sms']);
  });

  it('switch a message off and on several times', async () => {
    const shop = await makeShop();
    for (const enabled of [false, true, false, true]) {
      await put(shop, { messages: [{ moment: 'shipped', channel: 'email', enabled }] });
      expect(await channelsOfNewOrder(shop)).toEqual(enabled ? ['email', 'sms'] : ['sms']);
      const { body } = await call(shop.account, 'GET', '/message-settings');
      expect(body.data.messages).toContainEqual(
        expect.objectContaining({ moment: 'shipped', channel: 'email', enabled }),
      );
    }
  });

  it('switch a moment off on every channel if no channel is given', async () => {
    const shop = await makeShop();
    await put(shop, { store_id: shop.storeId, messages: [{ moment: 'SHIPPED', enabled: 0 }] });
    expect(await channelsOfNewOrder(shop, { store_name: 'Chai-Corner' })).toEqual([]);
    expect(await channelsOfNewOrder(shop)).toEqual(['email', 'sms']);
    const { body: other } = await call(shop.account, 'POST', '/client-stores', { store_name: 'Other' });
    const shown = async (storeId: string) => {
      const { body } = await call(shop.account, 'GET', `/message-settings?store_id=${storeId}`);
      const told = ['shipped', 'out_for_delivery'];
      return body.data.messages.filter(({ moment }: { moment: string }) => told.includes(moment));
    };
    expect((await shown(other.data.id))[0]).toMatchObject({ enabled: true, inherited: true });
    expect((await shown(shop.storeId)).slice(0, 4)).toMatchObject([
      { moment: 'shipped', channel: 'email', enabled: false, inherited: false },
      { moment: 'shipped', channel: 'sms', enabled: false, inherited: false },
      { moment: 'shipped', channel: 'whatsapp', enabled: false, inherited: false },
      { moment: 'out_for_delivery', channel: 'email', enabled: true, inherited: true },
    ]);
    // Each switch is removed alone.
    await put(shop, { store_id: other.data.id, messages: [{ moment: 'shipped', enabled: false }] });
    for (const store_id of [shop.storeId, null]) {
      await put(shop, { store_id, messages: [{ moment: 'shipped', enabled: null }] });
    }
    expect((await shown(shop.storeId))[0]).toMatchObject({ enabled: true, inherited: true });
    expect((await shown(other.data.id))[0]).toMatchObject({ enabled: false, inherited: false });
  });

  it('change the text, with variables filled in and escaped', async () => {
    const shop = await makeShop();
    const text = 'Namaste {{first_name}} <3\n\n[[Keep {{cash}} ready.]]\n\n{{brand}}: {{track_url}}';
    await put(shop, {
      messages: [{ moment: 'shipped', channel: 'email', subject: 'Go {{order_id}}', text }],
    });
    const changes = {
      billing_customer_name: '<img src=x onerror=alert(1)>',
      billing_last_name: null,
      store_name: 'Chai-Corner',
      payment_method: 'COD',
      sub_total: 1299,
      cod_collectible: 1299,
      order_id: '{{brand}} "1"',
    };
    const message = (await messagesOfNewOrder(shop, changes)).find(({ channel }) => channel === 'email');
    expect(message).toMatchObject({ subject: 'Go {{brand}} "1"', from_name: 'Chai & Co' });
    expect(message?.text).toMatch(
      /^Namaste <img src=x onerror=alert\(1\)> <3\n\nKeep Rs 1,299 ready\.\n\nChai & Co: https:/,
    );
    const { id } = message as unknown as { id: string };
    const preview = await shop.account.get(`/messages/${id}/preview`);
    expect(preview.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(preview.headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src https:\/\/ship\.example\.in; .*sandbox/,
    );
    expect(preview.body).toContain('Namaste &lt;img src=x onerror=alert(1)&gt; &lt;3');
    expect(preview.body).toContain('Chai &amp; Co: <a href="https://ship.example.in/t/');
    expect(preview.body).not.toMatch(/<img|<script/);
  });

  it('have a text for each language, and one for all other languages', async () => {
    const shop = await makeShop();
    const languages = { store_name: 'Hindi-Corner', languages: ['hi'] };
    await call(shop.account, 'POST', '/client-stores', languages);
    const change = (text: string | null, language?: string) =>
      put(shop, { language, messages: [{ moment: 'shipped', channel: 'sms', text }] });
    const textIn = async (store_name: string) =>
      (await messagesOfNewOrder(shop, { store_name })).find(({ channel }) => channel === 'sms')?.text;
    const shown = async (language: string) => {
      const { body } = await call(shop.account, 'GET', `/message-settings?language=${language}`);
      const one = body.data.messages.find(
        ({ moment, channel }: { moment: string; channel: string }) =>
          moment === 'shipped' && channel === 'sms',
      );
      return [body.data.language, one.text, one.is_default_text];
    };
    expect((await shown('hi'))[1]).toContain('आपका ऑर्डर');
    await change('পাঠানো হয়েছে', 'bn');
    const email = { moment: 'shipped', channel: 'email' };
    await put(shop, { messages: [{ ...email, text: 'By email: {{order_id}}' }] });
    const hindi = await change('निकल गया: {{expected_date}}', 'hi');
    expect(hindi.body.data.language).toBe('hi');
    expect(await textIn('Hindi-Corner')).toMatch(/^निकल गया: \d+ नव॰|^निकल गया: \d+ नवं?/);
    expect(await textIn('Chai-Corner')).toMatch(/^Chai & Co: your order/);
    await change('Sent: {{order_id}}');
    expect(await textIn('Hindi-Corner')).toMatch(/^निकल गया/);
    expect(await textIn('Chai-Corner')).toMatch(/^Sent: /);
    expect(await shown('hi')).toEqual(['hi', 'निकल गया: {{expected_date}}', false]);
    expect(await shown('ta')).toEqual(['ta', 'Sent: {{order_id}}', true]);
    await change(null, 'hi');
    expect(await textIn('Hindi-Corner')).toMatch(/^Sent: /);
    await change(null);
    expect(await textIn('Hindi-Corner')).toContain('आपका ऑर्डर');
    expect(await shown('bn')).toEqual(['bn', 'পাঠানো হয়েছে', false]);
    const { body } = await call(shop.account, 'GET', '/message-settings');
    expect(body.data.messages).toContainEqual(
      expect.objectContaining({ ...email, text: 'By email: {{order_id}}' }),
    );
  });

  it('keep the text of messages that exist already', async () => {
    const shop = await makeShop();
    const change = (text: string | null) =>
      put(shop, { messages: [{ moment: 'shipped', channel: 'sms', text }] });
    const wordsNow = async () => {
      const { body } = await call(shop.account, 'GET', '/messages?channel=sms');
      return body.data.map(({ text }: { text: string }) => text);
    };
    await change('First {{order_id}}');
    await messagesOfNewOrder(shop, { order_id: 'A' });
    await change('Second {{order_id}}');
    await messagesOfNewOrder(shop, { order_id: 'B' });
    await change(null);
    await messagesOfNewOrder(shop, { order_id: 'C' });
    expect(await wordsNow()).toEqual([
      expect.stringContaining('your order C is with'),
      'Second B',
      'First A',
    ]);
  });

  it('refuse invalid changes and change nothing; null removes a link', async () => {
    const shop = await makeShop();
    const refused = await put(shop, {
      messages: [
        { moment: 'shipped', channel: 'email', enabled: false },
        { moment: 'shipped', channel: 'sms', subject: 'No', text: 'Hi {{phone}}' },
        { moment: 'delivered', text: 'Hi' },
      ],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      'shipped: only emails have a subject',
      expect.stringMatching(/^shipped: \{\{phone\}\} is not a variable; the variables are first_name, /),
      'delivered: channel is required with subject or text',
    ]);
    const strange = await put(shop, {
      store_id: '01900000-0000-7000-8000-000000000000',
      messages: [{ moment: 'shipped', enabled: false }],
    });
    expect(strange.body.errors).toEqual([
      'store_id 01900000-0000-7000-8000-000000000000 is not a store of this account',
    ]);
    expect((await put(shop, { messages: [{ moment: 'lost' }] })).status).toBe(422);
    const links = async (changes: object) => {
      const { review_link, payment_link } = (await put(shop, changes)).body.data;
      return [review_link, payment_link];
    };
    const [review, pay] = ['https://chai.example/review', 'https://pay.chai.example/?order={order_id}'];
    expect(await links({ review_link: review, payment_link: pay })).toEqual([review, pay]);
    expect(await links({ payment_link: '' })).toEqual([review, null]);
    expect(await links({ review_link: null, payment_link: pay })).toEqual([null, pay]);
    const ofStore = await put(shop, {
      store_id: shop.storeId,
      review_link: 'https://chai.example/review',
      messages: [
        { moment: 'shipped', channel: 'sms', text: 'Hi' },
        { moment: 'shipped', channel: 'whatsapp', subject: 'Hi' },
      ],
    });
    expect(ofStore.body.errors).toEqual([
      'shipped: subject and text belong to the whole account; leave out store_id',
      'shipped: subject and text belong to the whole account; leave out store_id',
      'shipped: only emails have a subject',
      'payment_link and review_link belong to the whole account; leave out store_id',
    ]);
    for (const link of [
      'https://localhost/',
      'https://{order_id}/',
      'https://a b.example',
      'http://chai.example',
    ]) {
      const { body } = await put(shop, { payment_link: link, review_link: link });
      expect(body.errors).toEqual([
        'payment_link must be an address that starts with https://',
        'review_link must be an address that starts with https://',
      ]);
    }
    expect(await channelsOfNewOrder(shop)).toEqual(['email', 'sms']);
  });

  it('refuse a store of another account', async () => {
    const [mine, theirs] = [await makeShop(), await makeShop()];
    const changed = await put(mine, {
      store_id: theirs.storeId,
      messages: [{ moment: 'shipped', enabled: false }],
    });
    expect(changed.status).toBe(422);
    expect(await channelsOfNewOrder(theirs, { store_name: 'Chai-Corner' })).toEqual(['email', 'sms']);
  });

  it('are changed by simultaneous requests one after the other', async () => {
    const shop = await makeShop();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        put(shop, { messages: [{ moment: 'shipped', channel: 'email', text: `Words ${index}` }] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  it('are audited with the author of the change', async () => {
    const shop = await makeShop();
    await put(shop, { messages: [{ moment: 'shipped', channel: 'email', enabled: false }] });
    await put(shop, { messages: [{ moment: 'shipped', channel: 'email', enabled: false }] });
    const { body } = await call(shop.account, 'GET', `/audit?subject_id=${shop.account.accountId}`);
    const changes = body.data.filter(
      ({ action }: { action: string }) => action === 'message_settings.updated',
    );
    expect(changes).toHaveLength(1);
    expect(changes[0].changes).toMatchObject({
      'shipped email': { from: { enabled: true }, to: { enabled: false } },
    });
  });
});

describe('the list of messages', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await makeShop();
    for (let order = 0; order < 6; order += 1) await messagesOfNewOrder(shop);
  });

  testListContract(
    () => ({
      page: async ({ perPage, after }) => {
        const before = after === null ? '' : `&before=${encodeURIComponent(String(after))}`;
        const { status, body } = await call(shop.account, 'GET', `/messages?per_page=${perPage}${before}`);
        return {
          statusCode: status,
          ids: (body.data ?? []).map(({ id }: { id: string }) => id),
          next: body.meta?.next_before,
        };
      },
      addRows: async () => {
        await messagesOfNewOrder(shop);
      },
      changeRows: async () => {
        await test.sql(
          "update messages set status = 'failed', error = 'no such user' where account_id = $1",
          [shop.account.accountId],
        );
      },
      malformed: ['x', '17', '01900000-0000-7000-8000', "'; --"],
      elsewhere: ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
    }),
    ['desc'],
  );
});

describe('the list of messages', () => {
  it('has each row once on its pages while messages are added', async () => {
    const shop = await makeShop();
    for (let order = 0; order < 3; order += 1) await messagesOfNewOrder(shop);
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const path: string = `/messages?per_page=2${before === null ? '' : `&before=${before}`}`;
      const { body } = await call(shop.account, 'GET', path);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      before = body.meta.next_before;
      await messagesOfNewOrder(shop);
    } while (before !== null);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  it('has filters, and shows only messages of the account', async () => {
    const [mine, theirs] = [await makeShop(), await makeShop()];
    await messagesOfNewOrder(mine);
    test.advance(60_000);
    const from = encodeURIComponent(test.service.now().toISOString());
    await messagesOfNewOrder(mine);
    const { body: all } = await call(mine.account, 'GET', '/messages');
    const count = async ({ account }: Shop, filters: string) => {
      const { data, meta } = (await call(account, 'GET', `/messages?${filters}`)).body;
      expect(meta.total).toBe(data.length);
      return data.length;
    };
    expect(await count(mine, 'channel=email&moment=shipped&status=preview')).toBe(2);
    expect(await count(mine, `from=${from}`)).toBe(2);
    expect(await count(mine, `shipment_id=${all.data[0].shipment_id}`)).toBe(2);
    const rest = await call(mine.account, 'GET', `/messages?per_page=1&before=${all.data[0].id}`);
    expect(rest.body).toMatchObject({ data: [{ id: all.data[1].id }], meta: { total: 4 } });
    expect(await count(mine, 'status=sent')).toBe(0);
    expect(await count(mine, 'moment=delivered')).toBe(0);
    expect(await count(theirs, '')).toBe(0);
    expect((await call(mine.account, 'GET', '/messages?status=lost')).status).toBe(422);
    const { body } = await call(mine.account, 'GET', '/messages');
    expect((await call(theirs.account, 'GET', `/messages/${body.data[0].id}/preview`)).status).toBe(404);
  });

  it('previews the text of an SMS as plain text', async () => {
    const shop = await makeShop();
    const sms = (await messagesOfNewOrder(shop)).find(({ channel }) => channel === 'sms');
    const { id } = sms as unknown as { id: string };
    const preview = await shop.account.get(`/messages/${id}/preview`);
    expect(preview.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(preview.body).toBe(sms?.text);
  });
});
