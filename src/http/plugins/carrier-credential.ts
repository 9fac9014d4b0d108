import type { FastifyInstance } from 'fastify';
import type { CarrierContext } from '../../usecases/tracking/check-carrier-credential.ts';
import {
  type CredentialChecker,
  checkWithRateLimit,
  unauthenticated,
  type WrongCredentialLimits,
  wrongCredential,
} from './credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The courier that sends the request. Set on the routes of couriers. */
    carrier: CarrierContext;
  }
}

/**
 * Requires a valid carrier credential for each request of this scope; an account's credential does not count.
 * It runs before the body is read.
 */
export function addCarrierCredential(
  app: FastifyInstance,
  checker: CredentialChecker<CarrierContext>,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('carrier', null as unknown as CarrierContext);
  app.addHook('onRequest', async (request, reply) => {
    const carrier = await checkWithRateLimit(request, checker, wrong);
    if (!carrier) throw unauthenticated(reply, wrongCredential(request));
    request.carrier = carrier;
  });
}
