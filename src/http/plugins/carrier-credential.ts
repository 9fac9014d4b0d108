import type { FastifyInstance } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import type { CarrierContext } from '../../usecases/check-carrier-credential.ts';
import { sentCredential } from './credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Which courier sends this. Set on the routes of couriers. */
    carrier: CarrierContext;
  }
}

/** What the plugin needs of the credential check. */
export interface CarrierCredentialChecker {
  check(text: string): Promise<CarrierContext | null>;
}

/**
 * Lets no request of this scope through without a valid carrier credential; an account's is none. It runs
 * before the body is read.
 */
export function addCarrierCredential(app: FastifyInstance, checker: CarrierCredentialChecker): void {
  app.decorateRequest('carrier', null as unknown as CarrierContext);
  app.addHook('onRequest', async (request, reply) => {
    const carrier = await checker.check(sentCredential(request));
    if (!carrier) {
      reply.header('www-authenticate', 'Bearer');
      throw new Problem('unauthenticated', 'The credential is missing or not valid');
    }
    request.carrier = carrier;
  });
}
