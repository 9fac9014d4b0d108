import { StartupError } from '../../../src/problems/startup-error.ts';
import type { PlannedScan } from './plan-scans.ts';

export interface CourierAddress {
  /** The service's address, without a slash at the end. */
  readonly url: string;
  readonly credential: string;
}

/**
 * Sends scans as a courier would.
 *
 * @returns each scan's result, in the order of `scans`
 * @throws StartupError if the service does not answer with results
 */
export async function sendScans(
  { url, credential }: CourierAddress,
  scans: readonly PlannedScan[],
  signal: AbortSignal,
): Promise<string[]> {
  const response = await fetch(`${url}/carrier-events`, {
    method: 'POST',
    headers: { authorization: credential, 'content-type': 'application/json' },
    body: JSON.stringify({ events: scans.map(eventOf) }),
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new StartupError(
      `No service answers at ${url}: start it with npm start, or give its address with --url`,
      { cause: error },
    );
  });
  const answer = await response.text();
  if (response.status === 401) {
    throw new StartupError(
      `The service at ${url} does not know this database's credentials: give the one that runs on it with --url`,
    );
  }
  if (response.status !== 200) {
    throw new StartupError(`The service at ${url} answered ${response.status}: ${answer.slice(0, 300)}`);
  }
  const { data } = JSON.parse(answer) as { data: readonly { readonly result: string }[] };
  return data.map(({ result }) => result);
}

function eventOf({ scan }: PlannedScan) {
  return {
    tracking_number: scan.trackingNumber,
    status: scan.status,
    event_date_time: new Date(scan.eventTime).toISOString(),
    location: scan.location,
    description: scan.description,
    reason: scan.reason,
    carrier_event_id: scan.carrierEventId,
    ...(scan.qc === null
      ? {}
      : { qc_status: scan.qc.status, qc_failure_reason: scan.qc.reason, qc_images: scan.qc.images }),
  };
}
