import type { components } from '#api';
import type { Language } from '../preferences.ts';
import type { Said } from '../words/sentences.ts';

export type GranularStatus = components['schemas']['GranularStatus'];

/** For each status, the direction in which scans are still expected. */
const HEARD_OF: Record<GranularStatus, 'not yet' | 'there' | 'back' | 'no more'> = {
  pending: 'not yet',
  processing: 'not yet',
  ready_for_pickup: 'there',
  pickup_scheduled: 'there',
  out_for_pickup: 'there',
  not_picked: 'there',
  picked_up: 'there',
  in_transit: 'there',
  reached_destination_hub: 'there',
  out_for_delivery: 'there',
  ndr_raised: 'there',
  need_attention: 'there',
  reattempt_delivery: 'there',
  on_hold: 'there',
  rto_initiated: 'back',
  rto_in_transit: 'back',
  rto_out_for_delivery: 'back',
  rto_need_attention: 'back',
  delivered: 'no more',
  rto_delivered: 'no more',
  cancelled: 'no more',
  rejected: 'no more',
  lost: 'no more',
  damaged: 'no more',
  rto_lost: 'no more',
  rto_damaged: 'no more',
  externally_fulfilled: 'no more',
};

const STATUSES = Object.keys(HEARD_OF) as GranularStatus[];

/** Statuses of parcels that a courier has or will get. */
export const ON_ITS_WAY = STATUSES.filter((one) => HEARD_OF[one] === 'there' || HEARD_OF[one] === 'back');
/** Statuses before a courier is involved, and final statuses. */
export const NOT_ON_ITS_WAY = STATUSES.filter((one) => !ON_ITS_WAY.includes(one));

/** Tells whether the parcel still has to reach its customer, so that it can be late. */
export function isStillToCome(status: GranularStatus): boolean {
  return HEARD_OF[status] === 'not yet' || HEARD_OF[status] === 'there';
}

export function isOver(status: GranularStatus): boolean {
  return HEARD_OF[status] === 'no more';
}

/** The granular status, if it says more than the tab's status. */
export function granularOf({ status, also }: { status: string; also: string | null }): GranularStatus {
  return (also ?? status) as GranularStatus;
}

/** An entry of a history. A courier's English text stays as it is, after the status for readers of another language. */
export function scanInWords(
  scan: { status: string; description: string; description_details: Said | null },
  say: (status: string) => string,
  inWords: (said: Said) => string,
  language: Language,
): string {
  if (scan.description_details !== null) return inWords(scan.description_details);
  return language === 'en' ? scan.description : `${say(scan.status)}: ${scan.description}`;
}
