import { consigneeOf, journeyOf, needsQc, type OrderDraft } from '../../domain/orders/order.ts';
import { weightDoubts } from '../../domain/orders/order-doubts.ts';
import { courierNameOf } from '../../domain/rates/courier-name.ts';
import type { ParcelSize } from '../../domain/rates/parcel.ts';
import type {
  ForwardCarrierQuote,
  ForwardQuote,
  QuoteRequest,
  ReturnCarrierQuote,
  ReturnQuote,
} from '../../domain/rates/quote.ts';
import { rupeesOf } from '../../domain/rates/rate-amounts.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { partnerSays } from '../../partners/partner.ts';
import {
  fieldProblem,
  type ProblemDetail,
  problemDetail,
  refused,
  sentenceOf,
} from '../../problems/problem.ts';
import { about, type Sentence, say, word } from '../../problems/sentence.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { BookingTerms } from '../../storage/booking/bookings.ts';
import type { RateParts } from '../rates/quote-source.ts';
import type { AccountContext } from '../service.ts';

const MOST_CARRIERS_TRIED = 3;

const ONLY_SAMPLES = say(
  'only_sample_carriers',
  'The courier that you connected has no prices for this shipment yet: add its rate card, or choose a sample carrier yourself',
);

export interface OfferedTerms extends BookingTerms {
  /** True if the courier account is the operator's, and other accounts book with it too. */
  readonly isCourierShared: boolean;
}

export interface Quotable {
  readonly journey: Journey;
  readonly originPincode: string;
  readonly destinationPincode: string;
  readonly parcel: ParcelSize;
  readonly isCod: boolean;
  readonly codAmountPaise: number;
  /** True if goods are checked at the door before the pickup. */
  readonly needsQc: boolean;
}

/** Returns the input for a quote: from the warehouse to the customer, or the other way for a return. */
export function quotableOf(
  order: Pick<OrderDraft, 'billing' | 'shipping' | 'returned' | 'isCod' | 'codAmountPaise'>,
  warehouse: Pick<Warehouse, 'zip'>,
  parcel: ParcelSize,
): Quotable {
  const { returned } = order;
  const destination = returned === null ? consigneeOf(order).pincode : returned.destination?.pincode;
  return {
    journey: journeyOf(order),
    originPincode: returned === null ? warehouse.zip : order.billing.pincode,
    destinationPincode: destination ?? warehouse.zip,
    parcel,
    isCod: order.isCod,
    codAmountPaise: order.codAmountPaise,
    needsQc: needsQc(order),
  };
}

export function quoteRequestOf(shipment: Quotable): QuoteRequest {
  const { journey, originPincode, destinationPincode, parcel } = shipment;
  const way = { originPincode, destinationPincode, ...parcel };
  if (journey === 'return') return { journey, ...way, qcApplicable: shipment.needsQc };
  return { journey, ...way, codValue: shipment.isCod ? rupeesOf(shipment.codAmountPaise) : null };
}

/**
 * Returns the carriers to try, in order, each with its terms: the requested carrier, or the three cheapest
 * carriers. While a connected courier has no prices, sample carriers are only booked by name.
 *
 * @throws Problem `refused` with the reason for each carrier that cannot take the shipment
 */
export async function chooseCarriers(
  account: AccountContext & RateParts,
  shipment: Quotable,
  carrierId: string | null,
  quote: ForwardQuote | ReturnQuote,
): Promise<OfferedTerms[]> {
  const carriers: readonly (ForwardCarrierQuote | ReturnCarrierQuote)[] = quote.carriers;
  const offered =
    carrierId === null
      ? carriers.filter(({ connection }) => connection.kind !== 'sample').slice(0, MOST_CARRIERS_TRIED)
      : carriers.filter(({ carrier }) => carrier.id === carrierId);
  if (offered.length === 0) {
    const hasSamples = carrierId === null && carriers.length > 0;
    throw refused(hasSamples ? noCarrier([ONLY_SAMPLES]) : await whyNot(account, shipment, carrierId));
  }
  return offered.map((carrierQuote) => termsOf(shipment, quote, carrierQuote));
}

async function whyNot(
  account: AccountContext & RateParts,
  shipment: Quotable,
  carrierId: string | null,
): Promise<ProblemDetail[]> {
  const request = quoteRequestOf(shipment);
  const { leftOut } = await account.quotes.explain(account.accountId, request, account.now());
  const considered = leftOut.filter(({ carrier }) => carrierId === null || carrier.id === carrierId);
  if (carrierId !== null && considered.length === 0) {
    const sentence = about('not_of_account', '{value} is not {thing} of this account', {
      value: carrierId,
      thing: word('a carrier'),
    });
    return [fieldProblem('carrier_id', 'unknown', sentence)];
  }
  // Merchants with connected couriers do not care about built-in sample carriers, unless all are such.
  const ofCouriers = considered.filter(({ reasons }) =>
    reasons.some(({ reason }) => reason !== 'beside_couriers'),
  );
  const reported = ofCouriers.length > 0 ? ofCouriers : considered;
  return noCarrier([
    carrierId === null
      ? say('no_carrier_can_take_it', 'No carrier can take this shipment')
      : say('carrier_cannot_take_it', 'The carrier cannot take this shipment'),
    ...weightDoubts(shipment.parcel).map(sentenceOf),
    ...reported.flatMap(({ carrier, reasons }) =>
      reasons.map(({ sentence }) => partnerSays(carrier.name, sentence)),
    ),
  ]);
}

/** Returns the problem, with one sentence for each detail, that no carrier takes a shipment. */
export function noCarrier(sentences: readonly Sentence[]): ProblemDetail[] {
  return sentences.map((sentence) => problemDetail(null, 'no_carrier', sentence));
}

export function termsOf(
  shipment: Quotable,
  quote: ForwardQuote | ReturnQuote,
  offer: ForwardCarrierQuote | ReturnCarrierQuote,
): OfferedTerms {
  const { carrier, connection, charges } = offer;
  return {
    adapter: carrier.adapter,
    courierAccountId: connection.kind === 'connected' ? connection.courierAccountId : null,
    courierProduct: carrier.courierProduct,
    isCourierShared: connection.kind === 'connected' && connection.isShared,
    carrierId: carrier.id,
    carrierName: carrier.name,
    courierName: carrier.courierName ?? courierNameOf(carrier.name),
    helpline: carrier.helpline,
    carrierCode: carrier.code,
    serviceLevel: carrier.serviceLevel,
    zone: offer.zone,
    forwardFreightPaise: charges.freight,
    codChargesPaise: 'cod' in charges ? charges.cod : 0,
    rtoChargesPaise: 'rto' in charges ? charges.rto : 0,
    qcChargesPaise: 'qc' in charges ? charges.qc : 0,
    totalChargesPaise: charges.total,
    platformFeePaise: quote.journey === 'forward' ? quote.platformFeePaise : 0,
    expectedPickupDate: offer.pickup,
    expectedDeliveryDate: offer.delivery,
    rateBookVersion: quote.bookVersion,
    originPincode: shipment.originPincode,
    destinationPincode: shipment.destinationPincode,
    isCod: shipment.isCod,
    codAmountPaise: shipment.codAmountPaise,
    ...shipment.parcel,
  };
}
