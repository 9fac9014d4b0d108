import { setTimeout as wait } from 'node:timers/promises';
import { OPERATOR } from '../../../src/domain/actor.ts';
import type { GranularStatus } from '../../../src/domain/tracking/statuses.ts';
import { StartupError } from '../../../src/problems/startup-error.ts';
import { markDemoOrders } from '../../../src/storage/booking/orders.ts';
import { countStatuses, listUnscannedShipments } from '../../../src/storage/tracking/unscanned-shipments.ts';
import { assertAccount } from '../../../src/usecases/accounts/accounts.ts';
import { changeBy, type Service } from '../../../src/usecases/service.ts';
import {
  createCarrierCredential,
  revokeCarrierCredential,
} from '../../../src/usecases/tracking/carrier-credentials.ts';
import { type PlannedScan, planScans } from './plan-scans.ts';
import { type CourierAddress, sendScans } from './send-scans.ts';

export interface Simulation {
  readonly accountId: string;
  /** The service's address, without a slash at the end. */
  readonly url: string;
  /** The factor by which simulated time is faster; null sends all scans at once, with times in the past. */
  readonly speed: number | null;
  readonly seed: string;
  readonly limit: number;
  readonly progress: (sent: number, planned: number) => void;
  readonly signal: AbortSignal;
}

export interface SimulationSummary {
  readonly shipments: number;
  /** The number of orders that the simulation marked as demo orders. */
  readonly marked: number;
  readonly scans: number;
  /** The number of scans for each result; `invalid` counts all reasons. */
  readonly results: Readonly<Record<string, number>>;
  /** The number of shipments in each current status, the most frequent first. */
  readonly statuses: readonly { readonly status: GranularStatus; readonly shipments: number }[];
}

const BATCH = 500;
/** Scans that are due within this time are sent together. */
const TICK_MS = 400;
const CREDENTIAL_LASTS_MS = 24 * 3_600_000;

/**
 * Simulates scans for an account's booked shipments that were not picked up. They go through the public
 * endpoint, with a separate carrier credential that is revoked at the end. The orders are first marked as
 * demo orders, so that no customer is notified of made-up scans.
 *
 * @throws Problem `not_found` for an unknown account
 * @throws StartupError if no such shipment exists or the service does not answer; the reason of `signal` when it is aborted
 */
export async function simulateShipments(
  service: Service,
  simulation: Simulation,
): Promise<SimulationSummary> {
  const { accountId, url, limit } = simulation;
  await assertAccount(service, accountId);
  const scope = service.database.account(accountId);
  const shipments = await listUnscannedShipments(scope, limit);
  if (shipments.length === 0) throw new StartupError('there is no booked shipment that waits for its pickup');
  const now = service.now().getTime();
  const planned = planScans(shipments, { ...simulation, now });
  const shipmentIds = shipments.map(({ shipmentId }) => shipmentId);
  const marked = await markDemo(service, accountId, shipmentIds);
  const { credentialId, credential } = await createCarrierCredential(service, OPERATOR, {
    name: 'simulation',
    carrierIds: shipments.map(({ carrierId }) => carrierId),
    expiresAt: new Date(now + CREDENTIAL_LASTS_MS),
  });
  try {
    const results = await send(service, simulation, { url, credential }, planned);
    return {
      shipments: shipments.length,
      marked,
      scans: planned.length,
      results,
      statuses: await countStatuses(scope, shipmentIds),
    };
  } finally {
    await revokeCarrierCredential(service, OPERATOR, credentialId);
  }
}

async function markDemo(
  service: Service,
  accountId: string,
  shipmentIds: readonly string[],
): Promise<number> {
  return service.database.change(accountId, changeBy(service, OPERATOR), async (writer) => {
    const orders = await markDemoOrders(writer, shipmentIds);
    if (orders === 0) {
      writer.skipAudit('nothing was changed');
    } else {
      await writer.record({
        action: 'orders.marked_demo',
        subjectKind: 'account',
        subjectId: accountId,
        changes: { orders },
      });
    }
    return orders;
  });
}

async function send(
  service: Service,
  { progress, signal }: Simulation,
  address: CourierAddress,
  planned: readonly PlannedScan[],
): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  let sent = 0;
  while (sent < planned.length) {
    signal.throwIfAborted();
    const due = dueOf(planned, sent, service.now().getTime());
    if (due.length === 0) {
      await wait(TICK_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      continue;
    }
    for (const result of await sendScans(address, due, signal)) {
      const kind = result.startsWith('invalid') ? 'invalid' : result;
      results[kind] = (results[kind] ?? 0) + 1;
    }
    sent += due.length;
    progress(sent, planned.length);
  }
  return results;
}

function dueOf(planned: readonly PlannedScan[], from: number, now: number): PlannedScan[] {
  const next = planned.slice(from, from + BATCH);
  const later = next.findIndex(({ sentAt }) => sentAt > now);
  return later === -1 ? next : next.slice(0, later);
}
