import {
  type Answers,
  answersOf,
  deliveryDays,
  isAnswerable,
  returnableUntil,
} from '../../domain/customer-requests/customer-request.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { type GranularStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import type { NewestRequest, TrackedShipment } from '../../storage/tracking/tracked-shipment.ts';
import type { MessageParts } from '../messages/messaging.ts';
import type { Service } from '../service.ts';
import { type CodeWay, codeWays } from './code-ways.ts';

/** The request that a customer may make on the tracking page now, and the last request. */
export interface RequestForm {
  /** Null if nothing can be requested now. */
  readonly offer: DeliveryOffer | ReturnOffer | null;
  /** Null if no earlier request matters any more. */
  readonly last: LastRequest | null;
}

interface Offer {
  /** The channels for a code; at least one. */
  readonly ways: readonly CodeWay[];
}

export interface DeliveryOffer extends Offer {
  readonly kind: 'delivery';
  readonly answers: Answers;
  /** The possible delivery days, in India. */
  readonly days: readonly string[];
}

export interface ReturnOffer extends Offer {
  readonly kind: 'return';
  /** The last day, in India. */
  readonly until: string;
}

export type LastRequest = Omit<NewestRequest, 'attempt'>;

/** Returns the possible requests for a parcel and the last request; null if both are missing. */
export function showRequestForm(
  { messaging, now }: Pick<Service, 'now'> & Pick<MessageParts, 'messaging'>,
  {
    view,
    brand: { returnDays },
    contacts,
    requestSettings,
    lastRequest: last,
    unitsTakenBack,
  }: TrackedShipment,
): RequestForm | null {
  const isReturnable = view.status === 'delivered' && returnDays !== null;
  if (view.journey !== 'forward' || (!isReturnable && !isAboutDelivery(view.status))) return null;
  const matters =
    last !== null &&
    (isReturnable ? last.kind === 'return' : last.kind !== 'return' && last.attempt === view.attemptCount);
  const ways = last?.state === 'waiting' ? [] : codeWays(contacts, messaging.transports);
  const answers = answersOf(requestSettings);
  const isAllBack = view.items.reduce((sum, { units }) => sum + units, 0) <= unitsTakenBack;
  const offer =
    ways.length === 0 || (isReturnable && isAllBack)
      ? null
      : offerOf(view, { answers, returnDays, ways }, now());
  return { offer, last: matters ? last : null };
}

/** Tells whether the status is a failed delivery that is open, or a return because of it. */
function isAboutDelivery(status: GranularStatus): boolean {
  const listing = listingStatusOf(status);
  return listing === 'ndr_raised' || listing === 'rto_initiated';
}

function offerOf(
  view: ShipmentView,
  {
    answers,
    returnDays,
    ways,
  }: { answers: Answers | null; returnDays: number | null; ways: readonly CodeWay[] },
  now: Date,
): DeliveryOffer | ReturnOffer | null {
  const time = now.getTime();
  if (isAnswerable(view))
    return answers === null ? null : { kind: 'delivery', answers, days: deliveryDays(time), ways };
  if (view.status !== 'delivered') return null;
  const delivered = view.milestones.find(({ milestone }) => milestone === 'delivered');
  const until = returnableUntil(delivered?.at.getTime(), returnDays, time);
  return until === null ? null : { kind: 'return', until, ways };
}
