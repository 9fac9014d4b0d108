import type { WebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { AccountContext } from '../service.ts';

/** An endpoint as shown to the account: without its secrets. */
export interface EndpointView
  extends Omit<WebhookEndpoint, 'secret' | 'oldSecret' | 'oldSecretUntil' | 'apiKey'> {
  readonly hasApiKey: boolean;
  /** Until then deliveries are also signed with the old secret; null if they are not. */
  readonly oldSecretUntil: Date | null;
  /** Its secrets were encrypted with another key: nothing can be sent until it has new ones. */
  readonly needsSecrets: boolean;
}

/** An endpoint, and its signing secret if it is new: it is shown only once. */
export interface EndpointWithSecret extends EndpointView {
  readonly newSecret: string;
}

export function endpointView(
  { sealing, now }: Pick<AccountContext, 'sealing' | 'now'>,
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
