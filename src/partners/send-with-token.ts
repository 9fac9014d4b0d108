import {
  LostAnswerError,
  NotSentError,
  type PartnerAnswer,
  type PartnerConnection,
  type PartnerRequest,
  type PartnerToken,
} from './partner.ts';

/** The way to get and send a partner's token. */
export interface TokenUse {
  /** @throws NotSentError if the partner does not accept the credentials */
  make(): Promise<PartnerToken>;
  headersOf(token: string): Readonly<Record<string, string>>;
}

const TOKEN = 'bearer';

/**
 * Sends a request with the connection's token. A request that is answered with 401 did nothing, so it is
 * sent once more with a new token: the partner may have ended the old token early.
 */
export async function sendWithToken(
  { requests, tokens }: Pick<PartnerConnection, 'requests' | 'tokens'>,
  request: PartnerRequest,
  use: TokenUse,
  signal: AbortSignal,
): Promise<PartnerAnswer> {
  const tokenFor = (refused?: string) =>
    tokens.get(TOKEN, use.make, refused).catch((error: unknown) => {
      // The sign-in failed, so the request itself was not sent.
      throw error instanceof LostAnswerError ? new NotSentError(error.sentence, { cause: error }) : error;
    });
  const send = (token: string) =>
    requests.send({ ...request, headers: { ...request.headers, ...use.headersOf(token) } }, signal);
  const token = await tokenFor();
  const answer = await send(token);
  return answer.status === 401 ? send(await tokenFor(token)) : answer;
}
