import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import type {
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  LostBooking,
} from '../../src/carriers/carrier-adapter.ts';
import type { Courier } from '../../src/carriers/courier.ts';
import { START } from '../support/clock.ts';

/** An adapter with its courier, or a stand-in, which can be made to fail in the ways of couriers. */
export interface AdapterUnderTest {
  readonly courier: Courier;
  readonly adapter: CarrierAdapter;
  /** A carrier that the adapter serves. */
  readonly carrierId: string;
  /** For the following calls, until it is called again. */
  behave(how: 'well' | 'refuse' | 'lose_request' | 'lose_answer' | 'twice'): Promise<void>;
  /** The tracking numbers of the parcels that the courier still has to pick up. */
  listExpected(): Promise<readonly string[]>;
  /** A signal that aborts the next booking after the courier has received it. */
  giveUp(): AbortSignal;
  /**
   * Tells whether the courier, or its adapter, recognises a repeated reference; otherwise each request makes
   * a parcel.
   */
  readonly knowsRepeats: boolean;
  /**
   * Tells whether the courier can be asked for a booking by our reference; otherwise a lost booking is given
   * up after a while.
   */
  readonly findsBookings: boolean;
  /** Tells whether it accepts decisions about failed deliveries; otherwise it says that it does not. */
  readonly takesDecisions: boolean;
  /** Makes the delivery of a parcel fail, so that a decision is possible. */
  failDelivery(trackingNumber: string): Promise<void>;
}

/** The tests that every adapter must pass. */
export function describeAdapter(name: string, open: () => Promise<AdapterUnderTest>): void {
  describe(`the carrier adapter ${name}`, () => {
    it('books once for each reference, with its own tracking number in upper case', async () => {
      const { adapter, carrierId, listExpected, knowsRepeats } = await open();
      const [first, second] = [requestOf(carrierId), requestOf(carrierId)];
      const asked = knowsRepeats ? [first, second, first] : [first, second];
      const answers = await Promise.all(asked.map((request) => adapter.book(request, ample())));
      const numbers = answers.map(numberOf);
      expect(numbers[0]).not.toBe(numbers[1]);
      expect(numbers[2] ?? numbers[0]).toBe(numbers[0]);
      for (const number of numbers) {
        expect(number).toMatch(/^[0-9A-Z-]{6,30}$/);
        expect(await listExpected()).toContain(number);
      }
    });

    it('gives a hundred simultaneous bookings a hundred tracking numbers', async () => {
      const { adapter, carrierId } = await open();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => adapter.book(requestOf(carrierId), ample())),
      );
      expect(new Set(answers.map(numberOf)).size).toBe(100);
    });

    it('declares at least the cash, so that the courier can collect it', async () => {
      const { adapter, carrierId } = await open();
      const request = { ...requestOf(carrierId), totalPricePaise: 49_900 };
      for (const codAmountPaise of [49_901, 1_00_000]) {
        const answer = await adapter.book({ ...request, ...newNames(), codAmountPaise }, ample());
        expect(answer).toMatchObject({ outcome: 'booked' });
      }
    });

    it('answers a refusal with a reason, and has no booking', async () => {
      const { adapter, carrierId, behave } = await open();
      await behave('refuse');
      const request = requestOf(carrierId);
      const answer = await adapter.book(request, ample());
      expect(answer).toMatchObject({
        outcome: 'refused',
        reason: { text: expect.stringMatching(/^[a-z].*[^.]$/) },
      });
      await behave('well');
      expect(await adapter.findBooking(lostOf(request), ample())).toMatchObject({ outcome: 'not_booked' });
    });

    it('throws if the answer is lost, and knows the result of the booking later', async () => {
      const {
        adapter,
        carrierId,
        behave,
        listExpected,
        giveUp,
        findsBookings: tellsOfBookings,
      } = await open();
      const [lost, done] = [requestOf(carrierId), requestOf(carrierId)];
      await behave('lose_request');
      await expect(adapter.book(lost, giveUp())).rejects.toThrow();
      await behave('lose_answer');
      await expect(adapter.book(done, giveUp())).rejects.toThrow();
      await behave('well');
      expect(await adapter.findBooking(lostOf(lost), ample())).toMatchObject({ outcome: 'not_booked' });
      const found = await adapter.findBooking(lostOf(done), ample());
      if (!tellsOfBookings) {
        const justNow = { ...done, askedAt: START };
        expect(await adapter.findBooking(justNow, ample())).toEqual({ outcome: 'too_early' });
        expect(found).toMatchObject({ outcome: 'not_booked' });
        return;
      }
      expect(found.outcome).toBe('booked');
      expect(await listExpected()).toContain(numberOf(found));
      expect(await adapter.findBooking(lostOf(done), ample())).toEqual(found);
    });

    it('makes no booking after it said that there is none', async () => {
      const { adapter, carrierId, knowsRepeats } = await open();
      const request = requestOf(carrierId);
      expect(await adapter.findBooking(lostOf(request), ample())).toMatchObject({ outcome: 'not_booked' });
      // If repeats are not recognised, an adapter cannot prevent a late booking.
      if (!knowsRepeats) return;
      expect((await adapter.book(request, ample())).outcome).toBe('refused');
      expect(await adapter.findBooking(lostOf(request), ample())).toMatchObject({ outcome: 'not_booked' });
    });

    it('lists every tracking number of one request, also after a lost answer', async () => {
      const { adapter, carrierId, behave, listExpected, findsBookings: tellsOfBookings } = await open();
      if (!tellsOfBookings) return;
      await behave('twice');
      const request = requestOf(carrierId);
      const before = await listExpected();
      const answer = await adapter.book(request, ample());
      await behave('well');
      if (answer.outcome !== 'booked') throw new Error('It was not booked');
      const found = await adapter.findBooking(lostOf(request), ample());
      if (found.outcome !== 'booked') throw new Error('It was not found');
      const made = (await listExpected()).filter((number) => !before.includes(number));
      const told = new Set([
        answer.trackingNumber,
        ...answer.surplus,
        found.trackingNumber,
        ...found.surplus,
      ]);
      expect([...told].sort()).toEqual(made.sort());
      for (const trackingNumber of told) {
        if (trackingNumber === answer.trackingNumber) continue;
        expect(await adapter.cancel(bookingOf(request, trackingNumber), ample())).toEqual({
          outcome: 'done',
        });
        expect(await listExpected()).not.toContain(trackingNumber);
      }
      expect(await listExpected()).toContain(answer.trackingNumber);
    });

    it('cancels a booking any number of times, and refuses an unknown one', async () => {
      const { adapter, carrierId, listExpected } = await open();
      const request = requestOf(carrierId);
      const trackingNumber = numberOf(await adapter.book(request, ample()));
      const booking = bookingOf(request, trackingNumber);
      expect(await adapter.cancel(booking, ample())).toEqual({ outcome: 'done' });
      expect(await adapter.cancel(booking, ample())).toEqual({ outcome: 'done' });
      expect(await listExpected()).not.toContain(trackingNumber);
      const unknown = bookingOf(requestOf(carrierId), 'NOBODY1');
      expect((await adapter.cancel(unknown, ample())).outcome).toBe('refused');
    });

    it('accepts decisions about a failed delivery', async () => {
      const { adapter, carrierId, failDelivery, takesDecisions } = await open();
      const request = requestOf(carrierId);
      const booking = bookingOf(request, numberOf(await adapter.book(request, ample())));
      await failDelivery(booking.trackingNumber);
      const nothing = { addressLine: null, landmark: null, phone: null, comments: null };
      const taken = expect.stringMatching(takesDecisions ? /^(done|accepted)$/ : /^refused$/);
      expect(await adapter.requestReattempt(booking, nothing, ample())).toMatchObject({ outcome: taken });
      expect(await adapter.requestRto(booking, ample())).toMatchObject({ outcome: taken });
    });

    it.each([[null], ['text'], [{}], [[{ tracking_number: 'A1' }]], [42]])(
      'refuses the payload %j',
      async (payload) => {
        const { courier } = await open();
        if (courier.can.push) expect(() => courier.readPush?.(payload)).toThrow();
      },
    );
  });
}

/** For a call that is answered, however busy the machine is. */
export function ample(): AbortSignal {
  return AbortSignal.timeout(60_000);
}

/** A booking that was requested so long ago that its outcome is final. */
export function lostOf(request: BookingRequest): LostBooking {
  return { ...request, askedAt: new Date(START.getTime() - 60 * 60_000) };
}

export function bookingOf(request: BookingRequest, trackingNumber: string): CarrierBooking {
  return { ...request, trackingNumber, courierOrderId: null };
}

/** Books a shipment, which the courier has to accept. */
export async function bookAt(
  adapter: CarrierAdapter,
  changes: Partial<BookingRequest> = {},
): Promise<CarrierBooking> {
  const request = { ...requestOf('lite'), ...changes };
  const answer = await adapter.book(request, ample());
  if (answer.outcome !== 'booked') throw new Error(`It was refused: ${answer.reason.text}`);
  return { ...bookingOf(request, answer.trackingNumber), courierOrderId: answer.courierOrderId };
}

function numberOf(answer: { outcome: string; trackingNumber?: string }): string {
  if (answer.trackingNumber === undefined) throw new Error(`It was ${answer.outcome}`);
  return answer.trackingNumber;
}

export const TEST_ACCOUNT = newId();

function newNames() {
  const orderReference = `CHAI-${newId().slice(-12)}`;
  return { reference: newId(), displayId: orderReference, orderReference };
}

export function requestOf(carrierId: string): BookingRequest {
  const address = {
    name: 'Asha Rao',
    phone: '9876543210',
    address: '12, 4th Cross',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560038',
  };
  return {
    ...newNames(),
    accountId: TEST_ACCOUNT,
    carrierId,
    carrierCode: 'LITE_250',
    serviceLevel: 'standard',
    courierProduct: '',
    // 00:30 in India, where it is a day later than in UTC.
    orderDate: new Date('2026-11-15T19:00:00Z'),
    warehouse: {
      ...address,
      pincode: '110020',
      warehouseId: newId(),
      warehouseName: 'Okhla',
      courierName: 'Okhla',
      email: 'okhla@example.com',
      gstin: null,
    },
    pickup: { ...address, pincode: '110020' },
    delivery: address,
    deadWeight: '450',
    length: '10',
    width: '10',
    height: '10',
    codAmountPaise: 0,
    journey: 'forward',
    qcItems: [],
    totalPricePaise: 49_900,
    items: [{ name: 'Masala chai', sku: null, units: 1, sellingPricePaise: 49_900, hsn: null, tax: null }],
    returnReason: null,
  };
}
