import type { FastifyInstance } from 'fastify';
import type {} from '../../usecases/service.ts';
import type { ShippingAccount } from '../../usecases/shipping-service.ts';
import {
  type CredentialChecker,
  checkWithRateLimit,
  setAccount,
  unauthenticated,
  type WrongCredentialLimits,
  wrongCredential,
} from './credential.ts';

/** Requires the operator's credential for each request of this scope. It runs before the body is read. */
export function addOperatorCredential(
  app: FastifyInstance,
  checker: CredentialChecker<ShippingAccount>,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('account', null as unknown as ShippingAccount);
  app.addHook('onRequest', async (request, reply) => {
    const account = await checkWithRateLimit(request, checker, wrong);
    const refusal =
      account === null ? unauthenticated(reply, wrongCredential(request)) : setAccount(request, account);
    if (refusal !== undefined) throw refusal;
  });
}
