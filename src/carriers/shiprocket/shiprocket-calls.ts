import { asReason, fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import {
  NotSentError,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerToken,
} from '../../partners/partner.ts';
import { sendWithToken } from '../../partners/send-with-token.ts';
import { say } from '../../problems/sentence.ts';
import type { CourierConnection } from '../courier.ts';
import { shiprocketWords } from './shiprocket-answers.ts';

/** A token is valid for ten days; a new one is requested on the ninth. */
const TOKEN_LIFE_MS = 9 * 24 * 60 * 60_000;

export class ShiprocketCalls {
  private readonly connection: CourierConnection;

  constructor(connection: CourierConnection) {
    this.connection = connection;
  }

  send(
    call: string,
    method: PartnerRequest['method'],
    path: string,
    body: Readonly<Record<string, unknown>> | null,
    signal: AbortSignal,
    { isSafeToRepeat = true }: { isSafeToRepeat?: boolean } = {},
  ): Promise<PartnerAnswer> {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const request = { call, method, path, isSafeToRepeat, ...(body === null ? {} : json) };
    const use = {
      make: () => this.login(signal),
      headersOf: (token: string) => ({ authorization: `Bearer ${token}` }),
    };
    return sendWithToken(this.connection, request, use, signal);
  }

  private async login(signal: AbortSignal): Promise<PartnerToken> {
    const { email, password } = this.connection.settings;
    const answer = await this.connection.requests.send(
      {
        call: 'login',
        method: 'POST',
        path: '/auth/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
        isSafeToRepeat: true,
      },
      signal,
    );
    const token = textOf(fieldsOf(readJson(answer.text)).token);
    if (token !== null && answer.status < 300) {
      return { token, endsAt: new Date(this.connection.now().getTime() + TOKEN_LIFE_MS) };
    }
    const words = shiprocketWords(answer.text);
    if (words !== null) throw new NotSentError(asReason(words));
    // A proxy in front of Shiprocket blocks some networks.
    throw new NotSentError(
      say(
        'gave_no_token_to_network',
        'gave out no token: it answered {status}, perhaps to this network as a whole',
        { status: answer.status },
      ),
    );
  }
}
