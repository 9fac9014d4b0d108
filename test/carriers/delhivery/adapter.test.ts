import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OTHER_ENVIRONMENT_TOKEN } from '../../../simulators/couriers/delhivery/books.ts';
import { DelhiveryStandIn } from '../../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import type { Account } from '../../../simulators/couriers/delhivery/parcels.ts';
import { STAND_IN_TOKEN } from '../../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import type {
  Booked,
  BookingRequest,
  CarrierBooking,
  ChargesRequest,
  CourierWarehouse,
} from '../../../src/carriers/carrier-adapter.ts';
import { delhiveryReference } from '../../../src/carriers/delhivery/booking-body.ts';
import { DelhiveryAdapter } from '../../../src/carriers/delhivery/delhivery-adapter.ts';
import { DelhiveryCourier } from '../../../src/carriers/delhivery/delhivery-courier.ts';
import { referenceInSigns } from '../../../src/domain/orders/order-reference.ts';
import { DID_NOT_ANSWER_IN_TIME } from '../../../src/outgoing/unreachable.ts';
import { LostAnswerError, NotSentError } from '../../../src/partners/partner.ts';
import { START } from '../../support/clock.ts';
import { connect, numbersInMemory, type TestConnection } from '../../support/courier-connection.ts';
import { ample, bookAt, bookingOf, lostOf, requestOf } from '../adapter-contract.ts';
import { describeHttpAdapter, freeAddress } from '../http-adapter-contract.ts';

const courier = new DelhiveryCourier();
const CLIENT = 'MADEUP SURFACE';

function addWarehouse({ courier: { books } }: RunningStandIn<DelhiveryStandIn>): void {
  const place = { address: 'Plot 4', city: 'Delhi', pin: '110020', phone: '9811100000', isActive: true };
  books.addWarehouse({ client: CLIENT, name: 'Okhla', ...place });
  books.restMs = 0;
}

describeHttpAdapter({
  courier,
  openStandIn: (dependencies) => new DelhiveryStandIn(dependencies),
  settings: { token: STAND_IN_TOKEN },
  bookingCall: 'create',
  knowsRepeats: true,
  prepare: addWarehouse,
  failDelivery: ({ courier: played }, trackingNumber) =>
    played.move(trackingNumber, 'picked_up', 'at_destination', 'out_for_delivery', 'customer_unavailable'),
  lives: [
    {
      steps: [
        'pickup_scheduled',
        'picked_up',
        'in_transit',
        'at_destination',
        'out_for_delivery',
        'delivered',
      ],
      endsAs: 'delivered',
    },
    {
      steps: [
        'not_picked',
        'picked_up',
        'at_destination',
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
        'in_transit',
        'at_destination',
        'out_for_delivery',
        'customer_refused',
        'rto',
        'rto_out_for_delivery',
        'rto_failed',
        'rto_out_for_delivery',
        'rto_delivered',
      ],
      endsAs: 'rto_delivered',
    },
    { steps: ['picked_up', 'in_transit', 'lost'], endsAs: 'lost' },
    { steps: ['picked_up', 'damaged', 'rto', 'rto_delivered'], endsAs: 'rto_delivered' },
    {
      journey: 'return',
      steps: [
        'out_for_pickup',
        'pickup_failed',
        'out_for_pickup',
        'reverse_picked_up',
        'reverse_in_transit',
        'reverse_out_for_delivery',
        'reverse_delivered',
      ],
      endsAs: 'return_delivered',
    },
    { journey: 'return', steps: ['out_for_pickup', 'qc_failed'], endsAs: 'return_qc_failed' },
    { journey: 'return', steps: ['pickup_cancelled'], endsAs: 'return_cancelled' },
  ],
  move: ({ courier: played }, trackingNumber, step) => played.move(trackingNumber, step),
});

let standIn: RunningStandIn<DelhiveryStandIn>;
let account: Account;
const connections: TestConnection[] = [];
const numbers = numbersInMemory(courier);

beforeAll(async () => {
  standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies), { startsAt: START });
  addWarehouse(standIn);
  const found = standIn.courier.books.accounts.get(STAND_IN_TOKEN);
  if (found === undefined) throw new Error('The stand-in has no account');
  account = found;
});
beforeEach(() => {
  standIn.faults.clear();
  standIn.courier.books.pins.clear();
  standIn.courier.books.savesPartially = false;
  Object.assign(account, { isActive: true, hasSeries: true, walletRupees: 10_000, isOnAutoPickup: false });
});
afterAll(async () => {
  for (const connection of connections) connection.close();
  await standIn.stop();
});

function open(settings: Record<string, string> = {}, allotted = numbers): DelhiveryAdapter {
  const connection = connect(
    courier,
    { token: STAND_IN_TOKEN, base_url: standIn.url, ...settings },
    allotted,
  );
  connections.push(connection);
  return new DelhiveryAdapter(connection);
}

function made(request: Pick<BookingRequest, 'orderReference'>) {
  return [...standIn.courier.books.parcels.values()].filter(
    ({ order }) => order === delhiveryReference(request),
  );
}

const book = (more: Partial<BookingRequest> = {}) => bookAt(open(), { ...requestOf('delhivery'), ...more });

const WAREHOUSE: CourierWarehouse = { ...requestOf('delhivery').warehouse };

/** A courier that answers one call with this body, whatever is sent. */
async function answering(call: string, body: unknown): Promise<DelhiveryAdapter> {
  const other = await startStandIn(
    (dependencies) => {
      const played = new DelhiveryStandIn(dependencies);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const route = played.routes.find((candidate) => candidate.call === call);
      if (route === undefined) throw new Error(`There is no call ${call}`);
      const routes = [{ ...route, answer: () => ({ status: 200, body: text }) }, ...played.routes];
      return Object.assign(Object.create(played) as DelhiveryStandIn, { routes });
    },
    { startsAt: START },
  );
  stops.push(other.stop);
  return open({ base_url: other.url }, numbersInMemory(courier));
}

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

describe('a booking with Delhivery', () => {
  it('has grams, rupees, centimetres, the wanted service and the return address', async () => {
    const request = { ...requestOf('delhivery'), deadWeight: '450.2', courierProduct: 'express' };
    const sent: string[] = [];
    const connection = connect(courier, { token: STAND_IN_TOKEN, base_url: standIn.url }, numbers);
    connections.push(connection);
    const { send } = connection.requests;
    const adapter = new DelhiveryAdapter({
      ...connection,
      requests: {
        send: (one, signal) => {
          if (one.call === 'create') sent.push(one.body ?? '');
          return send(one, signal);
        },
      },
    });
    const [item] = request.items;
    const items =
      item === undefined
        ? []
        : [
            { ...item, units: 2 },
            { ...item, units: 1 },
          ];
    expect(await adapter.book({ ...request, items, codAmountPaise: 49_950 }, ample())).toMatchObject({
      outcome: 'booked',
      routingCode: expect.stringMatching(/^\w{3}\/\w{3}$/),
    });
    const data = JSON.parse(new URLSearchParams(sent[0]).get('data') ?? '');
    expect(data).toMatchObject({
      pickup_location: { name: 'Okhla' },
      shipments: [
        {
          order_date: '2026-11-16',
          quantity: '3',
          weight: 451,
          shipment_length: 10,
          cod_amount: 499.5,
          total_amount: 499.5,
          payment_mode: 'COD',
          shipping_mode: 'Express',
          order: request.orderReference,
          return_pin: '110020',
          pin: '560038',
          waybill: expect.stringMatching(/^\d{14}$/),
        },
      ],
    });
  });

  it('is refused if the rate book names an unknown service', async () => {
    const answer = await open().book({ ...requestOf('delhivery'), courierProduct: 'heavy' }, ample());
    expect(answer).toMatchObject({
      outcome: 'refused',
      reason: { text: 'has no service heavy: S for surface, E for express' },
    });
  });

  it('arrives complete even if its texts have characters that Delhivery does not accept', async () => {
    const request = requestOf('delhivery');
    const delivery = {
      ...request.delivery,
      name: 'Tea & Co; "Chai"',
      address: '#12, 50% Lane\\B\n4th Cross',
    };
    const answer = await open().book({ ...request, delivery, orderReference: '#1001' }, ample());
    expect(answer.outcome).toBe('booked');
    expect(made({ orderReference: referenceInSigns('#1001', '-1001', 50) })).toMatchObject([
      { name: 'Tea Co "Chai"', address: '12, 50 Lane B 4th Cross' },
    ]);
  });

  it('is different for two orders that differ only in characters that Delhivery does not accept', async () => {
    const request = requestOf('delhivery');
    const told = ['#', '%'].map((sign) => ({
      ...request,
      reference: newId(),
      orderReference: `A${sign}${request.orderReference}`,
    }));
    const numbers: string[] = [];
    for (const one of told) {
      const answer = await open().book(one, ample());
      if (answer.outcome === 'booked') numbers.push(answer.trackingNumber);
    }
    expect(new Set(numbers).size).toBe(2);
  });

  it('has a number from our stock, and a repeat finds it', async () => {
    const request = requestOf('delhivery');
    const first = await open().book(request, ample());
    expect(first).toMatchObject({ outcome: 'booked', isAllotted: true });
    const { isAllotted: _, ...parcel } = first as Booked;
    expect(await open().book(request, ample())).toMatchObject({ ...parcel, routingCode: null });
    expect(made(request)).toHaveLength(1);
  });

  it('gets a number of the courier if our number is too new, and is found by its order, also with commas', async () => {
    const fresh = numbersInMemory(courier);
    for (const more of ['', ',2,3']) {
      standIn.courier.books.restMs = 60_000;
      const plain = requestOf('delhivery');
      const request = { ...plain, orderReference: `${plain.orderReference}${more}` };
      const answer = await open({}, fresh).book(request, ample());
      standIn.courier.books.restMs = 0;
      if (answer.outcome !== 'booked') throw new Error('It was not booked');
      expect(answer.trackingNumber).not.toBe(await fresh.of(request.reference));
      expect(made(request)).toHaveLength(1);
      expect(await open({}, fresh).findBooking(lostOf(request), ample())).toMatchObject({
        outcome: 'booked',
        trackingNumber: answer.trackingNumber,
      });
    }
  });

  it('is found again by all six fields of its order if its number is unknown', async () => {
    const fresh = numbersInMemory(courier);
    standIn.courier.books.restMs = 60_000;
    const request = requestOf('delhivery');
    const first = await open({}, fresh).book(request, ample());
    standIn.clock.forward(60_000);
    standIn.courier.books.restMs = 0;
    // Now the courier would accept the number: only the order prevents a second parcel.
    expect(await open({}, fresh).book(request, ample())).toMatchObject({ ...first, routingCode: null });
    expect(made(request)).toHaveLength(1);
  });

  it('is refused with a sentence if its warehouse is inactive', async () => {
    const place = { address: 'Plot 5', city: 'Delhi', pin: '110020', phone: '9811100002' };
    standIn.courier.books.addWarehouse({ client: CLIENT, name: 'Closed', ...place, isActive: false });
    const request = requestOf('delhivery');
    const warehouse = { ...request.warehouse, courierName: 'Closed' };
    expect(await open().book({ ...request, warehouse }, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'has switched the warehouse off: ask it why' },
    });
  });

  it('gets a number of the courier if our number is used by another parcel', async () => {
    const [number] = standIn.courier.books.parcels.keys();
    const taken = {
      take: async () => number ?? '',
      of: async () => number ?? '',
      close: async () => [number ?? ''],
    };
    const request = requestOf('delhivery');
    const answer = await open({}, taken).book(request, ample());
    expect(answer).toMatchObject({
      outcome: 'booked',
      trackingNumber: expect.not.stringMatching(`^${number}$`),
    });
    expect(made(request)).toHaveLength(1);
  });

  it('is refused with a sentence if the account has no series of numbers', async () => {
    account.hasSeries = false;
    const answer = await open({}, numbersInMemory(courier)).book(requestOf('delhivery'), ample());
    expect(answer).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringContaining('where it gives none at all, ask it for a series') },
    });
  });

  it.each<[string, (request: BookingRequest) => BookingRequest | undefined, string]>([
    [
      'an unknown warehouse',
      (request) => ({ ...request, warehouse: { ...request.warehouse, courierName: 'Nowhere' } }),
      'does not know the warehouse: register it there, by its name in exactly these letters',
    ],
    [
      'a warehouse in another letter case',
      (request) => ({ ...request, warehouse: { ...request.warehouse, courierName: 'OKHLA' } }),
      'does not know the warehouse: register it there, by its name in exactly these letters',
    ],
    ['a pincode that is not served', () => pin('not_served'), 'does not serve 560038'],
    ['an embargo', () => pin('embargo'), 'does not serve 560038'],
    [
      'a pincode that is full for today',
      () => pin('full'),
      'takes no more parcels for this pincode today: book again after midnight',
    ],
    [
      'a mode that the account has not',
      (request) => {
        pin('no_cod');
        return { ...request, codAmountPaise: 100 };
      },
      'does not take COD for this account: ask it to',
    ],
    [
      'a wallet that is nearly empty',
      () => changed({ walletRupees: 414.1 }),
      'wants at least Rs 500 in the wallet: recharge it there',
    ],
    [
      'a phone that is none',
      (request) => ({ ...request, delivery: { ...request.delivery, phone: '12345' } }),
      "does not take the customer's phone number",
    ],
    [
      'an order id that is too long',
      (request) => ({ ...request, orderReference: `${request.orderReference}-${'X'.repeat(50)}` }),
      'takes order ids of at most 50 letters and digits',
    ],
    [
      'an account that is not active',
      () => changed({ isActive: false }),
      'says that the account is not active: ask it why',
    ],
  ])('is refused with HTTP 200, and leaves nothing: %s', async (_what, change, reason) => {
    const plain = requestOf('delhivery');
    const request = change(plain) ?? plain;
    expect(await open().book(request, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: reason },
    });
    expect(made(request)).toEqual([]);
  });

  it('is cancelled and refused if it was saved although it failed', async () => {
    standIn.courier.books.savesPartially = true;
    pin('full');
    const request = requestOf('delhivery');
    const answer = await open().book(request, ample());
    expect(answer).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringContaining('after midnight') },
    });
    expect(made(request)).toMatchObject([{ isCancelled: true }]);
    // Not the lookup after it, nor its cancellation.
    expect(connections.at(-1)?.requests.last()).toMatchObject({ call: 'create', status: 200 });
    expect(await open().findBooking(lostOf(request), ample())).toEqual({ outcome: 'not_booked' });
  });

  it.each([0, 3])(
    'is made under a new order reference if the earlier one was saved and cancelled, %i hours later',
    async (hours) => {
      standIn.courier.books.savesPartially = true;
      pin('full');
      const request = requestOf('delhivery');
      expect(await open().book(request, ample())).toMatchObject({ outcome: 'refused' });
      standIn.courier.books.pins.clear();
      for (const parcel of made(request)) {
        const scans = parcel.scans.map((scan) => ({ ...scan, at: scan.at - hours * 3_600_000 }));
        Object.assign(parcel, { scans });
      }
      const again = { ...request, reference: newId() };
      const answer = await open().book(again, ample());
      if (answer.outcome !== 'booked') throw new Error(`It was not booked: ${answer.reason.text}`);
      const { trackingNumber } = answer;
      expect(standIn.courier.books.parcels.get(trackingNumber)).toMatchObject({
        order: expect.stringMatching(new RegExp(`^${request.orderReference}-[0-9A-Z]{6}$`)),
        isCancelled: false,
      });
      // A repeat, and a later lookup, find that parcel and make no other, even without its number.
      const asked = { ...lostOf(again), askedAt: new Date(START.getTime() - 5 * 60_000) };
      const count = standIn.courier.books.parcels.size;
      expect(await open().book(again, ample())).toMatchObject({ trackingNumber });
      expect(standIn.courier.books.parcels.size).toBe(count);
      const close = async (references: readonly string[]) => references.map(() => null);
      for (const known of [Object.assign(Object.create(numbers), { close }), numbers]) {
        const found = await open({}, known).findBooking(asked, ample());
        expect(found).toMatchObject({ outcome: 'booked', trackingNumber });
      }
    },
  );

  it('is neither booked nor refused if nobody can tell whether it was saved', async () => {
    pin('full');
    standIn.faults.add({ kind: 'status', call: 'track', status: 403 });
    await expect(open().book(requestOf('delhivery'), ample())).rejects.toBeInstanceOf(LostAnswerError);
  });

  it('names the other environment if the token belongs to it', async () => {
    const answer = await open({ token: OTHER_ENVIRONMENT_TOKEN }).book(requestOf('delhivery'), ample());
    expect(answer).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringContaining('other environment') },
    });
  });

  it('is not accepted as successful without a parcel', async () => {
    const adapter = await answering('create', { success: true, packages: [], package_count: 0 });
    await expect(adapter.book(requestOf('delhivery'), ample())).rejects.toBeInstanceOf(LostAnswerError);
  });

  it.each([
    [
      'a reason that is text',
      { success: false, packages: [], rmk: 'suspicious order/consignee', error: true },
    ],
    ['a reason in a list', { success: false, packages: [{ status: 'Fail', remarks: ['suspicious order'] }] }],
  ])('is refused for %s', async (_what, answer) => {
    const adapter = await answering('create', answer);
    expect(await adapter.book(requestOf('delhivery'), ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'holds the order or its customer for suspicious: ask it why' },
    });
  });

  it.each([['<?xml version="1.0"?><root/>'], ['<html></html>'], ['['], ['null'], ['[]'], ['7']])(
    'is neither booked nor refused if the answer is %s',
    async (body) => {
      const adapter = await answering('create', body);
      await expect(adapter.book(requestOf('delhivery'), ample())).rejects.toBeInstanceOf(LostAnswerError);
    },
  );

  it('may still appear just after the request, and later not any more', async () => {
    const request = requestOf('delhivery');
    const justNow = { ...request, askedAt: START };
    expect(await open().findBooking(justNow, ample())).toEqual({ outcome: 'too_early' });
    expect(await open().findBooking(lostOf(request), ample())).toEqual({ outcome: 'not_booked' });
  });

  it('is found among fifty by number in one request, and the missing ones by their orders', async () => {
    const fresh = numbersInMemory(courier);
    const lost: BookingRequest[] = [];
    const expected: unknown[] = [];
    for (let place = 0; place < 25; place += 1) {
      const [booked, missing] = [requestOf('delhivery'), requestOf('delhivery')];
      const answer = await open({}, fresh).book(booked, ample());
      if (answer.outcome !== 'booked') throw new Error('It was not booked');
      lost.push(booked, missing);
      expected.push(
        expect.objectContaining({ outcome: 'booked', trackingNumber: answer.trackingNumber, surplus: [] }),
        { outcome: 'not_booked' },
      );
    }
    const before = standIn.calls.track ?? 0;
    expect(await open({}, fresh).findBookings?.(lost.map(lostOf), ample())).toEqual(expected);
    expect((standIn.calls.track ?? 0) - before).toBe(1 + 25);
  });

  it('is not reported as missing if its order could not be looked up, but another one beside it is', async () => {
    const [unheard, missing] = [requestOf('delhivery'), requestOf('delhivery')];
    const connection = connect(courier, { token: STAND_IN_TOKEN, base_url: standIn.url }, numbers);
    connections.push(connection);
    const adapter = new DelhiveryAdapter({
      ...connection,
      requests: {
        send: (one, signal) =>
          one.path.includes(encodeURIComponent(unheard.orderReference))
            ? Promise.reject(new LostAnswerError(DID_NOT_ANSWER_IN_TIME))
            : connection.requests.send(one, signal),
      },
    });
    expect(await adapter.findBookings([unheard, missing].map(lostOf), ample())).toEqual([
      { outcome: 'too_early' },
      { outcome: 'not_booked' },
    ]);
  });

  it('is not found by an order with the same name of another merchant at another time', async () => {
    standIn.clock.forward(-3 * 3_600_000);
    const theirs = await book();
    standIn.clock.forward(6 * 3_600_000);
    const lost = lostOf({ ...requestOf('delhivery'), orderReference: theirs.orderReference });
    expect(await open().findBooking(lost, ample())).toEqual({ outcome: 'not_booked' });
    const atTheirTime = { ...lost, askedAt: new Date(lost.askedAt.getTime() - 3 * 3_600_000) };
    expect(await open().findBooking(atTheirTime, ample())).toMatchObject({
      outcome: 'booked',
      trackingNumber: theirs.trackingNumber,
    });
  });

  it('waits after a rate limit: nothing was sent', async () => {
    standIn.faults.add({ kind: 'status', call: 'create', status: 403 });
    const adapter = open();
    await expect(adapter.book(requestOf('delhivery'), ample())).rejects.toBeInstanceOf(NotSentError);
    standIn.faults.clear();
    const before = standIn.calls.create;
    await expect(adapter.book(requestOf('delhivery'), ample())).rejects.toThrow(/fewer requests/);
    expect(standIn.calls.create).toBe(before);
  });
});

function pin(kind: 'not_served' | 'embargo' | 'full' | 'no_cod'): undefined {
  standIn.courier.books.pins.set('560038', kind);
}

function changed(of: Partial<Account>): undefined {
  Object.assign(account, of);
}

describe('a booking that Delhivery has made', () => {
  it('is cancelled before the pickup, and returns after it', async () => {
    const before = await book();
    expect(await open().cancel(before, ample())).toEqual({ outcome: 'done' });
    expect(await open().cancel(before, ample())).toEqual({ outcome: 'done' });
    const moving = await book();
    standIn.courier.move(moving.trackingNumber, 'picked_up');
    expect(await open().cancel(moving, ample())).toEqual({ outcome: 'turned_into_return' });
    const late = await book();
    standIn.courier.move(late.trackingNumber, 'picked_up', 'at_destination', 'out_for_delivery');
    expect(await open().cancel(late, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'has the parcel out for delivery: ask again after 9 in the evening' },
    });
  });

  it.each([
    ['true', { status: true }, { outcome: 'done' }],
    ['"true"', { status: 'True' }, { outcome: 'done' }],
    [
      '"Failure"',
      { status: 'Failure', error: 'Incorrect Waybill/OrderID, please try again' },
      { outcome: 'refused' },
    ],
    ['absent', {}, { outcome: 'refused' }],
  ])('is cancelled or not depending on the status: %s', async (_what, answer, outcome) => {
    const adapter = await answering('edit', answer);
    const unknown = bookingOf(requestOf('delhivery'), '7');
    expect(await adapter.cancel(unknown, ample())).toMatchObject(outcome);
  });

  it('does not count as cancelled if the answer is XML', async () => {
    const adapter = await answering('edit', '<?xml version="1.0"?><root><status>True</status></root>');
    const asked = adapter.cancel(bookingOf(requestOf('delhivery'), '7'), ample());
    await expect(asked).rejects.toThrow('answered with XML in place of data (200)');
  });

  it('is edited, except for its pincode', async () => {
    const booking = await book();
    const parcel = { deadWeight: '900', length: '20', width: '20', height: '20' };
    const delivery = { ...requestOf('delhivery').delivery, address: '14, 5th Cross #3' };
    const changes = { delivery, parcel, codAmountPaise: 25_050 };
    expect(await open().change(booking, changes, ample())).toEqual({ outcome: 'done' });
    expect(standIn.courier.books.parcels.get(booking.trackingNumber)).toMatchObject({
      address: '14, 5th Cross 3',
      weight: 900,
      mode: 'COD',
      codAmount: 250.5,
    });
    const nothing = { delivery: null, parcel: null, codAmountPaise: null };
    expect(await open().change(booking, { ...nothing, codAmountPaise: 0 }, ample())).toEqual({
      outcome: 'done',
    });
    expect(standIn.courier.books.parcels.get(booking.trackingNumber)?.mode).toBe('Prepaid');
    const elsewhere = { ...nothing, delivery: { ...delivery, pincode: '400001' } };
    expect(await open().change(booking, elsewhere, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'takes no other pincode for a parcel: cancel it and book it again' },
    });
  });

  it('is tracked with its scans, expected date and weight, even with a masked customer', async () => {
    const booking = await book();
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'in_transit', 'at_destination');
    standIn.courier.move(
      booking.trackingNumber,
      'out_for_delivery',
      'customer_refused',
      'rto',
      'rto_delivered',
    );
    const unknown = bookingOf(requestOf('delhivery'), '7');
    const [parcel, ...others] = await open().track([booking, unknown], ample());
    expect(others).toEqual([]);
    expect(parcel).toMatchObject({
      trackingNumber: booking.trackingNumber,
      expectedDeliveryDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      chargedWeightGrams: 450,
    });
    expect(parcel?.scans.map(({ status }) => status)).toEqual([
      'ready_for_pickup',
      'picked_up',
      ...Array(7).fill('in_transit'),
      'in_transit',
      'reached_destination_hub',
      'out_for_delivery',
      'out_for_delivery',
      'ndr_raised',
      'rto_initiated',
      'rto_in_transit',
      'rto_in_transit',
      'rto_in_transit',
      'rto_delivered',
    ]);
    expect(parcel?.scans.find(({ status }) => status === 'ndr_raised')?.reason).toBe('customer_refused');
    expect(JSON.stringify(parcel)).not.toMatch(/Asha|9876543210/);
  });

  it('is tracked with fifty others in one request', async () => {
    const bookings = await Promise.all(Array.from({ length: 50 }, () => book()));
    const before = standIn.calls.track ?? 0;
    const tracked = await open().track(bookings, ample());
    expect(tracked).toHaveLength(50);
    expect(standIn.calls.track).toBe(before + 1);
  });

  it('has a label with its sort code once it is manifested', async () => {
    const booking = await book();
    expect(await open().label(booking, ample())).toEqual({
      routingCode: expect.stringMatching(/^\w{3}\/\w{3}$/),
    });
    expect(await open().label(bookingOf(requestOf('delhivery'), '7'), ample())).toBeNull();
  });

  it('has the charges of its service in paise, and none if the service is free', async () => {
    const { deadWeight, length, width, height } = requestOf('delhivery');
    const shipment: ChargesRequest = {
      ...{ deadWeight, length, width, height, courierProduct: 'S', totalPricePaise: 49_900 },
      ...{ originPincode: '110020', destinationPincode: '560038', codAmountPaise: 100 },
      journey: 'forward',
      leg: 'out',
    };
    expect(await open().charges(shipment, ample())).toEqual({
      totalPaise: 8_850,
      chargedWeightGrams: 450,
      zone: 'D1',
    });
    expect(await open().charges({ ...shipment, leg: 'rto' }, ample())).toMatchObject({ totalPaise: 13_570 });
    const free = await answering('charges', [{ total_amount: 0, zone: 'D1' }]);
    expect(await free.charges(shipment, ample())).toBeNull();
    const unwrapped = await answering('charges', { total_amount: 12.345, charged_weight: 500, zone: 'A' });
    expect(await unwrapped.charges(shipment, ample())).toEqual({
      totalPaise: 1_235,
      chargedWeightGrams: 500,
      zone: 'A',
    });
  });
});

describe('a failed delivery of Delhivery', () => {
  const nothing = { addressLine: null, landmark: null, phone: null, comments: null };

  async function failed(...steps: string[]): Promise<CarrierBooking> {
    const booking = await book();
    standIn.courier.move(booking.trackingNumber, 'picked_up', 'at_destination', 'out_for_delivery', ...steps);
    return booking;
  }

  async function resultOf(booking: CarrierBooking) {
    const taken = await open().requestReattempt(booking, nothing, ample());
    if (taken.outcome !== 'accepted') throw new Error(`It was ${taken.outcome}`);
    return open().actionResult(taken.actionId, ample());
  }

  it('is attempted again: accepted at once, done later', async () => {
    await fetch(`${standIn.url}/_stand-in/settings`, { method: 'POST', body: '{"ndr_ms": 60000}' });
    const taken = await open().requestReattempt(await failed('customer_unavailable'), nothing, ample());
    if (taken.outcome !== 'accepted') throw new Error(`It was ${taken.outcome}`);
    expect(taken.actionId).toMatch(/^UPL\d+$/);
    expect(await open().actionResult(taken.actionId, ample())).toEqual({ outcome: 'pending' });
    standIn.clock.forward(60_000);
    expect(await open().actionResult(taken.actionId, ample())).toEqual({ outcome: 'done' });
    await fetch(`${standIn.url}/_stand-in/settings`, { method: 'POST', body: '{"ndr_ms": 0}' });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['its code', ['rescheduled'], /^takes no further attempt in this state/],
    ['the time of day', [], /^has the parcel out for delivery: ask again after 9 in the evening$/],
    [
      'the attempts',
      ['bad_address', 'out_for_delivery', 'bad_address', 'out_for_delivery', 'bad_address'],
      /^makes no further attempt/,
    ],
  ])('is not attempted again for %s, with a reason in words', async (_what, steps, reason) => {
    expect(await resultOf(await failed(...steps))).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringMatching(reason) },
    });
  });

  it('is attempted at another address and phone', async () => {
    const booking = await failed('bad_address');
    const correction = {
      ...nothing,
      addressLine: '14, 5th Cross',
      landmark: 'opposite the park',
      phone: '9123456780',
    };
    expect(await open().requestReattempt(booking, correction, ample())).toMatchObject({
      outcome: 'accepted',
    });
    expect(standIn.courier.books.parcels.get(booking.trackingNumber)).toMatchObject({
      address: '14, 5th Cross, opposite the park',
      phone: '9123456780',
    });
    const landmark = { ...nothing, landmark: 'opposite the park' };
    expect(await open().requestReattempt(booking, landmark, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'takes a landmark only with the whole address' },
    });
  });

  it('is returned by cancelling it', async () => {
    const booking = await failed('customer_refused');
    expect(await open().requestRto(booking, ample())).toEqual({ outcome: 'done' });
    const [parcel] = await open().track([booking], ample());
    expect(parcel?.scans.at(-1)).toMatchObject({ status: 'rto_initiated', reason: 'seller_requested' });
  });
});

describe('a return with Delhivery', () => {
  it('is picked up at the door with its questions, and goes to the warehouse', async () => {
    const request = requestOf('delhivery');
    const qcItem = {
      ...{ position: 1, productName: null, productImage: 'https://shop.example/tea.jpg', brand: 'Chai & Co' },
      ...{ size: 'M', color: 'green', questions: ['Is the seal whole?'] },
    };
    const booking = await book({
      ...{ journey: 'return', pickup: request.delivery, delivery: WAREHOUSE, qcItems: [qcItem] },
      returnReason: 'damaged',
    });
    expect(standIn.courier.books.parcels.get(booking.trackingNumber)).toMatchObject({
      mode: 'Pickup',
      pin: '560038',
      returnTo: { pin: '110020' },
      qc: [
        {
          item: 'Masala chai',
          brand: 'Chai Co',
          images: ['https://shop.example/tea.jpg'],
          return_reason: 'damaged',
          questions: [{ questions_id: 'Is the seal whole?', value: ['Yes'], required: true }],
        },
      ],
    });
    standIn.courier.move(booking.trackingNumber, 'out_for_pickup', 'pickup_failed', 'out_for_pickup');
    standIn.courier.move(
      booking.trackingNumber,
      'reverse_picked_up',
      'reverse_in_transit',
      'reverse_delivered',
    );
    const [parcel] = await open().track([booking], ample());
    expect(parcel?.scans.map(({ status }) => status)).toEqual([
      'return_pickup_scheduled',
      'return_pickup_scheduled',
      'return_pickup_scheduled',
      'return_not_picked',
      'return_pickup_scheduled',
      'return_in_transit',
      'return_in_transit',
      'return_in_transit',
      'return_in_transit',
      'return_delivered',
    ]);
  });

  it('is cancelled before its pickup, and has the reason of a failed check', async () => {
    const request = requestOf('delhivery');
    const reverse = { journey: 'return', pickup: request.delivery, delivery: WAREHOUSE } as const;
    const withdrawn = await book(reverse);
    expect(await open().cancel(withdrawn, ample())).toEqual({ outcome: 'done' });
    expect(await open().findBooking(lostOf({ ...request, ...withdrawn }), ample())).toEqual({
      outcome: 'not_booked',
    });
    const failed = await book(reverse);
    standIn.courier.move(failed.trackingNumber, 'out_for_pickup', 'qc_failed');
    const [parcel] = await open().track([failed], ample());
    expect(parcel?.scans.at(-1)).toMatchObject({
      status: 'return_qc_failed',
      reason: 'Damaged/Used product',
    });
  });
});

describe('a warehouse at Delhivery', () => {
  it('is registered once, and counts as registered if it exists already', async () => {
    const warehouse = { ...WAREHOUSE, courierName: 'Saket & Sons', warehouseId: newId() };
    const registered = { outcome: 'registered', courierName: 'Saket Sons' };
    expect(await open().registerWarehouse(warehouse, ample())).toEqual(registered);
    const moved = { ...warehouse, pincode: '110017', address: 'Plot 9' };
    expect(await open().registerWarehouse(moved, ample())).toEqual(registered);
    expect(standIn.courier.books.warehouse(CLIENT, 'Saket Sons')).toMatchObject({
      pin: '110017',
      address: 'Plot 9',
    });
  });

  it('is refused with a sentence', async () => {
    standIn.courier.books.pins.set('110099', 'not_served');
    const elsewhere = { ...WAREHOUSE, courierName: 'Far', pincode: '110099' };
    expect(await open().registerWarehouse(elsewhere, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: "does not serve the warehouse's pincode" },
    });
    expect(await open({ token: 'x' }).registerWarehouse(WAREHOUSE, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringMatching(/^does not take this token/) },
    });
  });

  it('is picked up by one request, whether a request was open before or not', async () => {
    const warehouse = { ...WAREHOUSE, courierName: 'Saket Sons' };
    const date = new Date(standIn.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const input = { warehouse, date, time: '11:00', parcels: 3, weightGrams: 900, bookings: [] };
    const first = await open().requestPickup(input, ample());
    expect(first).toEqual({
      outcome: 'requested',
      pickupId: expect.stringMatching(/^\d+$/),
      note: expect.objectContaining({ text: `Delhivery comes on ${date} at 14:00` }),
    });
    expect(await open().requestPickup(input, ample())).toEqual({
      ...first,
      note: expect.objectContaining({
        text: 'Delhivery was asked to come before, and takes these parcels with the others',
      }),
    });
    account.isOnAutoPickup = true;
    expect(await open().requestPickup(input, ample())).toMatchObject({
      outcome: 'requested',
      note: { text: 'Delhivery comes to this account by itself' },
    });
    account.isOnAutoPickup = false;
    account.walletRupees = 414.1;
    expect(await open().requestPickup(input, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'wants at least Rs 500 in the wallet: recharge it there (it has Rs 414.1)' },
    });
    account.walletRupees = 10_000;
    const past = await open().requestPickup({ ...input, date: '2020-01-01' }, ample());
    expect(past).toMatchObject({ outcome: 'refused', reason: { text: 'takes no pickup in the past' } });
  });
});

describe('a courier account of Delhivery', () => {
  it.each([
    ['a wrong token', { token: 'x' }, /^Delhivery does not take this token/],
    [
      'an address that is not of it',
      { base_url: '/nowhere' },
      /^Delhivery has no such address: check base_url/,
    ],
  ])('reports what is wrong: %s', async (_what, settings, message) => {
    const { base_url: below } = settings as { base_url?: string };
    const base_url = below === undefined ? standIn.url : `${standIn.url}${below}`;
    expect(await open({ ...settings, base_url }).check(ample())).toMatchObject({
      ok: false,
      message: { text: expect.stringMatching(message) },
    });
  });

  it('cannot be reached if nobody listens', async () => {
    await expect(open({ base_url: await freeAddress() }).check(ample())).rejects.toBeInstanceOf(NotSentError);
  });

  it.each([
    ['"31321100000001,31321100000002"', ['31321100000001', '31321100000002']],
    ['31321100000003', ['31321100000003']],
    ['"31321100000004"', ['31321100000004']],
    ['null', []],
    ['"no numbers"', []],
  ])('reads the numbers %s', async (body, allotted) => {
    expect(await (await answering('waybills', body)).fetchNumbers(2, ample())).toEqual(allotted);
  });

  it('does not accept a page instead of numbers, and asks for at most ten thousand', async () => {
    await expect((await answering('waybills', '<html/>')).fetchNumbers(2, ample())).rejects.toThrow(
      LostAnswerError,
    );
    expect(await open().fetchNumbers(50_000, ample())).toHaveLength(10_000);
  });
});
