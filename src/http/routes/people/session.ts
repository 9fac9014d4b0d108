import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, refused } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import { object, optional, text, type ValueOf } from '../../../reading/fields.ts';
import {
  type BegunSession,
  type Browser,
  beginKeySession,
  beginSession,
} from '../../../usecases/accounts/begin-session.ts';
import { endAccountSession } from '../../../usecases/accounts/end-session.ts';
import type { PasswordParts, PeopleParts } from '../../../usecases/accounts/passwords.ts';
import { showCaller } from '../../../usecases/accounts/show-caller.ts';
import type { MessageParts } from '../../../usecases/messages/messaging.ts';
import type { Service } from '../../../usecases/service.ts';
import type { ShippingAccount } from '../../../usecases/shipping-service.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { callerAddress, callerNetwork } from '../../plugins/caller-address.ts';
import type { CallerLimit } from '../../plugins/caller-limit.ts';
import {
  type CredentialChecker,
  checkWithRateLimit,
  type WrongCredentialLimits,
} from '../../plugins/credential.ts';
import {
  clearSession,
  csrfTokenOf,
  isFromElsewhere,
  sentSession,
  setSession,
} from '../../plugins/session-cookie.ts';
import { clientOf } from '../../streamed-answer.ts';
import { OneSession, sessionBody } from './session-body.ts';

export interface SessionOptions {
  readonly service: Service & MessageParts & PeopleParts & PasswordParts;
  readonly publicUrl: () => string;
  /** Checks keys and tokens. */
  readonly credentials: CredentialChecker<ShippingAccount>;
  readonly sessions: CredentialChecker<ShippingAccount>;
  readonly wrongCredentials: WrongCredentialLimits;
  /** Limits wrong passwords from an address. */
  readonly signIns: CallerLimit;
}

const Body = object({
  username: optional(
    text({
      max: 254,
      mayBeNumber: true,
      nearMisses: ['email', 'phone', 'name', 'user_name'],
      description: "The user's phone (`+91...` or the ten digits) or email, with `password`.",
      examples: ['asha@example.in'],
    }),
  ),
  password: optional(text({ max: 200, trim: false, examples: ['correct horse battery'] })),
  api_key: optional(
    text({
      max: 200,
      nearMisses: ['key', 'token'],
      description:
        'An API key, instead of username and password. The session has the permissions of the key.',
      examples: [],
    }),
  ),
});

const WRONG = say('sign_in_wrong', 'Wrong username or password, or an invalid API key');

export function addSession(api: FastifyInstance, options: SessionOptions): void {
  addCreateSession(api, options);
  addShowSession(api, options);
  addEndSession(api, options);
}

function addCreateSession(api: FastifyInstance, options: SessionOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/session',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'createSession',
        tag: 'People',
        role: 'anyone',
        summary: 'Sign in with a browser',
        description:
          'Sets an HttpOnly cookie and answers with a CSRF token. Every request with the cookie except GET must send it as `X-CSRF-Token`. A session ends after 7 days, after 12 hours without a request, or with its key. Five wrong passwords in a row lock the user for 15 minutes.',
        body: Body,
        problems: ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'],
        answers: { 200: answer('The signed-in user or key, and the CSRF token.', OneSession) },
      }),
    },
    async (request, reply) => {
      refuseOtherSites(request, options.publicUrl());
      const begun = await begin(request, reply, options);
      if (begun === null) throw new Problem('unauthenticated', WRONG);
      return answerBegun(reply, options, begun);
    },
  );
}

/** @throws Problem `forbidden` */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string): void {
  if (isFromElsewhere(request, publicUrl))
    throw new Problem('forbidden', say('other_site_signs_in', 'Pages of other sites cannot sign you in'));
}

export function browserOf(request: FastifyRequest): Browser {
  return { device: request.headers['user-agent'] ?? '', address: callerAddress(request) };
}

/** Sets the cookie of the new session, and answers with the user who is signed in. */
export async function answerBegun(
  reply: FastifyReply,
  { sessions, publicUrl }: Pick<SessionOptions, 'sessions' | 'publicUrl'>,
  { text, sessionId, expiresAt }: BegunSession,
) {
  const account = await sessions.check(text);
  // This happens only if the session was ended in the meantime.
  if (account === null) throw new Problem('unauthenticated', WRONG);
  setSession(reply, publicUrl(), { text, expiresAt });
  reply.header('cache-control', 'no-store');
  return sessionBody(await showCaller(account), { sessionId, expiresAt, csrfToken: csrfTokenOf(text) });
}

async function begin(
  request: FastifyRequest<{ Body: ValueOf<typeof Body> }>,
  reply: FastifyReply,
  { service, credentials, wrongCredentials, signIns }: SessionOptions,
): Promise<BegunSession | null> {
  const { username, password, api_key: key } = request.body;
  const browser = browserOf(request);
  if (key !== undefined) {
    if (username !== undefined || password !== undefined)
      throw refused(say('password_or_key', 'Send either username and password, or api_key'));
    const account = await checkWithRateLimit(request, credentials, wrongCredentials, key);
    return account?.actor.kind === 'key' ? beginKeySession(account, browser) : null;
  }
  if (username === undefined || password === undefined)
    throw refused(say('password_or_key_required', 'Send username and password, or api_key'));
  const client = { address: callerNetwork(request), signal: clientOf(reply).signal };
  const attempt = () => beginSession(service, { username, password }, client, browser);
  return signIns.attempt(client.address, attempt, { counts: (begun) => begun === null });
}

function addShowSession(api: FastifyInstance, { publicUrl }: SessionOptions): void {
  api.get(
    '/session',
    {
      schema: operation({
        operationId: 'getSession',
        tag: 'People',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the signed-in user and permissions',
        description:
          'Answers with the user or the key, its role and restrictions, and the CSRF token of the session.',
        answers: { 200: answer('The signed-in user or key.', OneSession) },
      }),
    },
    async (request, reply) => {
      const { session } = request.account;
      reply.header('cache-control', 'no-store');
      const csrfToken = csrfTokenOf(sentSession(request, publicUrl()));
      return sessionBody(await showCaller(request.account), session && { ...session, csrfToken });
    },
  );
}

function addEndSession(api: FastifyInstance, { publicUrl }: SessionOptions): void {
  api.delete(
    '/session',
    {
      // Users who may only read may sign out too.
      config: { access: 'read' },
      schema: operation({
        operationId: 'endSession',
        tag: 'People',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Sign out',
        description: 'Ends the session of the cookie.',
        problems: ['forbidden', 'refused'],
        answers: { 204: emptyAnswer('The session is ended and the cookie is removed.') },
      }),
    },
    async (request, reply) => {
      const { session } = request.account;
      if (session === null) {
        throw refused(
          say(
            'no_session_to_end',
            'There is no session to end: the request has a key or a token instead of a cookie',
          ),
        );
      }
      await endAccountSession(request.account, session.sessionId);
      clearSession(reply, publicUrl());
      return reply.code(204).send();
    },
  );
}
