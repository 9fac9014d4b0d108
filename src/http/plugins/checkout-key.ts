import type { FastifyInstance } from 'fastify';
import type { CheckoutContext } from '../../usecases/shops/checkout-keys.ts';
import {
  type CredentialChecker,
  checkWithRateLimit,
  unauthenticated,
  type WrongCredentialLimits,
} from './credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The shop that asks for rates at checkout. Set on the routes that shops ask. */
    checkout: CheckoutContext;
  }
}

/** Accepts only the key with which a shop asks for rates: in the header, or as `key` of the address. */
export function addCheckoutKey(
  app: FastifyInstance,
  checker: CredentialChecker<CheckoutContext>,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('checkout', null as unknown as CheckoutContext);
  app.addHook('onRequest', async (request, reply) => {
    const { key } = request.params as { key?: string };
    const checkout = await checkWithRateLimit(request, checker, wrong, key);
    if (checkout === null) throw unauthenticated(reply);
    request.checkout = checkout;
  });
}
