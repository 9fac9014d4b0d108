import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Restriction } from '../../domain/people.ts';
import { isRole } from '../../domain/role.ts';
import { Problem } from '../../problems/problem.ts';
import { type Sentence, say, word } from '../../problems/sentence.ts';
import { isWholeService } from '../../usecases/accounts/check-operator.ts';
import { isWholeCredential } from '../../usecases/accounts/credential-secret.ts';
import { mayCall } from '../../usecases/accounts/permissions.ts';
import type {} from '../../usecases/service.ts';
import type { ShippingAccount } from '../../usecases/shipping-service.ts';
import type { Operation } from '../operation.ts';
import { callerNetwork } from './caller-address.ts';
import { CallerLimit } from './caller-limit.ts';
import { CSRF_HEADER, hasCsrfToken, sentSession } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose data the request may use. Set on every route that is not `access: 'public'`. */
    account: ShippingAccount;
  }
  interface FastifyContextConfig {
    /**
     * `public`: no credential is required. `read`: a `read` credential is enough. `change`: it is not enough.
     * Default: `read` for GET and HEAD, `change` for the rest, so that a forgotten setting is safe.
     */
    access?: 'public' | 'read' | 'change';
    /** True if the credential may also be in `access-token`, which caches and logs do not treat as secret. */
    accessToken?: true;
    /** True if the operator may call the route for the whole service, such as for the default rate book. */
    wholeService?: true;
  }
}

export interface CredentialChecker<Context> {
  /** Returns the owner at once if the credential is cached, otherwise null. */
  known(text: string): Context | null;
  /** Returns the owner; null if the credential is invalid. May query the database. */
  check(text: string): Promise<Context | null>;
  /** Tells whether the credential was valid when this process last checked it. */
  wasGood(text: string): boolean;
}

/** More than a client with a mistyped key sends before somebody notices. */
const WRONG_CREDENTIALS_ALLOWED = 100;
/** Includes valid credentials that are new to this process: after a start, all that a proxy forwards. */
const CREDENTIALS_AT_ONCE = 200;

/** Limits of wrong credentials, because each may cost a query. */
export interface WrongCredentialLimits {
  /** Limits the different wrong credentials of an address. */
  readonly different: CallerLimit;
  /** Limits repeats of one wrong credential, so that an old key does not use up the limit of its address. */
  readonly same: CallerLimit;
}

export function wrongCredentialLimits(monotonicMs: () => number): WrongCredentialLimits {
  const options = {
    limit: WRONG_CREDENTIALS_ALLOWED,
    atOnce: CREDENTIALS_AT_ONCE,
    sentence: say(
      'too_many_credentials',
      'Too many wrong credentials from this address; please try again later',
    ),
    monotonicMs,
  };
  return { different: new CallerLimit(options), same: new CallerLimit(options) };
}

/**
 * Returns the owner of the credential in `text`; null if it is wrong. Wrong credentials of one address are
 * limited. A credential that was valid before is accepted, whatever others send from its address.
 *
 * @param text default: the credential in the headers
 * @throws Problem `rate_limited`
 */
export async function checkWithRateLimit<Context>(
  request: FastifyRequest,
  checker: CredentialChecker<Context>,
  wrong: WrongCredentialLimits,
  text: string = sentCredential(request),
): Promise<Context | null> {
  if (text === '') return null;
  if (checker.wasGood(text)) return checker.check(text);
  const from = callerNetwork(request);
  const counts = (found: Context | null) => found === null;
  const check = () => wrong.different.attempt(from, () => checker.check(text), { counts, thing: text });
  // Hashed, because a header may have 16 kB, which is too much to store.
  const same = hash('sha256', `${from} ${text}`, 'base64url');
  return wrong.same.attempt(same, check, { counts });
}

/** Returns the id of the credential with which a request was admitted, also of one in its address; undefined without one. */
export function credentialIdOf({ account, carrier, checkout, shopHook }: FastifyRequest): string | undefined {
  return (account ?? carrier ?? checkout ?? shopHook)?.credentialId;
}

/** Enough for a team behind one address; it also limits guessing the passwords of many users. */
const WRONG_PASSWORDS_ALLOWED = 100;
/** More than the people behind one address start at once. Further attempts get 429 with `Retry-After: 1`. */
const SIGN_INS_AT_ONCE = 10;

/** Limits wrong passwords from an address, in all places where they can be sent. */
export function signInLimit(monotonicMs: () => number): CallerLimit {
  return new CallerLimit({
    limit: WRONG_PASSWORDS_ALLOWED,
    atOnce: SIGN_INS_AT_ONCE,
    sentence: say(
      'too_many_sign_ins_from_address',
      'Too many sign-ins from this address; please try again later',
    ),
    monotonicMs,
  });
}

export const MAY_ONLY_READ = say('may_only_read', 'This credential may only read');
export const NOT_A_CREDENTIAL = say('credential_not_valid', 'The credential is missing or not valid');
const NO_CREDENTIAL = say(
  'credential_missing',
  'The credential is missing: send an API key in the header Authorization',
);
const NO_SUCH_CREDENTIAL = say(
  'credential_malformed',
  'This is not a whole credential of this service: ours are dky_, 16 characters, _ and 43 characters',
);
const UNKNOWN_CREDENTIAL = say(
  'credential_unknown',
  'The credential is not valid: it is unknown here, revoked or expired',
);

/** The API has fixed this: the credential is bare or after `Bearer `, in any letter case. */
const BEARER = /^bearer(?: +|$)/i;

export interface AccountCheckers {
  /** Checks keys and tokens in `Authorization`. */
  readonly credentials: CredentialChecker<ShippingAccount>;
  /** Checks session cookies, which count only if there is no other credential. */
  readonly sessions: CredentialChecker<ShippingAccount>;
  /** The address that browsers use; it decides which cookie counts. */
  readonly publicUrl: () => string;
}

/**
 * Requires a valid credential whose role may call the route, for each request of this scope, unless the route
 * sets `access: 'public'`. It runs before the body is read.
 */
export function addCredential(
  app: FastifyInstance,
  { credentials, sessions, publicUrl }: AccountCheckers,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('account', null as unknown as ShippingAccount);
  app.addHook('onRequest', (request, reply, done) => {
    const access = request.routeOptions.config.access ?? defaultAccess(request.method);
    if (access === 'public') {
      done();
      return;
    }
    const sent = sentCredential(request);
    const cookie = sent === '' ? sentSession(request, publicUrl()) : '';
    const [checker, text] = cookie === '' ? [credentials, sent] : [sessions, cookie];
    const admit = (account: ShippingAccount | null) => {
      if (account === null)
        done(unauthenticated(reply, cookie === '' ? wrongCredential(request) : undefined));
      else done(refusal(account, access, request) ?? refusalOfCookie(cookie, request));
    };
    // Most requests are answered here from the cache, without waiting.
    const known = checker.known(text);
    if (known !== null) admit(known);
    else checkWithRateLimit(request, checker, wrong, text).then(admit, done);
  });
}

/** Sets the account of the request, or returns the reason to refuse the request. */
function refusal(
  account: ShippingAccount,
  access: 'read' | 'change',
  request: FastifyRequest,
): Problem | undefined {
  if (access === 'change' && account.scope === 'read') {
    return new Problem('forbidden', MAY_ONLY_READ);
  }
  const { role: least, restricted } = request.routeOptions.schema as Partial<Operation>;
  if (least === undefined || !isRole(least) || !mayCall(account, least)) {
    const roles = { role: word(String(least)), own: word(account.role) };
    return new Problem(
      'forbidden',
      say('role_required', 'This requires the role {role}; you are signed in as {own}', roles),
    );
  }
  if (account.restriction !== null && !isWithin(account.restriction, restricted)) {
    return new Problem(
      'forbidden',
      say(
        'sees_only_a_part',
        'You can see only a part of this account, and this is for users who can see all of it',
      ),
    );
  }
  return setAccount(request, account);
}

/** Sets the account of the request, unless the operator has named none and the route needs one. */
export function setAccount(request: FastifyRequest, account: ShippingAccount): Problem | undefined {
  if (isWholeService(account) && request.routeOptions.config.wholeService !== true) {
    return new Problem(
      'refused',
      say('account_needed', 'This is about one account: give its id with --account'),
    );
  }
  request.account = account;
  return undefined;
}

function isWithin({ storeIds }: Restriction, restricted: Operation['restricted']): boolean {
  return restricted === 'filtered' || (restricted === 'by_warehouse' && storeIds === null);
}

/** Checks the CSRF token. Any page can make a browser send its cookie, but only our pages know the token. */
function refusalOfCookie(cookie: string, request: FastifyRequest): Problem | undefined {
  const { method } = request;
  if (cookie === '' || method === 'GET' || method === 'HEAD' || hasCsrfToken(request, cookie))
    return undefined;
  return new Problem(
    'forbidden',
    say(
      'csrf_token_required',
      "A request with a session cookie must send the session's CSRF token in {header}",
      { header: CSRF_HEADER },
    ),
  );
}

/** Makes the answer to a request without a valid credential. */
export function unauthenticated(reply: FastifyReply, sentence = NOT_A_CREDENTIAL): Problem {
  reply.header('www-authenticate', 'Bearer');
  return new Problem('unauthenticated', sentence);
}

/** Says what is wrong with the credential in the headers, as far as anybody can see it without knowing our credentials. */
export function wrongCredential(request: FastifyRequest): Sentence {
  const sent = sentCredential(request);
  if (sent === '') return NO_CREDENTIAL;
  return isWholeCredential(sent) ? UNKNOWN_CREDENTIAL : NO_SUCH_CREDENTIAL;
}

/** Tells whether a request has a credential in a header. The cookie of such a request is ignored. */
export function hasCredential(request: FastifyRequest): boolean {
  return sentCredential(request) !== '';
}

/** Returns the credential as sent, without `Bearer`; empty text if none was sent. */
function sentCredential({ headers, routeOptions }: FastifyRequest): string {
  const sent = headers.authorization?.trim().replace(BEARER, '') ?? '';
  if (sent !== '' || routeOptions.config.accessToken !== true) return sent;
  return String(headers['access-token'] ?? '').trim();
}

function defaultAccess(method: string): 'read' | 'change' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'change';
}
