import type { WebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { Service } from '../service.ts';
import type { WebhookParts } from './emit-webhooks.ts';

export interface EndpointView
  extends Omit<WebhookEndpoint, 'secret' | 'oldSecret' | 'oldSecretUntil' | 'apiKey'> {
  readonly hasApiKey: boolean;
  /** Until this time, deliveries are signed with the old secret too; null if they are not. */
  readonly oldSecretUntil: Date | null;
  /** True if its secrets were encrypted with another key: nothing can be sent until it has new secrets. */
  readonly needsSecrets: boolean;
}

/** An endpoint with its new signing secret, which is shown only once. */
export interface EndpointWithSecret extends EndpointView {
  readonly newSecret: string;
}

export function endpointView(
  { sealing, now }: Pick<Service, 'now'> & Pick<WebhookParts, 'sealing'>,
  { secret, oldSecret, oldSecretUntil, apiKey, ...endpoint }: WebhookEndpoint,
): EndpointView {
  return {
    ...endpoint,
    hasApiKey: apiKey !== null,
    oldSecretUntil:
      oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now() ? oldSecretUntil : null,
    needsSecrets: !sealing.opens(secret) || (apiKey !== null && !sealing.opens(apiKey)),
  };
}
