import { type TSchema, Type } from 'typebox';
import type { LeftOutReason } from '../domain/rates/left-out.ts';
import { NDR_REASONS, RTO_REASONS } from '../domain/tracking/reasons.ts';
import {
  FORWARD_STATUSES,
  LISTING_STATUSES,
  MILESTONES,
  PUBLISHED_STATUSES,
  QC_STATUSES,
  RETURN_LISTING_STATUSES,
  RETURN_STATUSES,
} from '../domain/tracking/statuses.ts';
import { ZONES, zoneWord } from '../domain/zones/zone.ts';
import { allWords } from './all-words.ts';

/* Schemas used by many answers. A schema with a `title` becomes a named schema of the document. */

export const Uuid = Type.String({ format: 'uuid' });
/** A time in UTC, in milliseconds. */
export const Time = Type.String({ format: 'date-time' });
export const Day = Type.String({ format: 'date', description: '`YYYY-MM-DD`, in India.' });

/** A schema for one of these words; `title` is its name in the document. */
export function words(title: string, all: readonly string[], description?: string) {
  return Type.String({ title, enum: [...all], ...(description === undefined ? {} : { description }) });
}

export const ServiceLevelWord = words('ServiceLevel', ['standard', 'express']);
export const ListingStatusWord = words('ListingStatus', LISTING_STATUSES);
export const GranularStatusWord = words('GranularStatus', FORWARD_STATUSES);
export const PublishedStatusWord = words('PublishedStatus', PUBLISHED_STATUSES);
export const ReturnListingStatusWord = words('ReturnListingStatus', RETURN_LISTING_STATUSES);
export const ReturnStatusWord = words('ReturnStatus', RETURN_STATUSES);
export const QcStatusWord = words('QcStatus', QC_STATUSES);
export const MilestoneWord = words('Milestone', MILESTONES);
export const NdrReasonWord = words('NdrReason', NDR_REASONS, 'The reason of a failed delivery.');
export const RtoReasonWord = words('RtoReason', RTO_REASONS, 'The reason of a return to origin.');
export const LeftOutWord = words(
  'LeftOutReason',
  allWords<LeftOutReason>({
    switched_off: true,
    no_rate_card: true,
    not_connected: true,
    beside_couriers: true,
    no_returns: true,
    no_quality_check: true,
    no_pickup: true,
    no_delivery: true,
    no_cod_delivery: true,
    no_reverse_pickup: true,
    too_heavy: true,
    side_too_long: true,
    sides_too_long: true,
    cod_limit: true,
  }),
  'Why a carrier is not offered.',
);
export const ZoneWord = words('Zone', ZONES.map(zoneWord));
export const ZoneLetter = words('ZoneLetter', ZONES, 'A zone, as quotes show it.');

export function orNull<T extends TSchema>(of: T) {
  return Type.Union([of, Type.Null()]);
}

/** Rupees with at most two decimals. */
export function amount(example: number, description?: string) {
  return Type.Number({ examples: [example], ...(description === undefined ? {} : { description }) });
}

/** Text for which an example says more than a description. */
export function textLike(example: string, description?: string) {
  return Type.String({ examples: [example], ...(description === undefined ? {} : { description }) });
}

export const EventText = textLike(
  'Arrived at the hub',
  'The courier’s text; if there is none, the status in words, such as `OUT FOR DELIVERY`. After a failed attempt, the reason follows.',
);

export const LabelUrl = Type.String({
  format: 'uri',
  description: 'A fresh link to the label, which works without a credential until it expires.',
  examples: [
    'https://ship.example.in/labels/01936d7e-1111-7b3c-8d42-6f0e9a1b2c3d/01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d?expires=1763364600&signature=3f0a',
  ],
});
