import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { Slices } from '../../slices.ts';
import type { ImportOrder } from '../../storage/imports/import-orders.ts';
import { orderReaderOf } from '../booking/read-order.ts';
import { type JudgedOrder, type JudgeFacts, OrderJudge } from './order-files.ts';

/** Judges orders of a file. @returns the judgement of each, in their order */
export type JudgeOrders = (
  facts: JudgeFacts,
  orders: readonly ImportOrder[],
) => Promise<readonly JudgedOrder[]>;

/** Judges in this thread; its other tasks run in between. */
export function judgeHere(directory: PincodeDirectory): JudgeOrders {
  return async (facts, orders) => {
    const judge = new OrderJudge(facts, orderReaderOf({ directory }));
    const slices = new Slices();
    const judged: JudgedOrder[] = [];
    for (const order of orders) {
      judged.push(judge.judge(order));
      await slices.rest();
    }
    return judged;
  };
}
