import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pushes } from '../../simulators/kit/pushes.ts';
import type { StandIn } from '../../simulators/kit/stand-in.ts';
import { type StandInDependencies, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import type { CarrierScan } from '../../src/carriers/carrier-adapter.ts';
import type { Courier } from '../../src/carriers/courier.ts';
import { parseMoment } from '../../src/domain/india-time.ts';
import { eventIdentity } from '../../src/domain/tracking/event-identity.ts';
import { foldHistory } from '../../src/domain/tracking/fold.ts';
import { readScan } from '../../src/domain/tracking/scan.ts';
import type { Journey } from '../../src/domain/tracking/statuses.ts';
import { BOOKING_WORDS } from '../../src/usecases/booking/booking-outcome.ts';
import { START } from '../support/clock.ts';
import { connect } from '../support/courier-connection.ts';
import { ample, bookAt } from './adapter-contract.ts';
import type { HttpCourierUnderTest, Life } from './http-courier-under-test.ts';

/** The recorded life of a parcel: everything that was pushed, and tracking's answer after each step. */
interface Recorded {
  readonly life: Life;
  readonly createdAt: number;
  readonly pushes: readonly unknown[];
  readonly answers: readonly (readonly CarrierScan[])[];
}

const HOUR_MS = 60 * 60_000;

/** Records what would be pushed. */
class KeptPushes extends Pushes {
  readonly kept: unknown[] = [];

  override push(payload: unknown): void {
    this.kept.push(structuredClone(payload));
  }
}

/** Tests that the life of a courier's parcel ends in the same state, however its scans arrive. */
export function describeHistories<Played extends StandIn>(under: HttpCourierUnderTest<Played>): void {
  const { courier, lives } = under;
  describe(`every recorded history of ${courier.name}`, () => {
    it('has the same state pushed out of order, with repeats and losses, or only polled', async () => {
      const recorded: Recorded[] = [];
      for (const life of lives) recorded.push(await record(under, life));
      for (const { life, pushes, answers } of recorded) {
        const fewest = courier.can.push ? life.steps.length : 0;
        expect(pushes.length, life.steps.join(' ')).toBeGreaterThanOrEqual(fewest);
        expect(answers).toHaveLength(life.steps.length);
      }
      fc.assert(
        fc.property(fc.constantFrom(...recorded).chain(toldOf), ({ history, plainly, told }) => {
          const { life, createdAt } = history;
          const state = stateAfter(plainly(courier), life, createdAt);
          expect(state.status).toBe(life.endsAs);
          expect(stateAfter(told(courier), life, createdAt)).toEqual(state);
        }),
      );
    });
  });
}

/**
 * One way to receive a history, and the plain way with the same result: tracking's answer at the end, or
 * every push. Each is compared with its own kind, because some couriers push less than they return in
 * tracking.
 */
function toldOf(history: Recorded) {
  const { pushes, answers } = history;
  const some = fc.shuffledSubarray([...pushes, ...pushes]);
  const all = fc.shuffledSubarray([...pushes], { minLength: pushes.length });
  const asked = fc.array(fc.nat({ max: answers.length - 1 }), { maxLength: 3 });
  const whole = answers.at(-1) ?? [];
  const askedInBetween = fc.tuple(some, asked, some).map(([first, asks, then]) => ({
    history,
    plainly: () => whole,
    told: (courier: Courier) => [
      ...readAll(courier, first),
      ...asks.flatMap((at) => answers[at] ?? []),
      ...readAll(courier, then),
      ...whole,
    ],
  }));
  const pushed = fc.tuple(some, all, some).map(([first, each, then]) => ({
    history,
    plainly: (courier: Courier) => readAll(courier, pushes),
    told: (courier: Courier) => readAll(courier, [...first, ...each, ...then]),
  }));
  return pushes.length === 0 ? askedInBetween : fc.oneof(askedInBetween, pushed);
}

function readAll(courier: Courier, payloads: readonly unknown[]): CarrierScan[] {
  return payloads.flatMap((payload) => courier.readPush?.(payload) ?? []);
}

/** Books a parcel at the stand-in, moves it through its life, and records its scans. */
async function record<Played extends StandIn>(
  under: HttpCourierUnderTest<Played>,
  life: Life,
): Promise<Recorded> {
  const { courier, settings, openStandIn, prepare, move } = under;
  const pushes = new KeptPushes();
  const standIn = await startStandIn((made: StandInDependencies) => openStandIn({ ...made, pushes }), {
    startsAt: START,
  });
  const connection = connect(courier, { ...settings, base_url: standIn.url });
  try {
    await prepare?.(standIn);
    const adapter = courier.open(connection);
    const createdAt = standIn.clock.now().getTime() - HOUR_MS;
    const booking = await bookAt(adapter, { journey: life.journey ?? 'forward' });
    const answers: CarrierScan[][] = [];
    for (const step of life.steps) {
      standIn.clock.forward(HOUR_MS);
      move(standIn, booking.trackingNumber, step);
      const [parcel] = (await adapter.track?.([booking], ample())) ?? [];
      // Couriers word a scan differently in tracking and in pushes.
      answers.push((parcel?.scans ?? []).map((scan) => ({ ...scan, description: `${scan.description}.` })));
    }
    return { life, createdAt, pushes: pushes.kept, answers };
  } finally {
    connection.close();
    await standIn.stop();
  }
}

/** As the service applies scans, after its own booking event: repeats are left out. */
function stateAfter(scans: readonly CarrierScan[], { journey = 'forward' }: Life, createdAt: number) {
  const known = new Set<string>();
  const told = [bookingOfOurs(journey, createdAt), ...scans];
  const events = told.flatMap((scan, arrival) => {
    const eventTime = parseMoment(scan.eventDateTime) ?? 0;
    const reading = readScan({ ...scan, eventTime, qc: null, own: null }, journey);
    if ('why' in reading) throw new Error(reading.why.text);
    const { content, carrierEvent } = eventIdentity(reading.scan);
    const isKnown = known.has(content) || known.has(carrierEvent ?? content);
    known.add(content).add(carrierEvent ?? content);
    return isKnown ? [] : [{ ...reading.scan, arrival }];
  });
  const { state } = foldHistory(createdAt, events, journey);
  const { status, attemptCount, milestones, ndrReason, rtoReason } = state;
  return { status, attemptCount, milestones, ndrReason, rtoReason };
}

function bookingOfOurs(journey: Journey, createdAt: number): CarrierScan {
  return {
    trackingNumber: 'OURS',
    status: BOOKING_WORDS[journey].booked,
    eventDateTime: new Date(createdAt).toISOString(),
    location: null,
    description: null,
    reason: null,
    carrierEventId: null,
  };
}
