import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShopHookContext } from '../../usecases/shops/take-webhook.ts';
import {
  type CredentialChecker,
  checkWithRateLimit,
  unauthenticated,
  type WrongCredentialLimits,
} from './credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection to which a shop sends a webhook. Set on the routes that shops call. */
    shopHook: ShopHookContext;
  }
}

/** Accepts only requests to the address of a connected shop: its last part is the credential. */
export function addShopToken(
  app: FastifyInstance,
  checker: CredentialChecker<ShopHookContext>,
  wrong: WrongCredentialLimits,
): void {
  app.decorateRequest('shopHook', null as unknown as ShopHookContext);
  app.addHook('onRequest', async (request, reply) => {
    const { shop, token = '' } = paramsOf(request);
    const hook = await checkWithRateLimit(request, checker, wrong, token);
    if (hook === null || hook.shop !== shop) throw unauthenticated(reply);
    request.shopHook = hook;
  });
}

function paramsOf({ params }: FastifyRequest): { shop?: string; token?: string } {
  return params as { shop?: string; token?: string };
}
