import { type Sentence, say } from '../problems/sentence.ts';
import { asReason } from './answer-fields.ts';
import {
  LostAnswerError,
  NotSentError,
  type PartnerAnswer,
  type PartnerConnection,
  type PartnerRequests,
} from './partner.ts';

/**
 * The refusal that follows from an answer's HTTP status alone.
 *
 * @param wordsOf finds the partner's own words in the body; null if there are none
 * @returns the reason why the partner did nothing; null if the body decides
 * @throws LostAnswerError if the outcome is unknown: something failed at the partner, or on the way
 */
export function refusalOf(answer: PartnerAnswer, wordsOf: (text: string) => string | null): Sentence | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  if (status >= 500 || status === 408) throw new LostAnswerError(answeredStatus(status));
  const words = wordsOf(answer.text);
  if (words !== null) return asReason(words);
  if (status === 401) {
    return say('takes_no_credentials', 'does not take the credentials of this courier account');
  }
  if (status === 429) return say('asks_to_send_fewer', 'asks us to send fewer requests');
  return say('answered_without_reason', 'answered {status} and does not say why', { status });
}

/**
 * Tells whether a lookup found something; a refusal means that there is nothing.
 *
 * @throws NotSentError if the partner does not allow the lookup
 * @throws LostAnswerError as `refusalOf` does
 */
export function foundSomething(answer: PartnerAnswer, wordsOf: (text: string) => string | null): boolean {
  const reason = refusalOf(answer, wordsOf);
  if (reason !== null && KEEPS_US_OUT.has(answer.status)) throw new NotSentError(reason);
  return reason === null;
}

const KEEPS_US_OUT = new Set([401, 403]);

/** The partner answered with a status that says all. */
export function answeredStatus(status: number): Sentence {
  return say('answered_status', 'answered {status}', { status });
}

/** The partner takes a courier account's credentials: the end of a sentence after its name. */
export const TAKES_CREDENTIALS = say('takes_these_credentials', 'takes these credentials');

/** The partner refused to give a token. */
export function noToken(
  { status, text }: PartnerAnswer,
  wordsOf: (text: string) => string | null,
): NotSentError {
  const words = wordsOf(text);
  return new NotSentError(
    words === null
      ? say('gave_no_token', 'gave out no token: it answered {status}', { status })
      : asReason(words),
  );
}

/** An answer that is neither a success nor a refusal. */
export function unclear(answer: PartnerAnswer): LostAnswerError {
  return new LostAnswerError(answeredNotItsOwn(answer.status));
}

export function answeredNotItsOwn(status: number): Sentence {
  return say('answered_not_its_own', 'answered {status} with something that is not its own', { status });
}

/**
 * Runs lookups or clean-up after a failed request. The call that is stored for support stays the failed
 * request.
 *
 * @param look the work, with the connection to use
 */
export function followUp<Connection extends PartnerConnection, Found>(
  connection: Connection,
  look: (aftermath: Connection) => Promise<Found>,
): Promise<Found> {
  const requests: PartnerRequests = {
    send: (request, signal) => connection.requests.send({ ...request, isAftermath: true }, signal),
  };
  return afterOneSent(look({ ...connection, requests }));
}

/**
 * Waits for a request that follows a sent request. If it cannot be sent, the outcome of the earlier request
 * is unknown and must not count as refused.
 */
export async function afterOneSent<Found>(next: Promise<Found>): Promise<Found> {
  try {
    return await next;
  } catch (error) {
    throw error instanceof NotSentError ? new LostAnswerError(error.sentence, { cause: error }) : error;
  }
}
