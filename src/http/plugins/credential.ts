import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  check(text: string): Promise<AccountContext | null>;
}

/** Fixed: the credential stands bare or after `Bearer `, in any case (contract: credentials). */
const BEARER = /^bearer +/i;

/**
 * Lets no request of this scope through without a valid credential, unless its route says
 * `access: 'public'`. It runs before the body is read.
 */
export function addCredential(app: FastifyInstance, checker: CredentialChecker): void {
  app.decorateRequest('account', null as unknown as AccountContext);
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? defaultAccess(request.method);
    if (access === 'public') return;
    const account = await checker.check(sentCredential(request));
    if (!account) {
      reply.header('www-authenticate', 'Bearer');
      throw new Problem('unauthenticated', 'The credential is missing or not valid');
    }
    if (access === 'change' && account.scope === 'read') {
      throw new Problem('forbidden', 'This credential may only read');
    }
    request.account = account;
  });
}

/** What a client sent as its credential, without `Bearer`; empty text for none. */
export function sentCredential(request: FastifyRequest): string {
  return request.headers.authorization?.trim().replace(BEARER, '') ?? '';
}

function defaultAccess(method: string): 'read' | 'change' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'change';
}
