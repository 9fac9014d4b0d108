import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { BookingRequest, CarrierAdapter } from '../../src/carriers/carrier.ts';

/** An adapter with its courier, or a stand-in of it, brought into the ways in which couriers fail. */
export interface AdapterUnderTest {
  readonly adapter: CarrierAdapter;
  /** A carrier that the adapter serves. */
  readonly carrierId: string;
  /** Of the calls that follow, until it is called again. */
  behave(how: 'well' | 'refuse' | 'lose_request' | 'lose_answer' | 'twice'): Promise<void>;
  /** Whether the courier still has to pick up the parcel of this tracking number. */
  isExpected(trackingNumber: string): Promise<boolean>;
}

/** What every adapter must do, whichever its courier. */
export function describeAdapter(name: string, open: () => Promise<AdapterUnderTest>): void {
  describe(`the carrier adapter ${name}`, () => {
    it('serves its carrier', async () => {
      const { adapter, carrierId } = await open();
      expect(adapter.serves(carrierId)).toBe(true);
    });

    it('books once for each reference, with a tracking number of its own in upper case', async () => {
      const { adapter, carrierId, isExpected } = await open();
      const [first, second] = [requestOf(carrierId), requestOf(carrierId)];
      const answers = await Promise.all(
        [first, first, second].map((request) => adapter.book(request, soon())),
      );
      const numbers = answers.map(numberOf);
      expect(numbers[0]).toBe(numbers[1]);
      expect(numbers[0]).not.toBe(numbers[2]);
      for (const number of numbers) {
        expect(number).toMatch(/^[0-9A-Z-]{6,30}$/);
        expect(await isExpected(number)).toBe(true);
      }
    });

    it('gives a hundred that book at once a hundred tracking numbers', async () => {
      const { adapter, carrierId } = await open();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => adapter.book(requestOf(carrierId), soon())),
      );
      expect(new Set(answers.map(numberOf)).size).toBe(100);
    });

    it('answers a refusal with a reason, and has no booking then', async () => {
      const { adapter, carrierId, behave } = await open();
      await behave('refuse');
      const request = requestOf(carrierId);
      const answer = await adapter.book(request, soon());
      expect(answer).toEqual({ outcome: 'refused', reason: expect.stringMatching(/^[a-z].*[^.]$/) });
      await behave('well');
      expect(await adapter.findBooking(request, soon())).toEqual({ outcome: 'not_booked' });
    });

    it('throws where the answer is lost, and knows later what became of the booking', async () => {
      const { adapter, carrierId, behave, isExpected } = await open();
      const [lost, done] = [requestOf(carrierId), requestOf(carrierId)];
      await behave('lose_request');
      await expect(adapter.book(lost, soon())).rejects.toThrow();
      await behave('lose_answer');
      await expect(adapter.book(done, soon())).rejects.toThrow();
      await behave('well');
      expect(await adapter.findBooking(lost, soon())).toEqual({ outcome: 'not_booked' });
      const found = await adapter.findBooking(done, soon());
      expect(found.outcome).toBe('booked');
      expect(await isExpected(numberOf(found))).toBe(true);
      expect(await adapter.findBooking(done, soon())).toEqual(found);
    });

    it('makes no booking any more after it said that there is none', async () => {
      const { adapter, carrierId } = await open();
      const request = requestOf(carrierId);
      expect(await adapter.findBooking(request, soon())).toEqual({ outcome: 'not_booked' });
      expect((await adapter.book(request, soon())).outcome).toBe('refused');
      expect(await adapter.findBooking(request, soon())).toEqual({ outcome: 'not_booked' });
    });

    it('tells of every tracking number that one request got', async () => {
      const { adapter, carrierId, behave, isExpected } = await open();
      await behave('twice');
      const request = requestOf(carrierId);
      const answer = await adapter.book(request, soon());
      if (answer.outcome !== 'booked') throw new Error('It was not booked');
      expect(answer.surplus).toHaveLength(1);
      expect(answer.surplus).not.toContain(answer.trackingNumber);
      for (const trackingNumber of answer.surplus) {
        expect(await adapter.cancel({ ...request, trackingNumber }, soon())).toEqual({ outcome: 'done' });
        expect(await isExpected(trackingNumber)).toBe(false);
      }
      expect(await isExpected(answer.trackingNumber)).toBe(true);
    });

    it('withdraws a booking, however often it is asked to, and refuses what it does not know', async () => {
      const { adapter, carrierId, isExpected } = await open();
      const request = requestOf(carrierId);
      const trackingNumber = numberOf(await adapter.book(request, soon()));
      const booking = { ...request, trackingNumber };
      expect(await adapter.cancel(booking, soon())).toEqual({ outcome: 'done' });
      expect(await adapter.cancel(booking, soon())).toEqual({ outcome: 'done' });
      expect(await isExpected(trackingNumber)).toBe(false);
      const unknown = { ...requestOf(carrierId), trackingNumber: 'NOBODY1' };
      expect((await adapter.cancel(unknown, soon())).outcome).toBe('refused');
    });

    it('takes decisions about a failed delivery', async () => {
      const { adapter, carrierId } = await open();
      const request = requestOf(carrierId);
      const booking = { ...request, trackingNumber: numberOf(await adapter.book(request, soon())) };
      const nothing = { addressLine: null, landmark: null, phone: null, comments: null };
      expect(await adapter.requestReattempt(booking, nothing, soon())).toEqual({ outcome: 'done' });
      expect(await adapter.requestRto(booking, soon())).toEqual({ outcome: 'done' });
    });

    it.each([[null], ['text'], [{}], [[{ tracking_number: 'A1' }]], [42]])(
      'refuses the payload %j',
      async (payload) => {
        const { adapter } = await open();
        expect(() => adapter.readWebhook(payload)).toThrow();
      },
    );
  });
}

/** The time that a courier has here. */
const TIME_MS = 400;

function soon(): AbortSignal {
  return AbortSignal.timeout(TIME_MS);
}

function numberOf(answer: { outcome: string; trackingNumber?: string }): string {
  if (answer.trackingNumber === undefined) throw new Error(`It was ${answer.outcome}`);
  return answer.trackingNumber;
}

export const TEST_ACCOUNT = newId();

function requestOf(carrierId: string): BookingRequest {
  const address = {
    name: 'Asha Rao',
    phone: '9876543210',
    address: '12, 4th Cross',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560038',
  };
  return {
    reference: newId(),
    accountId: TEST_ACCOUNT,
    carrierId,
    carrierCode: 'LITE_250',
    serviceLevel: 'standard',
    displayId: 'CHAI-1',
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
    items: [{ name: 'Masala chai', sku: null, units: 1 }],
  };
}
