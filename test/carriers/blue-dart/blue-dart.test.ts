import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BlueDartStandIn } from '../../../simulators/couriers/blue-dart/blue-dart-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../../simulators/couriers/blue-dart/settings.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import { BLUE_DART } from '../../../src/carriers/blue-dart/blue-dart.ts';
import type {
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
} from '../../../src/carriers/carrier-adapter.ts';
import type { CourierConnection } from '../../../src/carriers/courier.ts';
import { LostAnswerError, NotSentError } from '../../../src/partners/partner.ts';
import { START } from '../../support/clock.ts';
import { connect, type TestConnection } from '../../support/courier-connection.ts';
import { ample, bookAt, bookingOf, lostOf, requestOf } from '../adapter-contract.ts';
import { describeHttpAdapter } from '../http-adapter-contract.ts';

describeHttpAdapter({
  courier: BLUE_DART,
  openStandIn: (dependencies) => new BlueDartStandIn(dependencies),
  settings: STAND_IN_SETTINGS,
  bookingCall: 'waybill',
  // Repeats are recognised only after a waybill exists: a lost request can still be carried out.
  knowsRepeats: false,
  takesDecisions: false,
  failDelivery: ({ courier }, trackingNumber) => courier.move(trackingNumber, 'customer_unavailable'),
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
      steps: ['picked_up', 'out_for_delivery', 'customer_refused', 'rto', 'rto_delivered'],
      endsAs: 'rto_delivered',
    },
    { steps: ['picked_up', 'in_transit', 'lost'], endsAs: 'lost' },
    { steps: ['picked_up', 'out_for_delivery', 'bad_address'], endsAs: 'ndr_raised' },
  ],
  move: ({ courier }, trackingNumber, step) => courier.move(trackingNumber, step),
});

describe('the adapter of Blue Dart', () => {
  let standIn: RunningStandIn<BlueDartStandIn>;
  let connection: TestConnection;
  let adapter: CarrierAdapter;

  beforeAll(async () => {
    standIn = await startStandIn((dependencies) => new BlueDartStandIn(dependencies), { startsAt: START });
    connection = connect(BLUE_DART, { ...STAND_IN_SETTINGS, base_url: standIn.url });
    adapter = BLUE_DART.open(connection);
  });
  afterEach(() => standIn.faults.clear());
  afterAll(async () => {
    connection.close();
    await standIn.stop();
  });

  const book = async (changes?: Partial<BookingRequest>) => ({
    ...(await bookAt(adapter, changes)),
    courierOrderId: null,
  });

  it('sends kilograms as text, lines of 30 characters, and times in Blue Dart’s format', async () => {
    const request = requestOf('lite');
    const address =
      'Flat 1204, Tower B, The Very Long Named Apartments, 27th Main Road, Sector 2, near the temple';
    const { trackingNumber } = await book({
      delivery: { ...request.delivery, name: 'Asha Venkatanarasimharajuvaripeta Rao', address },
      deadWeight: '451',
      codAmountPaise: 49_950,
      courierProduct: 'A',
    });
    const sent = standIn.courier.waybill(trackingNumber);
    expect(sent).toMatchObject({
      Consignee: {
        ConsigneeName: 'Asha Venkatanarasimharajuvarip',
        ConsigneeAddress1: 'Flat 1204, Tower B, The Very',
        ConsigneeAddress2: 'Long Named Apartments, 27th',
        ConsigneeAddress3: 'Main Road, Sector 2, near the',
        ConsigneeMobile: '9876543210',
      },
      Shipper: { OriginArea: 'DEL', CustomerCode: '000000' },
      Services: {
        ActualWeight: '0.46',
        CollectableAmount: 499.5,
        SubProductCode: 'C',
        ProductCode: 'A',
        SpecialInstruction: 'temple',
        CreditReferenceNo: expect.stringMatching(/^[A-Z0-9]{20}$/),
        PickupDate: expect.stringMatching(/^\/Date\(\d{13}\)\/$/),
        PickupTime: '1600',
      },
    });
  });

  it('does not ask for services that Blue Dart does not offer', async () => {
    const asked = standIn.calls.waybill;
    const request = requestOf('lite');
    const lines = Array.from({ length: 9 }, () => 'Bengaluru').join(' ');
    const address = `${lines} ${'y'.repeat(30)} ${'z'.repeat(20)}`;
    expect(
      await adapter.book({ ...request, delivery: { ...request.delivery, address } }, ample()),
    ).toMatchObject({
      outcome: 'refused',
      reason: { text: 'takes addresses of at most 140 characters, and this one is longer' },
    });
    expect((await adapter.book({ ...request, journey: 'return' }, ample())).outcome).toBe('refused');
    expect(standIn.calls.waybill).toBe(asked);
    const shorter = { ...request.delivery, address: `${lines} ${'y'.repeat(30)} ${'z'.repeat(19)}` };
    expect((await adapter.book({ ...request, delivery: shorter }, ample())).outcome).toBe('booked');
  });

  it('cuts a long warehouse address at the lines of the waybill', async () => {
    const request = requestOf('lite');
    // Each line has exactly 30 characters.
    const line = 'Chinchpada Chinchpada Bhiwandi';
    const address = Array.from({ length: 10 }, () => line).join(' ');
    const { trackingNumber } = await book({ warehouse: { ...request.warehouse, address } });
    expect(standIn.courier.waybill(trackingNumber)).toMatchObject({
      Shipper: {
        CustomerAddress1: line,
        CustomerAddress3: line,
      },
      Returnadds: { ReturnAddress1: line },
    });
  });

  it('does not take a waybill as refused if its number is missing in the answer', async () => {
    const request = requestOf('lite');
    const withoutNumber: CourierConnection = {
      ...connection,
      requests: {
        send: async (asked, signal) => {
          const { status, headers, body, text } = await connection.requests.send(asked, signal);
          return { status, headers, body, text: text.replace(/"AWBNo":"\d+"/, '"AWBNo":null') };
        },
      },
    };
    await expect(BLUE_DART.open(withoutNumber).book(request, ample())).rejects.toThrow(LostAnswerError);
    expect(await adapter.findBooking(lostOf(request), ample())).toMatchObject({ outcome: 'booked' });
  });

  it('tells a landline from a mobile number', async () => {
    const request = requestOf('lite');
    const { trackingNumber } = await book({ delivery: { ...request.delivery, phone: '08012345678' } });
    expect(standIn.courier.waybill(trackingNumber)).toMatchObject({
      Consignee: { ConsigneeMobile: '', ConsigneeTelephone: '08012345678' },
    });
  });

  it('keeps the label of the waybill, because it is given only once', async () => {
    const answer = await adapter.book(requestOf('lite'), ample());
    expect(answer).toMatchObject({ routingCode: 'BLR/IDN', label: expect.any(Buffer) });
    expect(answer.outcome === 'booked' && answer.label?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('waits for a waybill as long as it and signing in may take', () => {
    const { any = Number.NaN, waybill = Number.NaN } = BLUE_DART.limits.timeoutsMs;
    expect(BLUE_DART.limits.actionMs).toBeGreaterThan(any + waybill);
  });

  it('has one waybill for each reference', async () => {
    const request = requestOf('lite');
    const { trackingNumber } = await book(request);
    expect(await adapter.book(request, ample())).toMatchObject({ outcome: 'booked', trackingNumber });
    standIn.faults.add({ kind: 'lose_answer', call: 'track', times: 1 });
    expect(await adapter.findBooking(lostOf(request), AbortSignal.timeout(200)).catch(() => null)).toBeNull();
    expect(await adapter.findBooking(lostOf(request), ample())).toMatchObject({ trackingNumber });
  });

  it('refuses a used reference, and keeps the refused request, not the lookup after it', async () => {
    const request = requestOf('lite');
    const { trackingNumber } = await book(request);
    expect(await adapter.cancel(bookingOf(request, trackingNumber), ample())).toEqual({ outcome: 'done' });
    expect(await adapter.book(request, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Credit Reference No already exists' },
    });
    expect(connection.requests.last()).toMatchObject({ call: 'waybill' });
  });

  it('is too early to say that there is no booking while Blue Dart may still make the waybill', async () => {
    const lost = { ...requestOf('lite'), askedAt: START };
    expect(await adapter.findBooking(lost, ample())).toEqual({ outcome: 'too_early' });
    expect(await adapter.findBooking(lostOf(requestOf('lite')), ample())).toEqual({
      outcome: 'not_booked',
      isAssumed: true,
    });
  });

  it('reads the different refusals of Blue Dart', async () => {
    const request = requestOf('lite');
    const nowhere = { ...request, delivery: { ...request.delivery, pincode: '' } };
    // 400 with a list of errors, after blank lines.
    expect(await adapter.book(nowhere, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Pincode cannot be blank' },
    });
    // 200 with IsError.
    standIn.faults.add({ kind: 'refuse', call: 'waybill' });
    expect(await adapter.book(request, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Customer code is not active' },
    });
    // 200 with Error.
    standIn.faults.add({ kind: 'refuse', call: 'cancel' });
    expect(await adapter.cancel(await bookingLike('1'), ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: The request could not be served' },
    });
    // 415 for an unknown address.
    standIn.faults.clear();
    standIn.faults.add({ kind: 'status', status: 415, call: 'waybill' });
    expect(await adapter.book(request, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'has nothing at this address: correct its base_url' },
    });
  });

  function bookingLike(trackingNumber: string): CarrierBooking {
    return bookingOf(requestOf('lite'), trackingNumber);
  }

  it('checks both layers of credentials', async () => {
    expect(await adapter.check?.(ample())).toMatchObject({
      ok: true,
      message: { text: 'Blue Dart takes these credentials' },
    });
    const open = (changes: Partial<typeof STAND_IN_SETTINGS>) => {
      const other = connect(BLUE_DART, { ...STAND_IN_SETTINGS, ...changes, base_url: standIn.url });
      return { other, wrong: BLUE_DART.open(other) };
    };
    const gateway = open({ client_secret: 'wrong' });
    await expect(gateway.wrong.check?.(ample())).rejects.toThrow('says: Invalid ClientID or clientSecret');
    await expect(gateway.wrong.book(requestOf('lite'), ample())).rejects.toThrow(NotSentError);
    gateway.other.close();
    const licence = open({ licence_key: 'wrong' });
    expect(await licence.wrong.check?.(ample())).toMatchObject({
      ok: false,
      message: { text: 'Blue Dart says: UnauthorizedUser' },
    });
    expect(await licence.wrong.book(requestOf('lite'), ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Unauthorized User' },
    });
    await expect(licence.wrong.track?.([bookingLike('1')], ample())).rejects.toThrow('License Mismatch');
    licence.other.close();
  });

  it('asks for a new token once if the gateway has ended the old one', async () => {
    const tokens = standIn.calls.token ?? 0;
    standIn.courier.instructions.token?.run({});
    await book();
    expect(standIn.calls.token).toBe(tokens + 1);
  });

  it('tracks many parcels at once or one alone, each scan by its code', async () => {
    const [first, second] = [await book(), await book()];
    standIn.courier.move(first.trackingNumber, 'picked_up', 'customer_refused', 'rto', 'rto_delivered');
    const parcels = (await adapter.track?.([first, second, bookingLike('NOBODY1')], ample())) ?? [];
    expect(parcels).toHaveLength(2);
    expect(parcels[0]?.scans.map(({ status, reason }) => [status, reason]).reverse()).toEqual([
      ['ready_for_pickup', null],
      ['picked_up', null],
      ['ndr_raised', 'customer_refused'],
      ['rto_initiated', null],
      ['rto_in_transit', null],
      ['rto_delivered', null],
    ]);
    expect(parcels[0]?.expectedDeliveryDate).toBe('2026-11-25');
    expect(await adapter.track?.([second], ample())).toHaveLength(1);
    standIn.faults.add({ kind: 'html', call: 'track' });
    await expect(adapter.track?.([second], ample())).rejects.toThrow(LostAnswerError);
  });

  it('does not cancel a scanned parcel, and does not track a cancelled one', async () => {
    const [kept, gone] = [await book(), await book()];
    standIn.courier.move(kept.trackingNumber, 'picked_up');
    expect(await adapter.cancel(kept, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Waybill is inscanned and cannot be cancelled' },
    });
    expect(await adapter.cancel(gone, ample())).toEqual({ outcome: 'done' });
    expect(await adapter.track?.([gone], ample())).toEqual([]);
  });

  it('requests one pickup for all parcels of a day', async () => {
    const bookings = [await book(), await book()];
    const { warehouse } = requestOf('lite');
    const input = { warehouse, date: '2026-11-23', time: '14:00', parcels: 2, weightGrams: 900, bookings };
    expect(await adapter.requestPickup?.(input, ample())).toMatchObject({ outcome: 'requested', note: null });
    expect(standIn.courier.pickups.at(-1)).toMatchObject({
      AWBNo: bookings.map(({ trackingNumber }) => trackingNumber),
      AreaCode: 'DEL',
      CustomerPincode: '110020',
      ShipmentPickupDate: '/Date(1795372200000)/',
      ShipmentPickupTime: '1400',
      WeightofShipment: 0.9,
      NumberofPieces: 2,
    });
    const nowhere = { ...input, warehouse: { ...warehouse, pincode: '' } };
    expect(await adapter.requestPickup?.(nowhere, ample())).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says: Pincode cannot be blank' },
    });
  });
});
