import type {
  ActionAnswer,
  BookingAnswer,
  BookingReference,
  BookingRequest,
  CarrierAdapter,
} from '../../carriers/carrier.ts';
import { maskContacts } from '../../domain/messages/mask.ts';
import type { ShippingService } from '../service.ts';

/** What an adapter passes on to its courier. */
export type CarrierCall = Exclude<keyof CarrierAdapter, 'name' | 'serves' | 'readWebhook'>;

/** What a call is told, its signal left out. */
type Told<Call extends CarrierCall> =
  Parameters<CarrierAdapter[Call]> extends [...infer Rest, AbortSignal] ? Rest : never;

type Answer<Call extends CarrierCall> = Awaited<ReturnType<CarrierAdapter[Call]>>;

/** A call that was made, for the log and the metrics. */
export interface CarrierCallMade {
  readonly adapter: string;
  readonly call: CarrierCall;
  readonly booking: BookingReference;
  /** As answered; `timed_out` and `failed` where there was no answer. */
  readonly outcome: Answer<CarrierCall>['outcome'] | 'timed_out' | 'failed';
  readonly milliseconds: number;
  /** What the adapter threw, and where; without the addresses and numbers in it. Null where it answered. */
  readonly error: string | null;
}

/** The answer was lost: the carrier may have done it or not. */
export interface Unknown {
  readonly outcome: 'unknown';
}

const UNKNOWN: Unknown = { outcome: 'unknown' };

/** Asks a carrier to take a shipment. Never fails: an error or a time-out is an unknown outcome. */
export function askToBook(
  service: ShippingService,
  request: BookingRequest,
): Promise<BookingAnswer | Unknown> {
  return callCarrier(service, 'book', request).catch(() => UNKNOWN);
}

/** Asks a carrier to do something with a booking. Never fails, as `askToBook`. */
export function askToAct<Call extends 'cancel' | 'requestReattempt' | 'requestRto'>(
  service: ShippingService,
  call: Call,
  ...told: Told<Call>
): Promise<ActionAnswer | Unknown> {
  return callCarrier(service, call, ...told).catch(() => UNKNOWN);
}

/**
 * Calls a courier by the adapter of the carrier: the only place where this is done. It is waited for no longer
 * than it may take, also where its adapter does not heed the signal, and each call is told to `carrierCalls`.
 *
 * @throws what the adapter throws, or the time-out: what became of the call is unknown
 */
export async function callCarrier<Call extends CarrierCall>(
  service: ShippingService,
  call: Call,
  ...told: Told<Call>
): Promise<Answer<Call>> {
  const booking = told[0] as BookingReference;
  const adapter = service.carriers.adapterOf(booking.carrierId);
  const ask = adapter[call] as (...words: unknown[]) => Promise<Answer<Call>>;
  const begunAt = performance.now();
  const tell = (outcome: CarrierCallMade['outcome'], error: string | null) =>
    service.carrierCalls.emit('made', {
      adapter: adapter.name,
      call,
      booking,
      outcome,
      milliseconds: performance.now() - begunAt,
      error,
    });
  try {
    const answer = await withinTime(service.carrierTimeoutMs, (signal) => ask.call(adapter, ...told, signal));
    tell(answer.outcome, null);
    return answer;
  } catch (error) {
    tell(error instanceof CarrierTimeout ? 'timed_out' : 'failed', wordsOf(error));
    throw error;
  }
}

/** Less all else that an error has, such as the headers of its request. */
function wordsOf(error: unknown): string {
  return maskContacts(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

class CarrierTimeout extends Error {
  constructor() {
    super('The carrier did not answer in time');
  }
}

async function withinTime<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new CarrierTimeout();
      controller.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([call(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
