import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** A merchant's webhook endpoint. Its secrets are encrypted. */
export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly secret: Buffer;
  /** Deliveries are also signed with this secret, until `oldSecretUntil`. */
  readonly oldSecret: Buffer | null;
  readonly oldSecretUntil: Date | null;
  readonly apiKey: Buffer | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The time since which all deliveries have failed; null while the endpoint works. */
  readonly failingSince: Date | null;
  /** The time when the service switched it off, with the reason; null if it did not. */
  readonly switchedOffAt: Date | null;
  readonly switchedOffWhy: string | null;
}

const SELECT = `select endpoint_id as "endpointId", url, description, events, enabled, secret,
    old_secret as "oldSecret", old_secret_until as "oldSecretUntil", api_key as "apiKey", created_at as "createdAt",
    updated_at as "updatedAt", failing_since as "failingSince", switched_off_at as "switchedOffAt",
    switched_off_why as "switchedOffWhy"
  from webhook_endpoints where account_id = $1`;

/** Lists the account's endpoints, newest first. They are sorted by id, because ids are ordered by time. */
export function listEndpoints(scope: AccountScope): Promise<WebhookEndpoint[]> {
  return scope.rawQuery<WebhookEndpoint>(`${SELECT} order by endpoint_id desc`, []);
}

export async function findEndpoint(scope: AccountScope, endpointId: string): Promise<WebhookEndpoint | null> {
  const [endpoint] = await scope.rawQuery<WebhookEndpoint>(`${SELECT} and endpoint_id = $2`, [endpointId]);
  return endpoint ?? null;
}

export async function lockEndpoint(
  writer: AccountWriter,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  const [endpoint] = await writer.rawQuery<WebhookEndpoint>(
    `${SELECT} and endpoint_id = $2 for no key update`,
    [endpointId],
  );
  return endpoint ?? null;
}

/** Locks the account's list of endpoints until the transaction ends, and counts them. */
export async function lockAndCountEndpoints(writer: AccountWriter): Promise<number> {
  await writer.rawQuery('select 1 from accounts where account_id = $1 for no key update', []);
  const [row] = await writer.rawQuery<{ count: number }>(
    'select count(*)::integer as count from webhook_endpoints where account_id = $1',
    [],
  );
  return row?.count ?? 0;
}

export async function saveEndpoint(writer: AccountWriter, endpoint: WebhookEndpoint): Promise<void> {
  await writer.rawChange(
    `insert into webhook_endpoints (account_id, endpoint_id, url, description, events, enabled, secret, old_secret,
        old_secret_until, api_key, created_at, updated_at, failing_since, switched_off_at, switched_off_why)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict (account_id, endpoint_id) do update set url = excluded.url, description = excluded.description,
        events = excluded.events, enabled = excluded.enabled, secret = excluded.secret,
        old_secret = excluded.old_secret, old_secret_until = excluded.old_secret_until, api_key = excluded.api_key,
        updated_at = excluded.updated_at, failing_since = excluded.failing_since,
        switched_off_at = excluded.switched_off_at, switched_off_why = excluded.switched_off_why`,
    [
      endpoint.endpointId,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.enabled,
      endpoint.secret,
      endpoint.oldSecret,
      endpoint.oldSecretUntil,
      endpoint.apiKey,
      endpoint.createdAt,
      endpoint.updatedAt,
      endpoint.failingSince,
      endpoint.switchedOffAt,
      endpoint.switchedOffWhy,
    ],
  );
}

/** Removes an endpoint. Its deliveries are removed later, together with the old events. */
export async function removeEndpoint(writer: AccountWriter, endpointId: string): Promise<void> {
  await writer.rawChange('delete from webhook_endpoints where account_id = $1 and endpoint_id = $2', [
    endpointId,
  ]);
}
