import { setTimeout as wait } from 'node:timers/promises';
import { OPERATOR } from '../../domain/actor.ts';
import { notFound, refused } from '../../domain/errors.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import { findAccount } from '../../storage/accounts.ts';
import { countStatuses, listUnscannedShipments } from '../../storage/unscanned-shipments.ts';
import { createCarrierCredential } from '../create-carrier-credential.ts';
import { revokeCarrierCredential } from '../revoke-carrier-credential.ts';
import type { Service } from '../service.ts';
import { type PlannedScan, planScans } from './plan-scans.ts';
import { type CourierAddress, sendScans } from './send-scans.ts';

export interface Simulation {
  readonly accountId: string;
  /** The service's address, without a slash at the end. */
  readonly url: string;
  /** How many times faster than real lives; null for all at once, in the past. */
  readonly speed: number | null;
  readonly seed: string;
  /** At most so many shipments. */
  readonly limit: number;
  /** Told how many of the planned scans are sent. */
  readonly progress: (sent: number, planned: number) => void;
  readonly signal: AbortSignal;
}

/** What came of it. */
export interface SimulationSummary {
  readonly shipments: number;
  readonly scans: number;
  /** How many scans were answered so; `invalid` whatever the reason. */
  readonly results: Readonly<Record<string, number>>;
  /** What the shipments are now, the most first. */
  readonly statuses: readonly { readonly status: GranularStatus; readonly shipments: number }[];
}

const BATCH = 500;
/** Scans that are due within this time are sent together. */
const TICK_MS = 400;
const CREDENTIAL_LASTS_MS = 24 * 3_600_000;

/**
 * Lets couriers tell the lives of an account's booked shipments that nobody has picked up, through the
 * public endpoint, with a carrier credential of its own that is revoked at the end.
 *
 * @throws Problem `not_found` for an unknown account, `refused` where there is no such shipment
 * @throws StartupError where the service does not answer; what `signal` is aborted with
 */
export async function simulateShipments(
  service: Service,
  simulation: Simulation,
): Promise<SimulationSummary> {
  const { accountId, url, limit } = simulation;
  if (!(await findAccount(service.database, accountId))) throw notFound(`Account ${accountId}`);
  const scope = service.database.account(accountId);
  const shipments = await listUnscannedShipments(scope, limit);
  if (shipments.length === 0) throw refused('there is no booked shipment that waits for its pickup');
  const now = service.now().getTime();
  const planned = planScans(shipments, { ...simulation, now });
  const { credentialId, credential } = await createCarrierCredential(service, OPERATOR, {
    name: 'simulation',
    carrierIds: shipments.map(({ carrierId }) => carrierId),
    expiresAt: new Date(now + CREDENTIAL_LASTS_MS),
  });
  try {
    const results = await send(service, simulation, { url, credential }, planned);
    const shipmentIds = shipments.map(({ shipmentId }) => shipmentId);
    return {
      shipments: shipments.length,
      scans: planned.length,
      results,
      statuses: await countStatuses(scope, shipmentIds),
    };
  } finally {
    await revokeCarrierCredential(service, OPERATOR, credentialId);
  }
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
