import { v7 as newId } from 'uuid';
import { StandInClock } from '../../simulators/kit/stand-in.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import type { Partner, PartnerConnection } from '../../src/partners/partner.ts';
import { NOBODY } from '../../src/partners/partner-call.ts';
import { PartnerTraffic, type TracedRequests } from '../../src/partners/partner-traffic.ts';
import type { Timer } from '../../src/partners/timer.ts';
import { PassingTimer, START } from './clock.ts';

/** A connection to a partner that runs on this machine. */
export interface TestPartnerConnection extends PartnerConnection {
  readonly connectionId: string;
  readonly requests: TracedRequests;
  readonly sleep: Timer['sleep'];
  close(): void;
}

/**
 * @param settings those without a default, including `base_url`
 * @param clock the clock of the stand-in, which goes on while requests wait
 */
export function connectPartner(
  partner: Partner,
  settings: Readonly<Record<string, string>>,
  clock = new StandInClock(START),
): TestPartnerConnection {
  const outgoing = new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'COURIER_ALLOW') });
  const now = () => clock.now();
  const timer = new PassingTimer(clock);
  const traffic = new PartnerTraffic(outgoing, { now, note: () => undefined, timer });
  const defaults = partner.settings.flatMap(({ name, defaultValue }) =>
    defaultValue === null ? [] : [[name, defaultValue] as const],
  );
  const connectionId = newId();
  const addressee = {
    partner,
    connectionId,
    settings: { ...Object.fromEntries(defaults), ...settings },
  };
  return {
    connectionId,
    settings: addressee.settings,
    requests: traffic.requestsOf(addressee, NOBODY),
    tokens: traffic.tokensOf(addressee),
    now,
    sleep: traffic.sleep,
    close: () => outgoing.close(),
  };
}
