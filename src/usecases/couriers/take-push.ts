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

type PushOutcome = { readonly results: readonly ScanResult[] } | { readonly error: unknown };

/** Collects the pushes in this process, for each credential of a push address. */
const taking = new KeyedBatcher<readonly CarrierScan[], PushOutcome>(50);

/**
 * Records a push of a courier. Couriers repeat a refused push or drop it for ever, so every readable push is
 * accepted, whatever happens to its scans. Couriers push each scan separately, so pushes that arrive during a
 * transaction are written together in the next one; each is answered after the commit.
 *
 * @throws Problem `refused` if the courier's adapter does not understand the push
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
    // A push must not fail because of another push's content, or because a shipment is locked.
    const alone: PushOutcome[] = [];
    for (const push of pushes) {
      alone.push(...(await recordAll(context, [push]).catch((reason: unknown) => [{ error: reason }])));
    }
    return alone;
  }
}
