import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import type { AccountContext } from '../../usecases/service.ts';

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
  }
}

/** What the plugin needs of the credential check. */
export interface CredentialChecker {
  /** At once where it can: most requests wait for nothing here. */
  check(text: string): AccountContext | null | Promise<AccountContext | null>;
}

/** Fixed: the credential stands bare or after `Bearer `, in any case (contract: credentials). */
const BEARER = /^bearer +/i;

/**
 * Lets no request of this scope through without a valid credential, unless its route says
 * `access: 'public'`. It runs before the body is read.
 */
export function addCredential(app: FastifyInstance, checker: CredentialChecker): void {
  app.decorateRequest('account', null as unknown as AccountContext);
  app.addHook('onRequest', (request, reply, done) => {
    const access = request.routeOptions.config.access ?? defaultAccess(request.method);
    if (access === 'public') {
      done();
      return;
    }
    const admit = (account: AccountContext | null) => done(refusal(account, access, request, reply));
    const account = checker.check(sentCredential(request));
    if (account instanceof Promise) account.then(admit, done);
    else admit(account);
  });
}

/** Gives the request its account, or says why it may not have it. */
function refusal(
  account: AccountContext | null,
  access: 'read' | 'change',
  request: FastifyRequest,
  reply: FastifyReply,
): Problem | undefined {
  if (!account) {
    reply.header('www-authenticate', 'Bearer');
    return new Problem('unauthenticated', 'The credential is missing or not valid');
  }
  if (access === 'change' && account.scope === 'read') {
    return new Problem('forbidden', 'This credential may only read');
  }
  request.account = account;
  return undefined;
}

/** What a client sent as its credential, without `Bearer`; empty text for none. */
export function sentCredential(request: { readonly headers: IncomingHttpHeaders }): string {
  return request.headers.authorization?.trim().replace(BEARER, '') ?? '';
}

function defaultAccess(method: string): 'read' | 'change' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'change';
}
