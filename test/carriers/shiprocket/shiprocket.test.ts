import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STAND_IN_SETTINGS } from '../../../simulators/couriers/shiprocket/settings.ts';
import { ShiprocketStandIn } from '../../../simulators/couriers/shiprocket/shiprocket-stand-in.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import type {
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  CourierWarehouse,
} from '../../../src/carriers/carrier-adapter.ts';
import { SHIPROCKET } from '../../../src/carriers/shiprocket/shiprocket.ts';
import { LostAnswerError, NotSentError } from '../../../src/partners/partner.ts';
import { START } from '../../support/clock.ts';
import { connect, type TestConnection } from '../../support/courier-connection.ts';
import { ample, bookAt, bookingOf, lostOf, requestOf } from '../adapter-contract.ts';
import { describeHttpAdapter } from '../http-adapter-contract.ts';

const ALL_THAT_IS_BOOKED = 1_000_000;

describeHttpAdapter({
  courier: SHIPROCKET,
  openStandIn: (dependencies) => new ShiprocketStandIn(dependencies),
  settings: STAND_IN_SETTINGS,
  bookingCall: 'assign',
  // Repeats are recognised once an order exists: only a lost request can still be carried out.
  knowsRepeats: false,
  failDelivery: ({ courier }, trackingNumber) => courier.move(trackingNumber, 'customer_unavailable'),
  prepare: async ({ url, courier }) => {
    courier.instructions.wallet?.run({ rupees: ALL_THAT_IS_BOOKED });
    const connection = connect(SHIPROCKET, { ...STAND_IN_SETTINGS, base_url: url });
    await SHIPROCKET.open(connection).registerWarehouse?.(requestOf('lite').warehouse, ample());
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

describe('the adapter of Shiprocket', () => {
  let standIn: RunningStandIn<ShiprocketStandIn>;
  let connection: TestConnection;
  let adapter: CarrierAdapter;

  beforeAll(async () => {
    standIn = await startStandIn((dependencies) => new ShiprocketStandIn(dependencies), { startsAt: START });
    // Below a path, like the live host.
    connection = connect(SHIPROCKET, { ...STAND_IN_SETTINGS, base_url: `${standIn.url}/v1/external` });
    adapter = SHIPROCKET.open(connection);
    await adapter.registerWarehouse?.(requestOf('lite').warehouse, ample());
  });
  afterEach(() => standIn.faults.clear());
  afterAll(async () => {
    connection.close();
    await standIn.stop();
  });

  const book = (changes?: Partial<BookingRequest>) => bookAt(adapter, changes);

  /** The reference of a parcel's order at Shiprocket. */
  function referenceOf({ trackingNumber }: CarrierBooking): string {
    const parcels = standIn.courier.parcels();
    return parcels.find((parcel) => parcel.trackingNumber === trackingNumber)?.reference ?? '';
  }

  it('sends rupees, kilograms and each SKU once, and not the email of customers', async () => {
    const item = { name: 'Chai', sku: 'C1', units: 1, sellingPricePaise: 24_950, hsn: '0902', tax: null };
    const { orderReference } = await book({
      deadWeight: '450.5',
      codAmountPaise: 40_000,
      totalPricePaise: 49_900,
      items: [item, { ...item, units: 2 }, { ...item, name: 'Cup', sku: null }],
    });
    expect(standIn.courier.order(orderReference)).toMatchObject({
      order_id: orderReference,
      order_date: '2026-11-16 00:30',
      pickup_location: 'Okhla',
      billing_customer_name: 'Asha',
      billing_last_name: 'Rao',
      billing_email: 'okhla@example.com',
      payment_method: 'COD',
      sub_total: 400,
      weight: 0.451,
      order_items: [
        { name: 'Chai', sku: 'C1', units: 3, selling_price: 249.5, hsn: '0902' },
        { name: 'Cup', sku: 'Cup', units: 1 },
      ],
    });
    const light = await book({ deadWeight: '4', totalPricePaise: 49_900 });
    expect(standIn.courier.order(light.orderReference)).toMatchObject({
      payment_method: 'Prepaid',
      sub_total: 499,
      weight: 0.01,
    });
  });

  it('keeps different items different, in codes of 1 to 50 characters', async () => {
    const item = { name: 'Chai', sku: 'C1', units: 1, sellingPricePaise: 24_950, hsn: null, tax: null };
    const long = 'Hand block printed pure cotton double bedsheet with two pillow covers';
    const { orderReference } = await book({
      items: [
        item,
        { ...item, sellingPricePaise: 19_900 },
        { ...item, units: 3 },
        { ...item, name: 'Chai, broken leaf' },
        { ...item, name: `${long}, indigo`, sku: null },
        { ...item, name: `${long}, rust`, sku: null },
        { ...item, sku: 'x'.repeat(50) },
        { ...item, sku: 'x'.repeat(51) },
        { ...item, sku: 'x'.repeat(51), sellingPricePaise: 1 },
      ],
    });
    const sent = standIn.courier.order(orderReference)?.order_items as { sku: string; units: number }[];
    const skus = sent.map(({ sku }) => sku);
    expect(skus.slice(0, 3)).toEqual(['C1', 'C1-2', 'C1-3']);
    expect(sent.map(({ units }) => units)).toEqual([4, 1, 1, 1, 1, 1, 1, 1]);
    expect(skus.slice(3, 5).every((sku) => sku.startsWith('Hand block printed pure cotton double'))).toBe(
      true,
    );
    expect(new Set(skus).size).toBe(8);
    expect(Math.max(...skus.map((sku) => sku.length))).toBe(50);
  });

  it('books the courier that the carrier names, else the recommended one', async () => {
    const air = await book({ courierProduct: '12' });
    const any = await book();
    const [told] = (await adapter.track?.([air, any], ample())) ?? [];
    expect(told?.trackingNumber).toBe(air.trackingNumber);
    expect(await adapter.book({ ...requestOf('lite'), courierProduct: '999' }, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Selected courier not available between 110020 and 560038' },
    });
  });

  it('has one parcel of an order that is booked again, at once or later', async () => {
    const request = requestOf('lite');
    const answers = await Promise.all([adapter.book(request, ample()), adapter.book(request, ample())]);
    expect(answers[0]).toMatchObject({ outcome: 'booked' });
    const numbers = [...answers, await adapter.book(request, ample())].map((answer) =>
      answer.outcome === 'booked' ? answer.trackingNumber : answer.reason,
    );
    expect(new Set(numbers).size).toBe(1);
  });

  it('books under a new reference if Shiprocket answers with an older, cancelled order', async () => {
    const request = requestOf('lite');
    const { trackingNumber } = await book(request);
    expect(await adapter.cancel(bookingOf(request, trackingNumber), ample())).toEqual({ outcome: 'done' });
    const anew = { ...request, reference: newId() };
    const again = await book(anew);
    expect(again.trackingNumber).not.toBe(trackingNumber);
    expect(referenceOf(again)).toMatch(new RegExp(`^${request.orderReference}-[0-9A-Z]{6}$`));
    expect(await adapter.findBooking(lostOf(anew), ample())).toMatchObject({
      outcome: 'booked',
      trackingNumber: again.trackingNumber,
    });
    expect(await adapter.book(anew, ample())).toMatchObject({ trackingNumber: again.trackingNumber });
  });

  it('books a refused order after it is corrected, with its current data, after any number of tries', async () => {
    const request = { ...requestOf('lite'), orderReference: newId().padEnd(50, 'X') };
    const tried = () => adapter.book({ ...request, reference: newId() }, ample());
    standIn.courier.instructions.wallet?.run({ rupees: 0 });
    for (let tries = 0; tries < 3; tries += 1) {
      const reason = 'says: Please recharge your Shiprocket wallet';
      expect(await tried()).toMatchObject({ outcome: 'refused', reason: { text: reason } });
    }
    standIn.courier.instructions.wallet?.run({ rupees: ALL_THAT_IS_BOOKED });
    const delivery = { ...request.delivery, pincode: '400001' };
    const reference = referenceOf(await book({ ...request, reference: newId(), delivery }));
    expect(standIn.courier.order(reference)).toMatchObject({ billing_pincode: '400001' });
  });

  it('does not refuse an order that is still open, because the next booking would find it', async () => {
    const request = requestOf('lite');
    standIn.faults.add({ kind: 'refuse', call: 'assign' });
    standIn.faults.add({ kind: 'status', status: 503, call: 'cancel_order' });
    await expect(adapter.book(request, ample())).rejects.toThrow(LostAnswerError);
    standIn.faults.clear();
    expect(await adapter.findBooking(lostOf(request), ample())).toEqual({ outcome: 'not_booked' });
    expect(standIn.courier.statusCode(request.orderReference)).toBe(5);
  });

  it('does not take a repeat as refused while the result of the first try is unknown', async () => {
    const request = requestOf('lite');
    standIn.faults.add({ kind: 'refuse', call: 'assign' });
    standIn.faults.add({ kind: 'status', status: 403, call: 'orders' });
    await expect(adapter.book(request, ample())).rejects.toThrow(LostAnswerError);
  });

  it('closes the order if its number could not be requested', async () => {
    const request = requestOf('lite');
    standIn.faults.add({ kind: 'status', status: 401, call: 'assign', times: 1 });
    standIn.faults.add({ kind: 'status', status: 403, call: 'login', times: 1 });
    await expect(adapter.book(request, ample())).rejects.toThrow(NotSentError);
    expect(standIn.courier.statusCode(request.orderReference)).toBe(5);
  });

  it('has neither order nor number after a rate limit between them, and books when asked again', async () => {
    const [first, second] = [requestOf('lite'), requestOf('lite')];
    const others = [0, 1].map(() => connect(SHIPROCKET, { ...STAND_IN_SETTINGS, base_url: standIn.url }));
    const [quiet, quietAfterCut] = others.map((other) => SHIPROCKET.open(other));
    standIn.faults.add({ kind: 'status', status: 429, call: 'assign', times: 1 });
    await expect(quiet?.book(first, ample())).rejects.toThrow(LostAnswerError);
    // The order was created, and its repeat is refused.
    standIn.faults.add({ kind: 'truncated', call: 'create', times: 1 });
    standIn.faults.add({ kind: 'status', status: 429, call: 'create', times: 1 });
    await expect(quietAfterCut?.book(second, ample())).rejects.toThrow(LostAnswerError);
    for (const other of others) other.close();
    for (const request of [first, second]) {
      expect(await adapter.findBooking(lostOf(request), ample())).toEqual({ outcome: 'not_booked' });
      expect(standIn.courier.statusCode(request.orderReference)).toBe(5);
    }
  });

  it('leaves no open order behind if no courier accepts it', async () => {
    const request = requestOf('lite');
    standIn.courier.instructions.pincodes?.run({ pin: '560038', served: false });
    expect((await adapter.book(request, ample())).outcome).toBe('refused');
    standIn.courier.instructions.pincodes?.run({ pin: '560038', served: true });
    expect(standIn.courier.statusCode(request.orderReference)).toBe(5);
  });

  it('closes the order of a booking without a number, so that nobody can give it one', async () => {
    const request = requestOf('lite');
    standIn.faults.add({ kind: 'html', call: 'assign' });
    await expect(adapter.book(request, ample())).rejects.toThrow(LostAnswerError);
    standIn.faults.clear();
    const justNow = { ...request, askedAt: START };
    expect(await adapter.findBooking(justNow, ample())).toEqual({ outcome: 'too_early' });
    expect(await adapter.findBooking(lostOf(request), ample())).toEqual({ outcome: 'not_booked' });
    const again = await book({ ...request, reference: newId() });
    expect(referenceOf(again)).not.toBe(request.orderReference);
    expect(standIn.courier.statusCode(request.orderReference)).toBe(5);
  });

  it('reports errors by field, as text, and from the proxy before Shiprocket', async () => {
    const request = requestOf('lite');
    const nowhere = { ...request.warehouse, courierName: 'Nowhere' };
    expect(await adapter.book({ ...request, warehouse: nowhere }, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: pickup_location: Wrong Pickup location entered' },
    });
    const other = connect(SHIPROCKET, { ...STAND_IN_SETTINGS, password: 'wrong', base_url: standIn.url });
    const wrong = SHIPROCKET.open(other);
    await expect(wrong.check?.(ample())).rejects.toThrow('says: Invalid email and password combination');
    standIn.faults.add({ kind: 'status', status: 403, call: 'login' });
    await expect(wrong.book(request, ample())).rejects.toThrow(NotSentError);
    await expect(wrong.check?.(ample())).rejects.toThrow('perhaps to this network as a whole');
    other.close();
  });

  it('says that the wallet is empty, with its balance', async () => {
    standIn.courier.instructions.wallet?.run({ rupees: 12.5 });
    expect(await adapter.check?.(ample())).toMatchObject({
      ok: true,
      message: { text: 'Shiprocket takes these credentials; its wallet has Rs 12.50' },
    });
    expect(await adapter.book(requestOf('lite'), ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Please recharge your Shiprocket wallet' },
    });
    // Not the cancellation of the order, which came after it.
    expect(connection.requests.last()).toMatchObject({ call: 'assign', status: 350 });
    standIn.courier.instructions.wallet?.run({ rupees: ALL_THAT_IS_BOOKED });
  });

  it('asks for a new token once if Shiprocket has ended the old one', async () => {
    const logins = standIn.calls.login ?? 0;
    standIn.courier.instructions.token?.run({});
    await book();
    expect(standIn.calls.login).toBe(logins + 1);
  });

  it('knows places by nicknames of at most 36 characters', async () => {
    const { warehouse } = requestOf('lite');
    const register = (changes: Partial<CourierWarehouse>) =>
      adapter.registerWarehouse?.({ ...warehouse, ...changes }, ample());
    const warehouseName = 'The Very Long Name Of A Warehouse At Bhiwandi';
    const courierName = 'The Very Long Name Of A Warehouse At';
    expect(await register({ warehouseName })).toEqual({ outcome: 'registered', courierName });
    expect(await register({ warehouseName })).toEqual({ outcome: 'registered', courierName });
    expect(await register({ warehouseName, address: '77, Another Road' })).toMatchObject({
      courierName: 'The Very Long Name Of A Warehouse 2',
    });
    expect(await register({ warehouseName: 'Short', address: 'Gate 7' })).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: address: Address line 1 should have at least 10 characters' },
    });
  });

  it('requests a pickup for each parcel, also for one that already waits', async () => {
    const bookings = [await book(), await book()];
    const { warehouse } = requestOf('lite');
    const input = { warehouse, date: '2026-11-23', time: '14:00', parcels: 2, weightGrams: 900, bookings };
    const asked = standIn.calls.pickup ?? 0;
    expect(await adapter.requestPickup?.(input, ample())).toMatchObject({ outcome: 'requested', note: null });
    expect(await adapter.requestPickup?.(input, ample())).toMatchObject({ outcome: 'requested', note: null });
    expect(standIn.calls.pickup).toBe(asked + 4);
    const unknown = { ...bookingOf(requestOf('lite'), 'NOBODY1'), courierOrderId: '1' };
    expect(await adapter.requestPickup?.({ ...input, bookings: [unknown] }, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'NOBODY1: says: Please assign AWB first' },
    });
  });

  it('does not accept a page as an answer', async () => {
    const booking = await book();
    const request = requestOf('lite');
    const { warehouse } = request;
    const input = {
      ...{ warehouse, date: '2026-11-23', time: '14:00', parcels: 1, weightGrams: 450 },
      bookings: [booking],
    };
    standIn.faults.add({ kind: 'html', call: 'assign', times: 1 });
    await expect(adapter.book(request, ample())).rejects.toThrow(LostAnswerError);
    for (const call of ['pickup', 'cancel_order', 'pickup_locations'])
      standIn.faults.add({ kind: 'html', call });
    await expect(adapter.requestPickup?.(input, ample())).rejects.toThrow(LostAnswerError);
    await expect(adapter.findBooking(lostOf(request), ample())).rejects.toThrow(LostAnswerError);
    await expect(adapter.registerWarehouse?.(warehouse, ample())).rejects.toThrow(LostAnswerError);
  });

  it('does not say that there is nothing to track if Shiprocket refuses access', async () => {
    const booking = await book();
    standIn.faults.add({ kind: 'status', status: 403, call: 'track' });
    await expect(adapter.track?.([booking], ample())).rejects.toThrow(NotSentError);
  });

  it('fetches the label from the address that Shiprocket gives', async () => {
    expect(await adapter.label?.(await book(), ample())).toMatchObject({ pdf: expect.any(Buffer) });
    expect(await adapter.label?.({ ...(await book()), courierOrderId: '1' }, ample())).toBeNull();
    expect(await adapter.label?.({ ...(await book()), courierOrderId: null }, ample())).toBeNull();
  });

  it('tracks many parcels in one request, each scan by its number', async () => {
    const [first, second] = [await book(), await book()];
    standIn.courier.move(first.trackingNumber, 'picked_up', 'customer_refused', 'rto');
    const asked = standIn.calls.track ?? 0;
    const parcels = (await adapter.track?.([first, second], ample())) ?? [];
    expect(standIn.calls.track).toBe(asked + 1);
    expect(parcels[0]?.scans.map(({ status, reason }) => [status, reason]).reverse()).toEqual([
      ['ready_for_pickup', null],
      ['picked_up', null],
      ['ndr_raised', 'Customer refused to accept'],
      ['rto_initiated', 'Maximum attempts exhausted'],
      ['rto_in_transit', null],
    ]);
    expect(parcels[1]?.scans).toHaveLength(1);
  });

  it('returns goods from the door of the customer', async () => {
    const request = requestOf('lite');
    const { orderReference, courierOrderId } = await book({
      journey: 'return',
      pickup: request.delivery,
      delivery: request.pickup,
    });
    expect(courierOrderId).not.toBeNull();
    expect(standIn.courier.order(orderReference)).toMatchObject({
      pickup_pincode: '560038',
      shipping_pincode: '110020',
      payment_method: 'Prepaid',
    });
  });

  it('sends decisions about failed deliveries', async () => {
    const { trackingNumber, ...booking } = await book();
    const correction = {
      addressLine: '14, 4th Cross',
      landmark: 'Temple',
      phone: '9123456789',
      comments: null,
    };
    const again = () => adapter.requestReattempt({ trackingNumber, ...booking }, correction, ample());
    expect(await again()).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: No open NDR for this shipment' },
    });
    standIn.courier.move(trackingNumber, 'picked_up', 'bad_address');
    expect(await again()).toEqual({ outcome: 'done' });
    expect(standIn.courier.decision(trackingNumber)).toEqual({
      action: 're-attempt',
      comments: 'Please try again',
      phone: '9123456789',
      address1: '14, 4th Cross',
      address2: 'Temple',
    });
  });

  it('lists the services, with the cost of each', async () => {
    expect(await adapter.listProducts?.(ample())).toEqual([
      { code: '51', name: 'Madeup Surface', isAir: false },
      { code: '12', name: 'Madeup Air', isAir: true },
      { code: '77', name: 'Slow Cart', isAir: false },
    ]);
    const { deadWeight, length, width, height } = requestOf('lite');
    const asked = {
      ...{ deadWeight, length, width, height },
      journey: 'forward',
      courierProduct: '12',
      originPincode: '110020',
      destinationPincode: '560038',
      codAmountPaise: 0,
      totalPricePaise: 49_900,
      leg: 'out',
    } as const;
    const costs = { totalPaise: 9_800, chargedWeightGrams: 500, zone: 'z_d' };
    expect(await adapter.charges?.(asked, ample())).toEqual(costs);
    expect(await adapter.charges?.({ ...asked, courierProduct: '999' }, ample())).toBeNull();
    expect(await adapter.charges?.({ ...asked, leg: 'rto' }, ample())).toMatchObject({ totalPaise: 8_820 });
  });
});
