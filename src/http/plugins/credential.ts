import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem.ts';
import type { AccountContext } from '../../usecases/service.ts';
import { callerAddress } from './caller-address.ts';
import { CallerLimit } from './caller-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose data the request may touch. Set on every route that is not `access: 'public'`. */
    account: AccountContext;
  }
  interface FastifyContextConfig {
    /**
     * `public`: no credential is asked for. `read`: a `read` credential will do. `change`: it will
     * not. Unsaid: `read` for GET and HEAD, `change` for the rest, so that a forgotten word is safe.
     */
    access?: 'public' | 'read' | 'change';
    /** Whether the credential may stand in `access-token` too: not where caches and logs do not know it for one. */
    accessToken?: true;
  }
}

/** What the plugins need of the check of credentials, an account's or a courier's. */
export interface CredentialChecker<Context> {
  /** Whose it is, at once where that is at hand; else null. */
  known(text: string): Context | null;
  /** Whose it is; null for nobody's. May ask the database. */
  check(text: string): Promise<Context | null>;
  /** Whether it was good when this process last checked it. */
  wasGood(text: string): boolean;
}

/** More than a client with a mistyped key sends before somebody looks. */
const WRONG_CREDENTIALS_ALLOWED = 100;
/** Right ones that this process has not seen yet are under way too: after a start, all that a proxy hands on. */
const CREDENTIALS_AT_ONCE = 200;

/** Wrong credentials: each may cost a query. */
export interface WrongCredentialLimits {
  /** How many different ones an address may send. */
  readonly different: CallerLimit;
  /** How often it may send the same: a client with an old key must not use up what others of its address may. */
  readonly same: CallerLimit;
}

export function wrongCredentialLimits(monotonicMs: () => number): WrongCredentialLimits {
  const options = {
    limit: WRONG_CREDENTIALS_ALLOWED,
    atOnce: CREDENTIALS_AT_ONCE,
    sentence: 'Too many wrong credentials from this address; please try again later',
    monotonicMs,
  };
  return { different: new CallerLimit(options), same: new CallerLimit(options) };
}

/**
 * Whose credential a request carries, asked for no more often than its address may be wrong. One that was good
 * goes on whatever others of its address send.
 *
 * @throws Problem `rate_limited`
 */
export async function slowlyChecked<Context>(
  request: FastifyRequest,
  checker: CredentialChecker<Context>,
  wrong: WrongCredentialLimits,
): Promise<Context | null> {
  const text = sentCredential(request);
  if (text === '') return null;
  if (checker.wasGood(text)) return checker.check(text);
  const from = callerAddress(request);
  const counts = (found: Context | null) => found === null;
  const check = () =>
    wrong.different.attempt(from, () => checker.check(text), { counts, thing: text, passes: false });
  // A header may have 16 kB, which is too much to remember.
  const same = hash('sha256', `${from} ${text}`, 'base64url');
  return wrong.same.attempt(same, check, { counts });
}

/** Fixed: the credential stands bare or after `Bearer `, in any case (contract: credentials). */
const BEARER = /^bearer +/i;

/**
 * Lets no request of this scope through without a valid credential, unless its route says
 * `access: 'public'`. It runs before the body is read.
 */
export function addCredential(
  app: FastifyInstance,
  checker: CredentialChecker<AccountContext>,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('account', null as unknown as AccountContext);
  app.addHook('onRequest', (request, reply, done) => {
    const access = request.routeOptions.config.access ?? defaultAccess(request.method);
    if (access === 'public') {
      done();
      return;
    }
    const admit = (account: AccountContext | null) => done(refusal(account, access, request, reply));
    // Most requests wait for nothing here.
    const known = checker.known(sentCredential(request));
    if (known !== null) admit(known);
    else slowlyChecked(request, checker, wrong).then(admit, done);
  });
}

/** Gives the request its account, or says why it may not have it. */
function refusal(
  account: AccountContext | null,
  access: 'read' | 'change',
  request: FastifyRequest,
  reply: FastifyReply,
): Problem | undefined {
  if (!account) return unauthenticated(reply);
  if (access === 'change' && account.scope === 'read') {
    return new Problem('forbidden', 'This credential may only read');
  }
  request.account = account;
  return undefined;
}

/** Says that a request has no valid credential, and never what is wrong with it. */
export function unauthenticated(reply: FastifyReply): Problem {
  reply.header('www-authenticate', 'Bearer');
  return new Problem('unauthenticated', 'The credential is missing or not valid');
}

/** What a client sent as its credential, without `Bearer`; empty text for none. */
function sentCredential({ headers, routeOptions }: FastifyRequest): string {
  const sent = headers.authorization?.trim().replace(BEARER, '') ?? '';
  if (sent !== '' || routeOptions.config.accessToken !== true) return sent;
  return String(headers['access-token'] ?? '').trim();
}

function defaultAccess(method: string): 'read' | 'change' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'change';
}
