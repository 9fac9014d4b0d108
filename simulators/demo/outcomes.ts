import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import type { Random } from './random.ts';

/**
 * Shares of the outcomes of shipments. Among as many shipments as the sum of the shares, each outcome occurs
 * exactly as often as its share. An outcome that is no final status stands for a courier without news or an
 * inactive seller.
 */
export type Outcomes<End extends GranularStatus = GranularStatus> = Partial<Record<End, number>>;

/** The shares of outcomes for many shipments, in thousandths. */
export const USUAL_OUTCOMES: Outcomes = {
  delivered: 782,
  rto_delivered: 121,
  cancelled: 34,
  rejected: 3,
  externally_fulfilled: 3,
  lost: 6,
  damaged: 4,
  rto_lost: 2,
  rto_damaged: 2,
  on_hold: 3,
  pending: 4,
  ready_for_pickup: 3,
  pickup_scheduled: 2,
  out_for_pickup: 2,
  not_picked: 3,
  picked_up: 2,
  in_transit: 4,
  reached_destination_hub: 2,
  out_for_delivery: 2,
  ndr_raised: 3,
  need_attention: 2,
  reattempt_delivery: 2,
  rto_initiated: 2,
  rto_in_transit: 4,
  rto_out_for_delivery: 2,
  rto_need_attention: 1,
};

/** Outcomes for a few shipments that people look at: all granular statuses and all listing statuses. */
export const SHOWN_OUTCOMES: Outcomes = {
  delivered: 244,
  rto_delivered: 34,
  cancelled: 16,
  rejected: 2,
  externally_fulfilled: 2,
  lost: 3,
  damaged: 2,
  rto_lost: 1,
  rto_damaged: 1,
  on_hold: 3,
  pending: 8,
  processing: 2,
  ready_for_pickup: 8,
  pickup_scheduled: 6,
  out_for_pickup: 2,
  not_picked: 3,
  picked_up: 6,
  in_transit: 14,
  reached_destination_hub: 6,
  out_for_delivery: 8,
  ndr_raised: 10,
  need_attention: 4,
  reattempt_delivery: 3,
  rto_initiated: 5,
  rto_in_transit: 5,
  rto_out_for_delivery: 1,
  rto_need_attention: 1,
};

/**
 * The range of the order's age in days at which a shipment just reached this status, or reached it earlier
 * and stays in it. For a status that is not listed, any age fits.
 */
export const AGES: Partial<Record<GranularStatus, readonly [from: number, to: number]>> = {
  pending: [0, 1.5],
  processing: [0, 1],
  ready_for_pickup: [0, 1],
  pickup_scheduled: [0.2, 1.5],
  out_for_pickup: [1, 3],
  not_picked: [1, 3],
  picked_up: [1.5, 3],
  in_transit: [2.5, 6],
  reached_destination_hub: [5, 9],
  out_for_delivery: [6, 10],
  delivered: [4, 60],
  ndr_raised: [7, 12],
  need_attention: [7, 12],
  reattempt_delivery: [8, 14],
  on_hold: [6, 30],
  lost: [12, 60],
  damaged: [12, 60],
  rto_initiated: [10, 16],
  rto_in_transit: [11, 17],
  rto_out_for_delivery: [16, 24],
  rto_need_attention: [16, 24],
  rto_lost: [24, 60],
  rto_damaged: [24, 60],
  rto_delivered: [16, 60],
};

/** Deals the outcomes, each round in a new order. */
export class OutcomeDealer<End extends GranularStatus = GranularStatus> {
  readonly #random: Random;
  readonly #round: readonly End[];
  #left: End[] = [];

  constructor(random: Random, outcomes: Outcomes<End>) {
    this.#random = random;
    this.#round = Object.entries<number | undefined>(outcomes).flatMap(([end, parts]) =>
      Array.from({ length: parts ?? 0 }, () => end as End),
    );
  }

  next(): End {
    if (this.#left.length === 0) this.#left = [...this.#round];
    const at = this.#random.below(this.#left.length);
    const drawn = this.#left[at] as End;
    this.#left[at] = this.#left[this.#left.length - 1] as End;
    this.#left.pop();
    return drawn;
  }
}
