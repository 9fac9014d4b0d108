import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PushContext } from '../../usecases/couriers/check-push-token.ts';
import {
  type CredentialChecker,
  checkWithRateLimit,
  unauthenticated,
  type WrongCredentialLimits,
} from './credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The courier account whose parcels a push may change. Set on the routes that couriers push to. */
    push: PushContext;
  }
}

/**
 * Accepts only pushes to the address of a courier account: the last part of the address is its credential. It
 * runs before the body is read.
 */
export function addPushToken(
  app: FastifyInstance,
  checker: CredentialChecker<PushContext>,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('push', null as unknown as PushContext);
  app.decorateRequest('carrier', null as unknown as PushContext);
  app.addHook('onRequest', async (request, reply) => {
    const push = await checkWithRateLimit(request, checker, wrong, tokenOf(request));
    if (push === null || push.pushedAs !== paramsOf(request).courier) throw unauthenticated(reply);
    request.push = push;
    request.carrier = push;
  });
}

function tokenOf(request: FastifyRequest): string {
  return paramsOf(request).token ?? '';
}

function paramsOf({ params }: FastifyRequest): { courier?: string; token?: string } {
  return params as { courier?: string; token?: string };
}
