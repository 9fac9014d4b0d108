import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EkartStandIn } from '../../../simulators/couriers/ekart/ekart-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../../simulators/couriers/ekart/settings.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import type {
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  CourierWarehouse,
} from '../../../src/carriers/carrier-adapter.ts';
import { EKART } from '../../../src/carriers/ekart/ekart.ts';
import { readEkartPush } from '../../../src/carriers/ekart/ekart-push.ts';
import { indiaDate } from '../../../src/domain/india-time.ts';
import { LostAnswerError, NotSentError } from '../../../src/partners/partner.ts';
import { START } from '../../support/clock.ts';
import { connect, type TestConnection } from '../../support/courier-connection.ts';
import { ample, bookAt, bookingOf, requestOf } from '../adapter-contract.ts';
import { describeHttpAdapter } from '../http-adapter-contract.ts';

describeHttpAdapter({
  courier: EKART,
  openStandIn: (dependencies) => new EkartStandIn(dependencies),
  settings: STAND_IN_SETTINGS,
  bookingCall: 'create',
  knowsRepeats: false,
  findsBookings: false,
  failDelivery: ({ courier }, trackingNumber) => courier.move(trackingNumber, 'customer_unavailable'),
  prepare: async ({ url }) => {
    const connection = connect(EKART, { ...STAND_IN_SETTINGS, base_url: url });
    await EKART.open(connection).registerWarehouse?.(requestOf('lite').warehouse, ample());
    connection.close();
  },
  lives: [
    { steps: ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'], endsAs: 'delivered' },
    {
      steps: [
        'not_picked',
        'picked_up',
        'out_for_delivery',
        'customer_unavailable',
        'out_for_delivery',
        'delivered',
      ],
      endsAs: 'delivered',
    },
    {
      steps: [
        'picked_up',
        'out_for_delivery',
        'customer_refused',
        'rto',
        'rto_out_for_delivery',
        'rto_failed',
        'rto_delivered',
      ],
      endsAs: 'rto_delivered',
    },
    { steps: ['picked_up', 'in_transit', 'lost'], endsAs: 'lost' },
    { steps: ['picked_up', 'out_for_delivery', 'bad_address'], endsAs: 'ndr_raised' },
  ],
  move: ({ courier }, trackingNumber, step) => courier.move(trackingNumber, step),
});

describe('the adapter of Ekart', () => {
  let standIn: RunningStandIn<EkartStandIn>;
  let connection: TestConnection;
  let adapter: CarrierAdapter;

  beforeAll(async () => {
    standIn = await startStandIn((dependencies) => new EkartStandIn(dependencies), { startsAt: START });
    connection = connect(EKART, { ...STAND_IN_SETTINGS, base_url: standIn.url });
    adapter = EKART.open(connection);
    await adapter.registerWarehouse?.(requestOf('lite').warehouse, ample());
  });
  afterEach(() => standIn.faults.clear());
  afterAll(async () => {
    connection.close();
    await standIn.stop();
  });

  const book = (changes?: Partial<BookingRequest>) => bookAt(adapter, changes);

  function sent(booking: CarrierBooking) {
    return standIn.courier.shipment(booking.trackingNumber);
  }

  it('asks for a token once, and once more if Ekart has ended it', async () => {
    const [tokens, creates] = [standIn.calls.token ?? 0, standIn.calls.create ?? 0];
    await Promise.all([book(), book(), book()]);
    expect(standIn.calls.token).toBe(tokens);
    standIn.courier.instructions.token?.run({});
    await Promise.all([book(), book(), book()]);
    expect(standIn.calls.token).toBe(tokens + 1);
    expect(standIn.calls.create).toBe(creates + 9);
  });

  it('says that Ekart does not accept its credentials', async () => {
    const other = connect(EKART, { ...STAND_IN_SETTINGS, password: 'wrong', base_url: standIn.url });
    const wrong = EKART.open(other);
    const says = 'says: UNAUTHORIZED: Invalid username or password';
    await expect(wrong.check?.(ample())).rejects.toThrow(says);
    await expect(wrong.book(requestOf('lite'), ample())).rejects.toThrow(NotSentError);
    other.close();
  });

  it('knows that nothing was sent if its sign-in is lost', async () => {
    const other = connect(EKART, { ...STAND_IN_SETTINGS, base_url: standIn.url });
    const creates = standIn.calls.create;
    standIn.faults.add({ kind: 'cut', call: 'token' });
    await expect(EKART.open(other).book(requestOf('lite'), ample())).rejects.toThrow(NotSentError);
    expect(standIn.calls.create).toBe(creates);
    other.close();
  });

  it('waits for a booking as long as it and two sign-ins may take', () => {
    const { any = Number.NaN } = EKART.limits.timeoutsMs;
    expect(EKART.limits.actionMs).toBeGreaterThan(3 * any);
  });

  it('sends rupees, whole grams and centimetres, and phones and pincodes as numbers', async () => {
    const { warehouse, items } = requestOf('lite');
    const booking = await book({
      warehouse: { ...warehouse, gstin: '29BBBBB1111B1Z2' },
      items: items.flatMap((item) => [
        { ...item, units: 2 },
        { ...item, units: 1 },
      ]),
      deadWeight: '450.2',
      length: '10.5',
      codAmountPaise: 49_950,
      totalPricePaise: 49_950,
      orderReference: 'CHAI-7',
    });
    expect(sent(booking)).toMatchObject({
      order_number: 'CHAI-7',
      payment_mode: 'COD',
      cod_amount: 499.5,
      total_amount: 499.5,
      taxable_amount: 499.5,
      commodity_value: '499.5',
      weight: 451,
      quantity: 3,
      seller_gst_tin: '29BBBBB1111B1Z2',
      length: 11,
      invoice_date: '2026-11-16',
      return_reason: '',
      service: 'SURFACE',
      pickup_location: { name: 'Okhla' },
      return_location: { name: 'Okhla' },
      drop_location: { phone: 9_876_543_210, pin: 560_038, country: 'India' },
    });
  });

  it('sends the customer as drop_location of a return too, with one product checked at the door', async () => {
    const request = requestOf('lite');
    const qcItem = {
      position: 1,
      productName: 'Kurta',
      productImage: 'https://shop.example/kurta.jpg',
      brand: 'Made Up',
      size: null,
      color: 'blue',
      questions: ['Is the tag there?'],
    };
    const booking = await book({
      journey: 'return',
      pickup: request.delivery,
      delivery: request.pickup,
      qcItems: [qcItem, { ...qcItem, position: 2, productImage: 'https://shop.example/2.jpg' }],
      returnReason: 'Too small',
      courierProduct: 'EXPRESS',
    });
    expect(sent(booking)).toMatchObject({
      payment_mode: 'Pickup',
      cod_amount: 0,
      return_reason: 'Too small',
      service: 'EXPRESS',
      drop_location: { pin: 560_038 },
      pickup_location: { name: 'Okhla' },
      qc_details: {
        qc_shipment: true,
        product_name: 'Kurta',
        brand_name: 'Made Up',
        product_color: 'blue',
        product_desc: 'Is the tag there?',
        product_images: ['https://shop.example/kurta.jpg', 'https://shop.example/2.jpg'],
      },
    });
    expect(sent(booking)).not.toHaveProperty('qc_details.product_size');
  });

  it('sends the warehouse’s phone beside the customer’s, and never the same phone twice', async () => {
    const { warehouse } = requestOf('lite');
    expect(sent(await book())).not.toHaveProperty('consignee_alternate_phone');
    const other = await book({ warehouse: { ...warehouse, phone: '9123456789' } });
    expect(sent(other)).toMatchObject({ consignee_alternate_phone: '9123456789' });
  });

  it('does not ask for services that Ekart does not offer', async () => {
    const asked = standIn.calls.create;
    const request = requestOf('lite');
    const landline = { ...request, delivery: { ...request.delivery, phone: '01123456789' } };
    expect(await adapter.book(landline, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'takes only mobile numbers, and the customer has none' },
    });
    expect(await adapter.book({ ...request, codAmountPaise: 4_999_901 }, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'collects at most Rs 49,999' },
    });
    expect(standIn.calls.create).toBe(asked);
    expect(await book({ codAmountPaise: 4_999_900, totalPricePaise: 4_999_900 })).toBeDefined();
  });

  it('refuses with Ekart’s errors and remarks', async () => {
    const request = requestOf('lite');
    const nowhere = { ...request.warehouse, courierName: 'Nowhere' };
    expect(await adapter.book({ ...request, warehouse: nowhere }, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: SWIFT_VALIDATION_EXCEPTION: pickup_location is not registered' },
    });
    standIn.courier.instructions.pincodes?.run({ pin: '560038', served: false });
    expect(await adapter.book(request, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Pincode 560038 is not serviceable' },
    });
    standIn.courier.instructions.pincodes?.run({ pin: '560038', served: true });
  });

  it('knows a place by an alias, and by a new alias after it moved', async () => {
    const { warehouse } = requestOf('lite');
    const register = (changes: Partial<CourierWarehouse>) =>
      adapter.registerWarehouse?.({ ...warehouse, warehouseName: 'Bhiwandi', ...changes }, ample());
    const asked = standIn.calls.address ?? 0;
    expect(await register({})).toEqual({ outcome: 'registered', courierName: 'Bhiwandi' });
    expect(await register({})).toEqual({ outcome: 'registered', courierName: 'Bhiwandi' });
    expect(standIn.calls.address).toBe(asked + 1);
    expect(await register({ address: 'Gate 7' })).toEqual({
      outcome: 'registered',
      courierName: 'Bhiwandi 2',
    });
    expect(await register({ phone: '02212345678' })).toMatchObject({
      outcome: 'refused',
      reason: { text: 'takes only mobile numbers, and the warehouse has none' },
    });
  });

  it('prints Ekart’s own label, and has none for an unknown parcel', async () => {
    const label = await adapter.label?.(await book(), ample());
    expect(label).toMatchObject({ pdf: expect.any(Buffer) });
    expect(await adapter.label?.(bookingOf(requestOf('lite'), 'NOBODY1'), ample())).toBeNull();
    standIn.faults.add({ kind: 'html', call: 'label' });
    await expect(adapter.label?.(await book(), ample())).rejects.toThrow(LostAnswerError);
  });

  it('tracks without a token, each scan in our words', async () => {
    const booking = await book();
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'out_for_delivery', 'customer_refused', 'rto');
    const tokens = standIn.calls.token;
    standIn.courier.instructions.token?.run({});
    const [parcel] = (await adapter.track?.([booking], ample())) ?? [];
    expect(standIn.calls.token).toBe(tokens);
    expect(parcel?.scans.map(({ status, reason }) => [status, reason])).toEqual([
      ['ready_for_pickup', null],
      ['picked_up', null],
      ['out_for_delivery', null],
      ['ndr_raised', 'customer_refused'],
      ['rto_initiated', 'max_attempts_exhausted'],
      ['rto_in_transit', null],
    ]);
    expect(parcel?.expectedDeliveryDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('asks about a waybill if the open tracking does not know the parcel', async () => {
    const booking = await book();
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'out_for_delivery', 'delivered');
    standIn.faults.add({ kind: 'status', status: 404, call: 'track' });
    const [parcel] = (await adapter.track?.([booking], ample())) ?? [];
    expect(parcel?.scans.at(-1)).toMatchObject({
      status: 'delivered',
      description: 'Delivered Successfully',
    });
    expect(await adapter.track?.([{ ...booking, courierOrderId: null }], ample())).toEqual([]);
  });

  it('asks for another attempt tomorrow, with the corrections', async () => {
    const booking = await book();
    const correction = {
      addressLine: '14, 4th Cross',
      landmark: 'Temple',
      phone: '9123456789',
      comments: 'Call',
    };
    expect(await adapter.requestReattempt(booking, correction, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: NDR action is not allowed in the current status' },
    });
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'out_for_delivery', 'bad_address');
    expect(await adapter.requestReattempt(booking, correction, ample())).toEqual({ outcome: 'done' });
    expect(sent(booking)).toMatchObject({
      drop_location: { address: '14, 4th Cross', phone: 9_123_456_789 },
    });
    expect(standIn.courier.decision(booking.trackingNumber)).toMatchObject({
      action: 'Re-Attempt',
      instructions: 'Landmark: Temple. Call',
    });
  });

  it('asks for another attempt on the day that the customer has chosen', async () => {
    const booking = await book();
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'out_for_delivery', 'customer_unavailable');
    const deliveryDate = indiaDate(standIn.clock.now().getTime() + 3 * 24 * 60 * 60_000);
    const correction = { addressLine: null, landmark: null, phone: null, comments: null, deliveryDate };
    expect(await adapter.requestReattempt(booking, correction, ample())).toEqual({ outcome: 'done' });
    expect(standIn.courier.decision(booking.trackingNumber)).toMatchObject({
      date: Date.parse(`${deliveryDate}T12:00:00+05:30`),
    });
  });

  it('does not accept a page as the list of places', async () => {
    standIn.faults.add({ kind: 'html', call: 'addresses' });
    await expect(adapter.registerWarehouse?.(requestOf('lite').warehouse, ample())).rejects.toThrow(
      LostAnswerError,
    );
  });

  it('does not say that there is nothing to track if Ekart refuses access', async () => {
    const booking = await book();
    for (const call of ['track', 'raw_track']) standIn.faults.add({ kind: 'status', status: 403, call });
    await expect(adapter.track?.([booking], ample())).rejects.toThrow(NotSentError);
  });

  it('does not cancel a parcel after its pickup', async () => {
    const booking = await book();
    standIn.courier.move(booking.trackingNumber, 'picked_up');
    expect(await adapter.cancel(booking, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Shipment cannot be cancelled after pickup' },
    });
  });

  it('gives the cost of a shipment', async () => {
    const { deadWeight, length, width, height } = requestOf('lite');
    const asked = {
      ...{ deadWeight, length, width, height },
      journey: 'forward',
      courierProduct: '',
      originPincode: '110020',
      destinationPincode: '560038',
      codAmountPaise: 0,
      totalPricePaise: 49_900,
      leg: 'out',
    } as const;
    const charges = await adapter.charges?.(asked, ample());
    expect(charges).toEqual({ totalPaise: 4_720, chargedWeightGrams: null, zone: 'D' });
    expect(await adapter.charges?.({ ...asked, leg: 'rto' }, ample())).toMatchObject({ totalPaise: 4_000 });
  });

  it('pushes events to subscribers, in words that are read as scans', async () => {
    const booking = await book();
    const told: unknown[] = [];
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => told.push(JSON.parse(text)));
      request.on('end', () => response.end());
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    standIn.pushes.to({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` });
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'customer_refused');
    await standIn.pushes.settled();
    standIn.pushes.to(null);
    receiver.close();
    expect(told.flatMap(readEkartPush).map(({ status, trackingNumber }) => [trackingNumber, status])).toEqual(
      [
        [booking.trackingNumber, 'picked_up'],
        [booking.trackingNumber, 'ndr_raised'],
      ],
    );
  });
});
