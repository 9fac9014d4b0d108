import type { Phase } from './phases.ts';
import {
  FORWARD_STATUSES,
  type ForwardStatus,
  type GranularStatus,
  RETURN_STATUSES,
  type ReturnStatus,
} from './statuses.ts';

/**
 * The reasons why an event in the history did not change the shipment.
 *
 * - `already_final`: the parcel was delivered or back at the origin, or a return was at its warehouse.
 * - `already_moving`: a status from before pickup, after a moving scan.
 * - `already_withdrawn`: a status from before pickup, after the shipment was cancelled, rejected or fulfilled
 * elsewhere, or after a return's goods failed the check at the door.
 */
export const REFUSALS = ['already_final', 'already_moving', 'already_withdrawn'] as const;

export type Refusal = (typeof REFUSALS)[number];

export type Verdict = 'applies' | Refusal;

/** A shipment's status, with its phase if the status is possible in several phases. */
export type Standing =
  | Exclude<GranularStatus, 'on_hold'>
  | 'on_hold before_pickup'
  | 'on_hold withdrawn'
  | 'on_hold moving';

/** The standing of a shipment; `on_hold` is never final. */
export function standingOf(status: GranularStatus, phase: Phase): Standing {
  if (status !== 'on_hold') return status;
  if (phase === 'final') throw new Error('a shipment on hold cannot be final');
  return `on_hold ${phase}`;
}

const LETTERS: Readonly<Record<string, Verdict>> = {
  '+': 'applies',
  m: 'already_moving',
  w: 'already_withdrawn',
  f: 'already_final',
};

/*
 * Every pair: a row for what the shipment is, a column for what the event says, in the order of
 * FORWARD_STATUSES. The columns stand in groups:
 *
 *   pending processing ready_for_pickup pickup_scheduled out_for_pickup not_picked
 *   | picked_up in_transit reached_destination_hub out_for_delivery
 *   | delivered
 *   | ndr_raised need_attention reattempt_delivery
 *   | rto_initiated rto_in_transit rto_out_for_delivery rto_need_attention
 *   | rto_delivered
 *   | cancelled rejected
 *   | on_hold lost damaged rto_lost rto_damaged
 *   | externally_fulfilled
 */
const FORWARD_ROWS: Readonly<Record<Exclude<Standing, ReturnStatus>, string>> = {
  pending: '                ++++++ ++++ + +++ ++++ + ++ +++++ +',
  processing: '             ++++++ ++++ + +++ ++++ + ++ +++++ +',
  ready_for_pickup: '       ++++++ ++++ + +++ ++++ + ++ +++++ +',
  pickup_scheduled: '       ++++++ ++++ + +++ ++++ + ++ +++++ +',
  out_for_pickup: '         ++++++ ++++ + +++ ++++ + ++ +++++ +',
  not_picked: '             ++++++ ++++ + +++ ++++ + ++ +++++ +',
  picked_up: '              mmmmmm ++++ + +++ ++++ + mm +++++ m',
  in_transit: '             mmmmmm ++++ + +++ ++++ + mm +++++ m',
  reached_destination_hub: 'mmmmmm ++++ + +++ ++++ + mm +++++ m',
  out_for_delivery: '       mmmmmm ++++ + +++ ++++ + mm +++++ m',
  delivered: '              ffffff ffff f fff ffff f ff fffff f',
  ndr_raised: '             mmmmmm ++++ + +++ ++++ + mm +++++ m',
  need_attention: '         mmmmmm ++++ + +++ ++++ + mm +++++ m',
  reattempt_delivery: '     mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_initiated: '          mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_in_transit: '         mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_out_for_delivery: '   mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_need_attention: '     mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_delivered: '          ffffff ffff f fff ffff f ff fffff f',
  cancelled: '              wwwwww ++++ + +++ ++++ + ww +++++ w',
  rejected: '               wwwwww ++++ + +++ ++++ + ww +++++ w',
  'on_hold before_pickup': '++++++ ++++ + +++ ++++ + ++ +++++ +',
  'on_hold withdrawn': '    wwwwww ++++ + +++ ++++ + ww +++++ w',
  'on_hold moving': '       mmmmmm ++++ + +++ ++++ + mm +++++ m',
  lost: '                   mmmmmm ++++ + +++ ++++ + mm +++++ m',
  damaged: '                mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_lost: '               mmmmmm ++++ + +++ ++++ + mm +++++ m',
  rto_damaged: '            mmmmmm ++++ + +++ ++++ + mm +++++ m',
  externally_fulfilled: '   wwwwww ++++ + +++ ++++ + ww +++++ w',
};

/*
 * The same table for a return, with columns in the order of RETURN_STATUSES:
 *
 *   return_requested return_pickup_scheduled return_not_picked
 *   | return_in_transit return_ndr_raised return_need_attention return_lost
 *   | return_delivered
 *   | return_cancelled return_rejected return_qc_failed
 *
 * Goods that fail the check at the door stay with the customer, which withdraws the return like a cancel.
 * To pick them up later, a new return is needed. If the courier takes them anyway, its scans say so.
 */
const RETURN_ROWS: Readonly<Record<ReturnStatus, string>> = {
  return_requested: '       +++ ++++ + +++',
  return_pickup_scheduled: '+++ ++++ + +++',
  return_not_picked: '      +++ ++++ + +++',
  return_in_transit: '      mmm ++++ + mmm',
  return_ndr_raised: '      mmm ++++ + mmm',
  return_need_attention: '  mmm ++++ + mmm',
  return_lost: '            mmm ++++ + mmm',
  return_delivered: '       fff ffff f fff',
  return_cancelled: '       www ++++ + www',
  return_rejected: '        www ++++ + www',
  return_qc_failed: '       www ++++ + www',
};

/** Every standing of a forward shipment, in the order of its life. */
export const STANDINGS = Object.keys(FORWARD_ROWS) as readonly Exclude<Standing, ReturnStatus>[];

const VERDICTS = new Map([
  ...verdictsOf(FORWARD_ROWS, FORWARD_STATUSES),
  ...verdictsOf(RETURN_ROWS, RETURN_STATUSES),
]);

function verdictsOf(
  rows: Readonly<Record<string, string>>,
  columns: readonly (ForwardStatus | ReturnStatus)[],
) {
  return Object.entries(rows).map(([standing, row]) => {
    const letters = row.replaceAll(' ', '');
    return [
      standing,
      new Map<GranularStatus, Verdict | undefined>(
        columns.map((status, column) => [status, LETTERS[letters.charAt(column)]]),
      ),
    ] as const;
  });
}

export function verdictOf(standing: Standing, status: GranularStatus): Verdict {
  const verdict = VERDICTS.get(standing)?.get(status);
  if (verdict === undefined) throw new Error(`no verdict for ${status} after ${standing}`);
  return verdict;
}
