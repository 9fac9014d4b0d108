import { column, columns, type RowOf } from '../../resources/columns.ts';
import { WEBHOOK } from '../../resources/webhook.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { sentenceColumn } from '../stored-sentence.ts';

const CHANGING = columns({
  ...WEBHOOK.fields,
  apiKey: column<Buffer | null>(),
  secret: column<Buffer>(),
  /** Deliveries are also signed with this secret, until `oldSecretUntil`. */
  oldSecret: column<Buffer | null>(),
  oldSecretUntil: column<Date | null>(),
  updatedAt: column<Date>(),
  /** The time since which all deliveries have failed; null while the endpoint works. */
  failingSince: column<Date | null>(),
  /** The time when the service switched it off, with the reason; null if it did not. */
  switchedOffAt: column<Date | null>(),
  switchedOffWhy: sentenceColumn(),
});
const ENDPOINT = columns({ endpointId: column<string>(), createdAt: column<Date>(), ...CHANGING.fields });

/** A merchant's webhook endpoint. Its secrets are encrypted. */
export type WebhookEndpoint = RowOf<typeof ENDPOINT.fields>;

const SELECT = `select ${ENDPOINT.selected()} from webhook_endpoints where account_id = $1`;

/** Lists the account's endpoints, newest first. They are sorted by id, because ids are ordered by time. */
export async function listEndpoints(scope: AccountScope): Promise<WebhookEndpoint[]> {
  const rows = await scope.read<object>(`${SELECT} order by endpoint_id desc`, []);
  return rows.map(ENDPOINT.read);
}

export async function findEndpoint(scope: AccountScope, endpointId: string): Promise<WebhookEndpoint | null> {
  const [row] = await scope.read<object>(`${SELECT} and endpoint_id = $2`, [endpointId]);
  return row === undefined ? null : ENDPOINT.read(row);
}

export async function lockEndpoint(
  writer: AccountWriter,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  const [row] = await writer.read<object>(`${SELECT} and endpoint_id = $2 for no key update`, [endpointId]);
  return row === undefined ? null : ENDPOINT.read(row);
}

/** Locks the account's list of endpoints until the transaction ends, and counts them. */
export async function lockAndCountEndpoints(writer: AccountWriter): Promise<number> {
  await writer.read('select 1 from accounts where account_id = $1 for no key update', []);
  const [row] = await writer.read<{ count: number }>(
    'select count(*) as count from webhook_endpoints where account_id = $1',
    [],
  );
  return row?.count ?? 0;
}

export async function saveEndpoint(writer: AccountWriter, endpoint: WebhookEndpoint): Promise<void> {
  await writer.change(
    `insert into webhook_endpoints (account_id, ${ENDPOINT.columns}) values ($1, ${ENDPOINT.parameters(2)})
      on conflict (account_id, endpoint_id) do update set ${CHANGING.excluded}`,
    ENDPOINT.values(endpoint),
  );
}

/** Removes an endpoint. Its deliveries are removed later, together with the old events. */
export async function removeEndpoint(writer: AccountWriter, endpointId: string): Promise<void> {
  await writer.change('delete from webhook_endpoints where account_id = $1 and endpoint_id = $2', [
    endpointId,
  ]);
}
