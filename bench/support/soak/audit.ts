import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Receiver } from '../webhook-receiver.ts';
import type { Count } from './load.ts';

/** Longer than the wait after a few failed deliveries. */
const ARRIVES_WITHIN_MS = 240_000;

/** Acknowledged orders and scans that are missing, or present more than once. */
export interface Audit {
  readonly lostOrders: number;
  readonly doubleOrders: number;
  readonly lostScans: number;
  readonly doubleScans: number;
  /** Scans of which the receiver was never notified. */
  readonly lostWebhooks: number;
  /** Scans of which it was notified under more than one id. */
  readonly doubleWebhooks: number;
}

export async function audit(
  connection: pg.ClientConfig,
  receiver: Receiver,
  { booked, scanned }: Count,
): Promise<Audit> {
  const client = new pg.Client(connection);
  await client.connect();
  const count = async (text: string, values: unknown[]) =>
    Number((await client.query<{ count: string }>(text, values)).rows[0]?.count);
  const orders = 'select display_id from dakiya.orders join dakiya.shipments using (account_id, order_id)';
  const picked = `select tracking_number from dakiya.tracking_events join dakiya.shipments using (account_id, shipment_id)
    where tracking_events.status = 'picked_up' and tracking_events.location like 'scan %'`;
  const missing = (text: string) =>
    `select count(*) from unnest($1::text[]) kept where kept not in (${text})`;
  const doubled = (text: string) =>
    `select count(*) from (select from (${text}) as found (id) where id = any ($1) group by id having count(*) > 1) as twice`;
  const ids = [booked.map(({ orderId }) => orderId)];
  const numbers = [scanned.map(({ trackingNumber }) => trackingNumber)];
  try {
    return {
      lostOrders: await count(missing(orders), ids),
      doubleOrders: await count(doubled(orders), ids),
      lostScans: await count(missing(picked), numbers),
      doubleScans: await count(doubled(picked), numbers),
      ...(await auditWebhooks(receiver, scanned)),
    };
  } finally {
    await client.end();
  }
}

async function auditWebhooks(
  receiver: Receiver,
  scanned: Count['scanned'],
): Promise<Pick<Audit, 'lostWebhooks' | 'doubleWebhooks'>> {
  const idsOf = new Map<string, Set<string>>();
  const until = Date.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    for (const [, id, location] of await receiver.received()) {
      if (location === null) continue;
      idsOf.set(location, (idsOf.get(location) ?? new Set()).add(id));
    }
    const lostWebhooks = scanned.filter(({ location }) => !idsOf.has(location)).length;
    if (lostWebhooks === 0 || Date.now() > until) {
      const doubleWebhooks = scanned.filter(({ location }) => (idsOf.get(location)?.size ?? 0) > 1).length;
      return { lostWebhooks, doubleWebhooks };
    }
    await wait(500);
  }
}
