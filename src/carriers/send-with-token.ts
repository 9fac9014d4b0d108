import {
  type CourierAnswer,
  type CourierConnection,
  type CourierRequest,
  type CourierToken,
  LostAnswerError,
  NotSentError,
} from './courier.ts';

/** The way to get and send a courier's token. */
export interface TokenUse {
  /** @throws NotSentError if the courier does not accept the credentials */
  make(): Promise<CourierToken>;
  headersOf(token: string): Readonly<Record<string, string>>;
}

const TOKEN = 'bearer';

/**
 * Sends a request with the courier account's token. A request that is answered with 401 did nothing, so it is
 * sent once more with a new token: the courier may have ended the old token early.
 */
export async function sendWithToken(
  { requests, tokens }: Pick<CourierConnection, 'requests' | 'tokens'>,
  request: CourierRequest,
  use: TokenUse,
  signal: AbortSignal,
): Promise<CourierAnswer> {
  const tokenFor = (refused?: string) =>
    tokens.get(TOKEN, use.make, refused).catch((error: unknown) => {
      // The sign-in failed, so the request itself was not sent.
      throw error instanceof LostAnswerError ? new NotSentError(error.message, { cause: error }) : error;
    });
  const send = (token: string) =>
    requests.send({ ...request, headers: { ...request.headers, ...use.headersOf(token) } }, signal);
  const token = await tokenFor();
  const answer = await send(token);
  return answer.status === 401 ? send(await tokenFor(token)) : answer;
}
