import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CHANNELS, MESSAGE_STATUSES } from '../../src/domain/messages/channel.ts';
import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { openApp, PUBLIC_URL } from '../support/app.ts';
import { bookOrder, bookOrderWith, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { multipart } from '../support/multipart.ts';
import { API, DELIVERED_ELSEWHERE, makeWarehouse } from '../support/orders.ts';
import { bookReturn } from '../support/returns.ts';

const test = await openApp();
const account = await test.account('Sunrise Traders');
const warehouseId = await makeWarehouse(account);
const courier: { authorization: string } = await carrierHeaders(test);

async function messagesOf(shipmentId: string, filters = '') {
  return (await account.get(`/messages?shipment_id=${shipmentId}${filters}`)).json().data;
}

const book = (changes: Record<string, unknown> = {}) =>
  bookOrderWith(account, warehouseId, { carrier_id: CARRIER, ...changes });

async function scan(trackingNumber: string, status: string, more: Record<string, unknown> = {}) {
  test.advance(60_000);
  const event = {
    tracking_number: trackingNumber,
    status,
    event_date_time: test.service.now().toISOString(),
  };
  return (await sendEvents(test, courier, { events: [{ ...event, ...more }] })).json();
}

function rethrown(error: unknown): never {
  throw error;
}

describe('messages', () => {
  it('are stored as previews if no transport is set up', async () => {
    const { shipmentId } = await book({ order_id: 'SHIPPED-1' });
    expect(await messagesOf(shipmentId)).toMatchObject([
      { channel: 'sms', to: '******3210', subject: null },
      {
        shipment_id: shipmentId,
        moment: 'shipped',
        channel: 'email',
        status: 'preview',
        to: 'a***@example.in',
        subject: 'Your order SHIPPED-1 is on its way',
        text: expect.stringMatching(/\nTrack your parcel: https:\/\/ship\.example\.in\/t\/[2-9a-z]{11}\n/),
        from_name: 'Sunrise Traders',
        error: null,
        sent_at: null,
      },
    ]);
  });

  it('are not sent to landlines as SMS, but these customers get the emails', async () => {
    const channelsOf = async (changes: Record<string, unknown>) => {
      const { shipmentId } = await book(changes);
      return (await messagesOf(shipmentId)).map(({ channel }: { channel: string }) => channel);
    };
    const landline = '022 2222 1234';
    expect(await channelsOf({ billing_phone: landline })).toEqual(['email']);
    expect(await channelsOf({ ...DELIVERED_ELSEWHERE, shipping_phone: landline })).toEqual(['email']);
    const toMobile = await channelsOf({ ...DELIVERED_ELSEWHERE, billing_phone: landline });
    expect(toMobile.sort()).toEqual(['email', 'sms']);
  });

  it('are made once for each of the five moments', async () => {
    const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
    await scan(trackingNumber, 'picked_up');
    await scan(trackingNumber, 'out_for_delivery');
    await scan(trackingNumber, 'ndr_raised', { reason: 'customer not available' });
    await scan(trackingNumber, 'out_for_delivery');
    await scan(trackingNumber, 'rto_initiated');
    await scan(trackingNumber, 'out_for_delivery');
    await scan(trackingNumber, 'delivered');
    const emails = await messagesOf(shipmentId, '&channel=email');
    expect(emails.map(({ moment }: { moment: string }) => moment).reverse()).toEqual([
      'shipped',
      'out_for_delivery',
      'delivery_failed',
      'out_for_delivery',
      'returning',
      'out_for_delivery',
      'delivered',
    ]);
  });

  it('are in the first language of the store, except for the account’s own texts', async () => {
    await account.post('/client-stores', { store_name: 'hindi-shop', languages: ['hi', 'en'] });
    const { shipmentId, trackingNumber } = await book({ store_name: 'hindi-shop' });
    await scan(trackingNumber, 'out_for_delivery');
    const [sms] = await messagesOf(shipmentId, '&moment=out_for_delivery&channel=sms');
    expect(sms).toMatchObject({ language: 'hi', sms: { encoding: 'UCS-2', segments: 2 } });
    expect(sms.text).toMatch(/^Hindi Shop: आपका ऑर्डर /);
    const [email] = await messagesOf(shipmentId, '&moment=out_for_delivery&channel=email');
    expect(email.subject).toContain('डिलीवरी के लिए निकला');
    expect((await account.get(`/messages/${email.id}/preview`)).body).toContain('<html lang="hi-IN"');
    const own = { moment: 'delivered', channel: 'sms', text: '{{brand}}: here it is' };
    const settings = { method: 'PUT', url: `${API}/message-settings`, headers: account.headers } as const;
    await test.app.inject({ ...settings, payload: { messages: [own] } });
    await scan(trackingNumber, 'delivered');
    const [delivered] = await messagesOf(shipmentId, '&moment=delivered&channel=sms');
    expect(delivered.text).toBe('Hindi Shop: here it is');
    await test.app.inject({ ...settings, payload: { messages: [{ ...own, text: null }] } });
  });

  it('ask for the cash of COD orders, and have the store’s brand and logo', async () => {
    const store = await account.post('/client-stores', {
      store_name: 'Chai-Corner',
      brand_name: 'Chai & Co',
    });
    const image = sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a0' } });
    const setLogo = async (file: Buffer) => {
      const logo = multipart([{ name: 'logo', filename: 'logo', file }]);
      const response = await account.put(
        `/client-stores/${store.json().data.id}`,
        logo.payload,
        logo.headers,
      );
      return response.json().data.logo_url;
    };
    const logo_url = await setLogo(await image.png().toBuffer());
    const charges = { sub_total: 499, shipping_charges: 49, other_amount: 20 };
    const cod = { payment_method: 'COD', ...charges, store_name: 'Chai-Corner' };
    const { shipmentId, trackingNumber } = await book(cod);
    await scan(trackingNumber, 'out_for_delivery');
    const [email] = await messagesOf(shipmentId, '&moment=out_for_delivery&channel=email');
    expect(email).toMatchObject({ from_name: 'Chai & Co' });
    expect(email.text).toContain('Keep Rs 568 ready.');
    const { body } = await account.get(`/messages/${email.id}/preview`);
    expect(body).toContain(`<img src="${logo_url}" alt="Chai &amp; Co" width="40" height="20"`);
    expect(logo_url).toMatch(/^https:\/\/ship\.example\.in\/logos\//);
    const inWebp = await setLogo(await image.webp().toBuffer());
    await scan(trackingNumber, 'delivered');
    const [next] = await messagesOf(shipmentId, '&moment=delivered&channel=email');
    expect((await account.get(`/messages/${next.id}/preview`)).body).toContain(`<img src="${inWebp}.png"`);
    const shownByNone = await setLogo(await image.gif().toBuffer());
    const newest = await setLogo(await image.jpeg().toBuffer());
    expect((await account.get(`/messages/${email.id}/preview`)).body).toContain(`<img src="${logo_url}"`);
    expect((await account.get(`/messages/${email.id}/preview?brand=current`)).body).toContain(
      `<img src="${newest}"`,
    );
    await account.put(`/client-stores/${store.json().data.id}`, { brand_name: 'New Chai' });
    const headingOf = async (query: string) =>
      /alt="([^"]*)"/.exec((await account.get(`/messages/${email.id}/preview${query}`)).body)?.[1];
    expect([await headingOf(''), await headingOf('?brand=current')]).toEqual(['Chai &amp; Co', 'New Chai']);
    expect((await account.get(`/messages/${email.id}/preview?brand=mine`)).statusCode).toBe(422);
    const statuses = () =>
      Promise.all(
        [logo_url, inWebp, shownByNone, newest].map(
          async (url) => (await test.app.inject({ url: url.slice(PUBLIC_URL.length) })).statusCode,
        ),
      );
    await runMaintenance(test.service, rethrown);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    test.advance(60 * 60_000);
    await runMaintenance(test.service, rethrown);
    expect(await statuses()).toEqual([200, 200, 404, 200]);
  });

  it('are not made for late scans about the past, or for earlier scans of a batch', async () => {
    const { shipmentId, trackingNumber } = await book();
    const early = new Date(test.service.now().getTime() + 30_000).toISOString();
    await scan(trackingNumber, 'picked_up');
    await scan(trackingNumber, 'delivered');
    await scan(trackingNumber, 'out_for_delivery', { event_date_time: early });
    const moments = async (id: string) =>
      (await messagesOf(id, '&channel=email')).map(({ moment }: { moment: string }) => moment);
    expect(await moments(shipmentId)).toEqual(['delivered', 'shipped']);

    const batch = await book();
    const at = (seconds: number) => new Date(test.service.now().getTime() + seconds * 1000).toISOString();
    await sendEvents(test, courier, {
      events: [
        { tracking_number: batch.trackingNumber, status: 'out_for_delivery', event_date_time: at(1) },
        { tracking_number: batch.trackingNumber, status: 'ndr_raised', event_date_time: at(2) },
      ],
    });
    expect(await moments(batch.shipmentId)).toEqual(['delivery_failed', 'shipped']);
  });

  it('are not made for a scan that arrives a day late', async () => {
    const { shipmentId, trackingNumber } = await book();
    const yesterday = test.service.now().toISOString();
    test.advance(26 * 60 * 60_000);
    await scan(trackingNumber, 'out_for_delivery', { event_date_time: yesterday });
    expect(await messagesOf(shipmentId, '&moment=out_for_delivery')).toEqual([]);
  });

  it('are made once for many simultaneous repeats of a scan', async () => {
    const { shipmentId, trackingNumber } = await book();
    test.advance(60_000);
    const event_date_time = test.service.now().toISOString();
    const event = { tracking_number: trackingNumber, status: 'out_for_delivery', event_date_time };
    await Promise.all(Array.from({ length: 10 }, () => sendEvents(test, courier, { events: [event] })));
    expect(await messagesOf(shipmentId, '&moment=out_for_delivery&channel=sms')).toHaveLength(1);
  });

  it('are made for a return to the sender that the merchant requests', async () => {
    const { shipmentId, trackingNumber } = await book();
    await scan(trackingNumber, 'out_for_delivery');
    await scan(trackingNumber, 'ndr_raised');
    await account.post('/initiate-rto', { awb: trackingNumber });
    expect(await messagesOf(shipmentId, '&moment=returning')).toHaveLength(2);
  });

  it('go to the shipping contact, or else to the billing contact', async () => {
    const { shipmentId } = await book({
      shipping_is_billing: false,
      shipping_customer_name: 'Vikram',
      shipping_address: '4, Hill Road',
      shipping_city: 'Mumbai',
      shipping_pincode: '400050',
      shipping_state: 'Maharashtra',
      shipping_phone: '9811122233',
    });
    expect(await messagesOf(shipmentId)).toMatchObject([
      { channel: 'sms', to: '******2233' },
      { channel: 'email', to: 'a***@example.in', text: expect.stringMatching(/^Hi Asha,/) },
    ]);
  });

  it('show the address of a delivery, but not the address that a return comes from', async () => {
    const { shipmentId } = await book();
    const { return_id } = await bookReturn(account, warehouseId);
    const textOf = async (id: string) => (await messagesOf(id, '&channel=email'))[0]?.text;
    expect(await textOf(shipmentId)).toContain('Indiranagar');
    expect(await textOf(return_id)).toMatch(/^Hi Asha,/);
    expect(await textOf(return_id)).not.toContain('Indiranagar');
  });

  it('store no name, phone or email', async () => {
    await book();
    const rows = await test.sql('select to_jsonb(m)::text as row from messages m');
    for (const { row } of rows) expect(row).not.toMatch(/asha|9876543210|example\.in"/i);
  });

  it('have the same moments, channels and states in the code and in the database', async () => {
    const words = async (type: string) =>
      (await test.sql(`select unnest(enum_range(null::${type}))::text as word`)).map(({ word }) => word);
    expect((await words('message_moment')).toSorted()).toEqual([...MOMENTS].toSorted());
    expect(await words('message_channel')).toEqual([...CHANNELS]);
    expect(await words('message_status')).toEqual([...MESSAGE_STATUSES]);
  });
});
