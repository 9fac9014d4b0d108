import type { CarrierScan } from '../../carriers/carrier-adapter.ts';
import { notFound } from '../../problems/problem.ts';
import { isHeldUp, unavailableProblem } from '../../storage/outage.ts';
import { KeyedBatcher } from '../batcher.ts';
import type { ScanResult } from '../tracking/scan-result.ts';
import type { PushContext } from './check-push-token.ts';
import { recordCourierScans } from './record-courier-scans.ts';

export interface TakenPush {
  readonly applied: number;
  readonly passedOver: number;
}

/** The result of each scan of a push, or the reason why there is none. */
type PushOutcome = { readonly results: readonly ScanResult[] } | { readonly error: unknown };

/** The pushes in this process, by the credential of their address. */
const taking = new KeyedBatcher<readonly CarrierScan[], PushOutcome>(50);

/**
 * Records a push of a courier. Couriers repeat a refused push, or drop it for ever: every readable push is
 * accepted, whatever happens to its scans. They push each scan separately: pushes that arrive while others
 * are written are written in one transaction, and each is answered after the commit.
 *
 * @throws Problem `refused` if the courier's adapter does not understand it
 */
export async function takePush(context: PushContext, payload: unknown): Promise<TakenPush> {
  const courier = context.couriers.named(context.courier);
  if (courier?.readPush === undefined) throw notFound('Path');
  const scans = courier.readPush(payload);
  const outcome = await taking.do(context.credentialId, scans, (pushes) => recordAll(context, pushes));
  if ('error' in outcome) throw outcome.error;
  const { results } = outcome;
  const applied = results.filter(({ result }) => result === 'applied' || result === 'recorded').length;
  return { applied, passedOver: results.length - applied };
}

async function recordAll(
  context: PushContext,
  pushes: readonly (readonly CarrierScan[])[],
): Promise<PushOutcome[]> {
  try {
    const results = await recordCourierScans(context, pushes.flat());
    return pushes.map((scans) => ({ results: results.splice(0, scans.length) }));
  } catch (error) {
    const isAway = unavailableProblem(error) !== null && !isHeldUp(error);
    if (pushes.length === 1 || isAway) throw error;
    // One push must not fail because of another's content, or because another transaction has locked a
    // shipment.
    const alone: PushOutcome[] = [];
    for (const push of pushes) {
      alone.push(...(await recordAll(context, [push]).catch((reason: unknown) => [{ error: reason }])));
    }
    return alone;
  }
}
