import { notFound } from '../../problems/problem.ts';
import type { PushContext } from './check-push-token.ts';
import { recordCourierScans } from './record-courier-scans.ts';

/** What became of the scans of a push. */
export interface TakenPush {
  readonly applied: number;
  readonly passedOver: number;
}

/**
 * Records what a courier pushed. Couriers repeat a push that is refused, or drop it for ever: what is read is taken,
 * whatever becomes of its scans.
 *
 * @throws Problem `refused` for what the courier's adapter does not understand
 */
export async function takePush(context: PushContext, payload: unknown): Promise<TakenPush> {
  const courier = context.couriers.named(context.courier);
  if (courier === null) throw notFound('Path');
  const results = await recordCourierScans(context, courier.readPush(payload));
  const applied = results.filter(({ result }) => result === 'applied' || result === 'recorded').length;
  return { applied, passedOver: results.length - applied };
}
