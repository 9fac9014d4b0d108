import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../simulators/kit/faults.ts';
import type { StandIn } from '../../simulators/kit/stand-in.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { LostAnswerError, NotSentError } from '../../src/partners/partner.ts';
import { START } from '../support/clock.ts';
import { connect, numbersInMemory, type TestConnection } from '../support/courier-connection.ts';
import { ample, bookingOf, describeAdapter, lostOf, requestOf } from './adapter-contract.ts';
import { describeHistories } from './histories.ts';
import type { HttpCourierUnderTest } from './http-courier-under-test.ts';

/** The tests that every adapter must pass, and those for adapters of couriers with an HTTP API. */
export function describeHttpAdapter<Played extends StandIn>(under: HttpCourierUnderTest<Played>): void {
  const { courier, bookingCall, findsBookings: tellsOfBookings = true, takesDecisions = true } = under;
  let standIn: RunningStandIn<Played>;
  const connections: TestConnection[] = [];
  const numbers = numbersInMemory(courier);

  beforeAll(async () => {
    standIn = await startStandIn(under.openStandIn, { startsAt: START });
    await under.prepare?.(standIn);
  });
  beforeEach(() => standIn.faults.clear());
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await standIn.stop();
  });

  const open = (baseUrl = standIn.url) => {
    const connection = connect(courier, { ...under.settings, base_url: baseUrl }, numbers);
    connections.push(connection);
    return courier.open(connection);
  };
  const fail = (fault: Partial<Fault> & Pick<Fault, 'kind'>) =>
    standIn.faults.add({ call: bookingCall, ...fault });
  const listExpected = async () =>
    standIn.courier.parcels().flatMap(({ trackingNumber, isExpected }) => (isExpected ? trackingNumber : []));

  /** Aborts a booking after the stand-in has received it and has done its immediate work. */
  const giveUp = () => {
    const controller = new AbortController();
    const heard = standIn.calls[bookingCall] ?? 0;
    const look = () => {
      if ((standIn.calls[bookingCall] ?? 0) > heard) controller.abort(new Error('It takes too long'));
      // biome-ignore lint/plugin: looks until the request has arrived
      else setTimeout(look, 5);
    };
    look();
    return controller.signal;
  };

  describeAdapter(courier.name, async () => {
    standIn.faults.clear();
    return {
      courier,
      adapter: open(),
      carrierId: 'lite',
      behave: async (how) => {
        standIn.faults.clear();
        if (how !== 'well') fail({ kind: how });
      },
      listExpected,
      giveUp,
      knowsRepeats: under.knowsRepeats,
      findsBookings: tellsOfBookings,
      takesDecisions,
      failDelivery: async (trackingNumber) => under.failDelivery?.(standIn, trackingNumber),
    };
  });

  describeHistories(under);

  /** Compares the courier's state of a booking with the adapter's answer. */
  const expectToKnow = async (request: ReturnType<typeof requestOf>) => {
    standIn.faults.clear();
    const found = await open().findBooking(lostOf(request), ample());
    const has = standIn.courier
      .parcels()
      .filter(({ reference, isExpected }) => isExpected && reference === request.orderReference)
      .map(({ trackingNumber }) => trackingNumber);
    const told = found.outcome === 'booked' ? [found.trackingNumber, ...found.surplus] : [];
    expect(found.outcome).not.toBe('too_early');
    if (tellsOfBookings) expect([...told].sort()).toEqual([...has].sort());
    return has.length > 0 ? 'booked' : 'not_booked';
  };

  describe(`${courier.name} over HTTP`, () => {
    it('lists its settings, the live host first, and no secret has a default', () => {
      const [first] = courier.settings;
      expect(first).toMatchObject({ name: 'base_url', isRequired: true, isSecret: false });
      expect(new URL(first?.defaultValue ?? '').protocol).toBe('https:');
      for (const { name, isSecret, defaultValue, description } of courier.settings) {
        expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
        expect(description.text).not.toBe('');
        if (isSecret) expect(defaultValue).toBeNull();
      }
      expect(courier.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(courier.title).not.toBe('');
      expect(new Set(courier.settings.map(({ name }) => name)).size).toBe(courier.settings.length);
    });

    it('has every ability that it claims', () => {
      const adapter = open();
      const { can } = courier;
      expect(adapter.check).toBeDefined();
      expect(courier.readPush !== undefined).toBe(can.push);
      expect(adapter.track !== undefined).toBe(can.polling !== null);
      expect(adapter.findBookings !== undefined).toBe(can.finding !== null);
      expect(adapter.registerWarehouse !== undefined).toBe(can.warehouses);
      expect(adapter.requestPickup !== undefined).toBe(can.pickupRequests);
      expect(adapter.change !== undefined).toBe(can.changes);
      expect(adapter.charges !== undefined).toBe(can.charges);
      expect(adapter.fetchNumbers !== undefined).toBe(can.allottedNumbers !== null);
      if (can.ownLabelRequired) expect(adapter.label).toBeDefined();
    });

    it('says that its settings are right, or what is wrong with them', async () => {
      expect(await open().check?.(ample())).toMatchObject({
        ok: true,
        message: { text: expect.stringMatching(/\S/) },
      });
      for (const fault of [
        { kind: 'status', status: 401 },
        { kind: 'status', status: 503 },
        { kind: 'html' },
      ] as const) {
        standIn.faults.clear();
        standIn.faults.add(fault);
        const checked = open().check?.(ample());
        const told = await checked?.catch((error: unknown) => {
          expect([NotSentError, LostAnswerError].some((known) => error instanceof known)).toBe(true);
          return { ok: false };
        });
        expect(told).toMatchObject({ ok: false });
      }
    });

    it('has sent nothing if the courier accepts no connection', async () => {
      const adapter = open(await freeAddress());
      await expect(adapter.book(requestOf('lite'), ample())).rejects.toBeInstanceOf(NotSentError);
    });

    it.each([401, 403, 429, 503])(
      'has no parcel after status %i, and does not assume one',
      async (status) => {
        const adapter = open();
        const request = requestOf('lite');
        fail({ kind: 'status', status });
        const answer = await adapter.book(request, ample()).catch((error: unknown) => {
          expect([NotSentError, LostAnswerError].some((known) => error instanceof known)).toBe(true);
          return null;
        });
        if (answer !== null) {
          expect(answer).toMatchObject({
            outcome: 'refused',
            reason: { text: expect.stringMatching(/^[a-z].*[^.]$/) },
          });
        }
        expect(await expectToKnow(request)).toBe('not_booked');
      },
    );

    it('does not accept a page as an answer', async () => {
      const adapter = open();
      const request = requestOf('lite');
      fail({ kind: 'html' });
      await expect(adapter.book(request, ample())).rejects.toBeInstanceOf(LostAnswerError);
      expect(await expectToKnow(request)).toBe('not_booked');
    });

    it.each(['truncated', 'cut'] as const)('keeps the parcel if the answer is %s', async (kind) => {
      const adapter = open();
      const request = requestOf('lite');
      fail({ kind });
      await expect(adapter.book(request, ample())).rejects.toBeInstanceOf(LostAnswerError);
      expect(await expectToKnow(request)).toBe('booked');
    });

    it('waits for a slow answer', async () => {
      const adapter = open();
      const request = requestOf('lite');
      fail({ kind: 'slow', milliseconds: 30 });
      expect(await adapter.book(request, ample())).toMatchObject({ outcome: 'booked' });
      expect(await expectToKnow(request)).toBe('booked');
    });

    it('leaves nothing behind after a refusal', async () => {
      const adapter = open();
      const request = requestOf('lite');
      fail({ kind: 'refuse' });
      expect((await adapter.book(request, ample())).outcome).toBe('refused');
      expect(await expectToKnow(request)).toBe('not_booked');
    });

    it('has each of many parcels once, with any faults', async () => {
      const adapter = open();
      fail({ kind: 'cut', share: 0.2 });
      fail({ kind: 'refuse', share: 0.2 });
      fail({ kind: 'html', share: 0.1 });
      const requests = Array.from({ length: 40 }, () => requestOf('lite'));
      const answers = await Promise.all(
        requests.map((request) =>
          adapter.book(request, ample()).catch(() => ({ outcome: 'unknown' }) as const),
        ),
      );
      standIn.faults.clear();
      for (const [index, request] of requests.entries()) {
        const outcome = await expectToKnow(request);
        const answered = answers[index]?.outcome;
        if (answered !== 'unknown') expect(outcome).toBe(answered === 'booked' ? 'booked' : 'not_booked');
      }
    });

    if (courier.can.polling !== null) {
      it('tracks the wanted parcels, and leaves out unknown ones', async () => {
        const adapter = open();
        const request = requestOf('lite');
        const answer = await adapter.book(request, ample());
        if (answer.outcome !== 'booked') throw new Error('It was not booked');
        const { trackingNumber, courierOrderId } = answer;
        const booking = { ...bookingOf(request, trackingNumber), courierOrderId };
        const unknown = bookingOf(requestOf('lite'), 'NOBODY1');
        const tracked = (await adapter.track?.([booking, unknown], ample())) ?? [];
        expect(tracked.map((parcel) => parcel.trackingNumber)).toEqual([trackingNumber]);
        expect((await adapter.track?.([unknown], ample())) ?? []).toEqual([]);
      });
    }
  });
}

/** Where nobody listens. */
export async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
