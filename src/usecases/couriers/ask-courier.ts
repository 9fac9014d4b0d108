import { isRefused, LostAnswerError, NotSentError, type Refused } from '../../partners/partner.ts';
import type { Sentence } from '../../problems/sentence.ts';
import { storeFailedCourierCall } from './courier-calls.ts';
import type { OpenCourier } from './open-courier.ts';

/** What came of asking a courier. A reason is the end of a sentence that begins with the courier's name. */
export type CourierReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Exclude<Answer, Refused> }
  | { readonly kind: 'refused'; readonly reason: Sentence }
  /** `isTurnedAway`: the courier refused to take requests now; otherwise nothing was sent. */
  | {
      readonly kind: 'not sent';
      readonly reason: Sentence;
      readonly error: NotSentError;
      readonly isTurnedAway: boolean;
    }
  /** The outcome is unknown. */
  | { readonly kind: 'lost'; readonly reason: Sentence; readonly error: LostAnswerError };

export interface CourierQuestion<Answer> {
  readonly open: () => OpenCourier | Promise<OpenCourier>;
  readonly ask: (opened: OpenCourier, signal: AbortSignal) => Answer;
  readonly withinMs: number;
  /** The shipment that the call is about, if it is about one. */
  readonly shipmentId?: string;
}

/**
 * Asks a courier, and stores the last request of a failed or refused call for support.
 *
 * @throws any error that is not the courier's
 */
export async function askCourier<Answer>(
  service: Parameters<typeof storeFailedCourierCall>[0],
  { open, ask, withinMs, shipmentId }: CourierQuestion<Answer>,
): Promise<CourierReply<Awaited<Answer>>> {
  let opened: OpenCourier | null = null;
  try {
    opened = await open();
    const answer = await ask(opened, AbortSignal.timeout(withinMs));
    if (!isRefused(answer)) return { kind: 'answered', answer: answer as Exclude<Awaited<Answer>, Refused> };
    await storeFailedCourierCall(service, opened, shipmentId);
    return { kind: 'refused', reason: answer.reason };
  } catch (error) {
    if (opened !== null) await storeFailedCourierCall(service, opened, shipmentId);
    if (error instanceof LostAnswerError) return { kind: 'lost', reason: error.sentence, error };
    if (!(error instanceof NotSentError)) throw error;
    const isTurnedAway = opened !== null && opened.connection?.requests.last() !== null;
    return { kind: 'not sent', reason: error.sentence, error, isTurnedAway };
  }
}
