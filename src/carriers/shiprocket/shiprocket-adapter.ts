import { referenceOfBooking } from '../../domain/orders/order-reference.ts';
import { money } from '../../domain/rupees.ts';
import { urlPath } from '../../domain/url-path.ts';
import {
  asReason,
  fieldsOf,
  itemsOf,
  numberOf,
  paiseOf,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import { NotSentError, type PartnerAnswer, partnerSays, type Refused } from '../../partners/partner.ts';
import { followUp, foundSomething, refusalOf, unclear } from '../../partners/refusal.ts';
import { allOf, type Sentence, say } from '../../problems/sentence.ts';
import type {
  ActionAnswer,
  BookingAnswer,
  BookingLookup,
  BookingReference,
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  CarrierCheck,
  ChargesRequest,
  CourierCharges,
  CourierLabel,
  CourierProduct,
  CourierWarehouse,
  LostBooking,
  PickupAnswer,
  PickupInput,
  ReattemptCorrection,
  TrackedParcel,
  WarehouseAnswer,
} from '../carrier-adapter.ts';
import type { CourierConnection } from '../courier.ts';
import { findPlaceName, HAS_OTHER_PLACES } from '../courier-place-names.ts';
import { declaredPaise } from '../declared-value.ts';
import { CANCELLED_ORDER } from './codes.ts';
import {
  readCreated,
  readFoundOrder,
  readTracked,
  type ShiprocketOrder,
  shiprocketWords,
} from './shiprocket-answers.ts';
import { ShiprocketCalls } from './shiprocket-calls.ts';
import { LONGEST_ORDER_ID, shiprocketOrder, shiprocketReturn, shiprocketSize } from './shiprocket-order.ts';

/** For this time, a request that was sent may still be carried out. */
const SETTLED_AFTER_MS = 5 * 60_000;

const LONGEST_NICKNAME = 36;

/**
 * Shiprocket, an aggregator: it creates an order, then one of its couriers assigns a number. Shiprocket
 * creates only one order for an id: a repeat returns the first order, even if it was cancelled. A booking
 * with the order id of a cancelled order therefore uses a new id.
 */
export class ShiprocketAdapter implements CarrierAdapter {
  private readonly connection: CourierConnection;
  private readonly calls: ShiprocketCalls;

  constructor(connection: CourierConnection) {
    this.connection = connection;
    this.calls = new ShiprocketCalls(connection);
  }

  async book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer> {
    const first = await this.create(request, signal);
    if ('outcome' in first) return first;
    if (!isCancelled(first)) return this.assignOrClose(request, first, signal);
    const own = { ...request, orderReference: ownIdOf(request) };
    const second = await this.create(own, signal);
    if ('outcome' in second) return second;
    if (!isCancelled(second)) return this.assignOrClose(own, second, signal);
    const reason = say('has_cancelled_order', 'has an order {reference} already, which is cancelled', {
      reference: own.orderReference,
    });
    return { outcome: 'refused', reason };
  }

  async findBooking(lost: LostBooking, signal: AbortSignal): Promise<BookingLookup> {
    const plain = await this.findOrder(lost.orderReference, signal);
    const order = plain !== null && isCancelled(plain) ? await this.findOrder(ownIdOf(lost), signal) : plain;
    const open = order === null || isCancelled(order) ? null : order;
    if (open !== null && open.trackingNumber !== null) return bookedAs(open, open.trackingNumber, null);
    if (this.connection.now().getTime() - lost.askedAt.getTime() < SETTLED_AFTER_MS)
      return { outcome: 'too_early' };
    // Cancelling uses up the id, so no number can be assigned to it any more.
    if (open !== null) await this.cancelOrder(open, signal);
    return { outcome: 'not_booked' };
  }

  async cancel({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    const path = '/orders/cancel/shipment/awbs';
    const answer = await this.calls.send('cancel', 'POST', path, { awbs: [trackingNumber] }, signal);
    return acted(answer);
  }

  async requestReattempt(
    { trackingNumber }: CarrierBooking,
    { addressLine, landmark, phone, comments, deliveryDate }: ReattemptCorrection,
    signal: AbortSignal,
  ): Promise<ActionAnswer> {
    return this.decide(
      trackingNumber,
      {
        action: 're-attempt',
        comments: comments ?? 'Please try again',
        ...(phone === null ? {} : { phone }),
        ...(addressLine === null ? {} : { address1: addressLine }),
        ...(landmark === null ? {} : { address2: landmark }),
        ...(deliveryDate ? { deferred_date: deliveryDate } : {}),
      },
      signal,
    );
  }

  requestRto({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    return this.decide(trackingNumber, { action: 'return', comments: 'Asked for by the seller' }, signal);
  }

  async check(signal: AbortSignal): Promise<CarrierCheck> {
    const answer = await this.calls.send('wallet', 'GET', '/account/details/wallet-balance', null, signal);
    const reason = refusalOf(answer, shiprocketWords);
    if (reason !== null) return { ok: false, message: partnerSays('Shiprocket', reason) };
    const balance = paiseOf(fieldsOf(fieldsOf(readJson(answer.text)).data).balance_amount);
    if (balance === null) throw unclear(answer);
    const what = say('takes_credentials_wallet_has', 'takes these credentials; its wallet has {balance}', {
      balance: money(balance),
    });
    return { ok: true, message: partnerSays('Shiprocket', what) };
  }

  /** Shiprocket knows warehouses by nicknames: a warehouse that moved gets a new nickname. */
  async registerWarehouse(warehouse: CourierWarehouse, signal: AbortSignal): Promise<WarehouseAnswer> {
    const listed = await this.calls.send('pickup_locations', 'GET', '/settings/company/pickup', null, signal);
    const notListed = refusalOf(listed, shiprocketWords);
    if (notListed !== null) return { outcome: 'refused', reason: notListed };
    const places = readJson(listed.text);
    if (places === undefined) throw unclear(listed);
    const known = new Map(
      itemsOf(fieldsOf(fieldsOf(places).data).shipping_address)
        .map(fieldsOf)
        .map((place) => [
          `${textOf(place.pickup_location)}`,
          `${textOf(place.address)} ${textOf(place.pin_code)}`,
        ]),
    );
    const { address, pincode, city, state, email, phone } = warehouse;
    const nickname = findPlaceName(known, warehouse.warehouseName, `${address} ${pincode}`, LONGEST_NICKNAME);
    if (nickname === null) return { outcome: 'refused', reason: HAS_OTHER_PLACES };
    const registered = { outcome: 'registered', courierName: nickname.name } as const;
    if (nickname.isKnown) return registered;
    const place = {
      pickup_location: nickname.name,
      name: warehouse.name,
      email,
      phone: phone.slice(-10),
      address,
      address_2: '',
      city,
      state,
      country: 'India',
      pin_code: pincode,
    };
    const answer = await this.calls.send(
      'add_pickup_location',
      'POST',
      '/settings/company/addpickup',
      place,
      signal,
      { isSafeToRepeat: false },
    );
    const reason = refusalOf(answer, shiprocketWords);
    if (reason !== null) return { outcome: 'refused', reason };
    if (fieldsOf(readJson(answer.text)).success !== true) return refusedIn(answer);
    return registered;
  }

  /** Sends one request per shipment. A shipment that already waits for its courier counts as requested. */
  async requestPickup({ bookings, date }: PickupInput, signal: AbortSignal): Promise<PickupAnswer> {
    const tokens: string[] = [];
    const refusals: Sentence[] = [];
    for (const { trackingNumber, courierOrderId } of bookings) {
      const body = { shipment_id: [Number(courierOrderId)], pickup_date: [date] };
      const answer = await this.calls.send('pickup', 'POST', '/courier/generate/pickup', body, signal);
      const reason = refusalOf(answer, shiprocketWords);
      if (reason === null && readJson(answer.text) === undefined) throw unclear(answer);
      const token = textOf(fieldsOf(fieldsOf(readJson(answer.text)).response).pickup_token_number);
      if (reason === null || ALREADY_QUEUED.test(reason.text)) tokens.push(token ?? trackingNumber);
      else
        refusals.push(
          say('of_parcel', '{tracking_number}: {reason}', { tracking_number: trackingNumber, reason }),
        );
    }
    const [first] = tokens;
    if (first === undefined) return { outcome: 'refused', reason: refusals[0] ?? NOTHING_TO_PICK_UP };
    return {
      outcome: 'requested',
      pickupId: first,
      note: refusals.length === 0 ? null : allOf(refusals),
    };
  }

  async track(bookings: readonly CarrierBooking[], signal: AbortSignal): Promise<TrackedParcel[]> {
    const awbs = bookings.map(({ trackingNumber }) => trackingNumber);
    const answer = await this.calls.send('track', 'POST', '/courier/track/awbs', { awbs }, signal);
    if (!foundSomething(answer, shiprocketWords)) return [];
    if (readJson(answer.text) === undefined) throw unclear(answer);
    const requestedNumbers = new Set(awbs);
    return readTracked(answer.text).filter(({ trackingNumber }) => requestedNumbers.has(trackingNumber));
  }

  async label({ courierOrderId }: CarrierBooking, signal: AbortSignal): Promise<CourierLabel | null> {
    if (courierOrderId === null) return null;
    const path = '/courier/generate/label';
    const answer = await this.calls.send(
      'label',
      'POST',
      path,
      { shipment_id: [Number(courierOrderId)] },
      signal,
    );
    if (!foundSomething(answer, shiprocketWords)) return null;
    const url = textOf(fieldsOf(readJson(answer.text)).label_url);
    if (url === null) return null;
    const file = await this.connection.requests.send(
      { call: 'label_file', method: 'GET', path: url, isSafeToRepeat: true },
      signal,
    );
    if (!foundSomething(file, () => null)) return null;
    if (!file.body.subarray(0, 5).equals(PDF)) throw unclear(file);
    return { pdf: file.body };
  }

  async charges(shipment: ChargesRequest, signal: AbortSignal): Promise<CourierCharges | null> {
    const couriers = await this.couriersBetween(shipment, signal);
    const wanted = shipment.courierProduct;
    const courier = couriers.find(
      (candidate) => wanted === '' || textOf(candidate.courier_company_id) === wanted,
    );
    const totalPaise = paiseOf(shipment.leg === 'rto' ? courier?.rto_charges : courier?.rate);
    if (courier === undefined || totalPaise === null) return null;
    const kilograms = numberOf(courier.charge_weight);
    return {
      totalPaise,
      chargedWeightGrams: kilograms === null ? null : Math.round(kilograms * 1000),
      zone: textOf(courier.zone),
    };
  }

  async listProducts(signal: AbortSignal): Promise<CourierProduct[]> {
    const path = '/courier/courierListWithCounts?type=active';
    const answer = await this.calls.send('couriers', 'GET', path, null, signal);
    const reason = refusalOf(answer, shiprocketWords);
    if (reason !== null) throw new NotSentError(reason);
    const listed = fieldsOf(readJson(answer.text)).courier_data;
    if (!Array.isArray(listed)) throw unclear(answer);
    return listed.map(fieldsOf).flatMap((courier) => {
      const [code, name] = [textOf(courier.id), textOf(courier.name)];
      return code === null || name === null ? [] : [{ code, name, isAir: numberOf(courier.mode) === AIR }];
    });
  }

  private async couriersBetween(shipment: ChargesRequest, signal: AbortSignal) {
    const size = shiprocketSize(shipment);
    const query = new URLSearchParams({
      pickup_postcode: shipment.originPincode,
      delivery_postcode: shipment.destinationPincode,
      cod: shipment.codAmountPaise > 0 ? '1' : '0',
      weight: String(size.weight),
      length: String(size.length),
      breadth: String(size.breadth),
      height: String(size.height),
      declared_value: String(declaredPaise(shipment) / 100),
      ...(shipment.journey === 'return' ? { is_return: '1' } : {}),
    });
    const answer = await this.calls.send(
      'serviceability',
      'GET',
      `/courier/serviceability/?${query}`,
      null,
      signal,
    );
    if (!foundSomething(answer, shiprocketWords)) return [];
    return itemsOf(fieldsOf(fieldsOf(readJson(answer.text)).data).available_courier_companies).map(fieldsOf);
  }

  /** Creates the order with this id, or returns the existing order. */
  private async create(request: BookingRequest, signal: AbortSignal): Promise<ShiprocketOrder | Refused> {
    const isReturn = request.journey === 'return';
    const [path, body] = isReturn
      ? ['/orders/create/return', shiprocketReturn(request)]
      : ['/orders/create/adhoc', shiprocketOrder(request)];
    const answer = await this.calls.send('create', 'POST', path, body, signal);
    const reason = refusalOf(answer, shiprocketWords);
    if (reason !== null) return { outcome: 'refused', reason };
    // Shiprocket also refuses with status 200 and problems by field.
    return readCreated(answer.text) ?? refusedIn(answer);
  }

  /** Gets a number for an order, or cancels the order. */
  private async assignOrClose(
    request: BookingRequest,
    order: ShiprocketOrder,
    signal: AbortSignal,
  ): Promise<BookingAnswer> {
    if (order.trackingNumber !== null) return bookedAs(order, order.trackingNumber, null);
    try {
      return await this.assign(request, order, signal);
    } catch (error) {
      if (error instanceof NotSentError) await this.giveUp(order, signal);
      throw error;
    }
  }

  private async assign(
    { courierProduct, journey, orderReference }: BookingRequest,
    order: ShiprocketOrder,
    signal: AbortSignal,
  ): Promise<BookingAnswer> {
    const body = {
      shipment_id: Number(order.shipmentId),
      ...(courierProduct === '' ? {} : { courier_id: Number(courierProduct) }),
      ...(journey === 'return' ? { is_return: 1 } : {}),
    };
    const answer = await this.calls.send('assign', 'POST', '/courier/assign/awb', body, signal);
    const reason = refusalOf(answer, shiprocketWords);
    const data = fieldsOf(fieldsOf(fieldsOf(readJson(answer.text)).response).data);
    const trackingNumber = reason === null ? textOf(data.awb_code) : null;
    if (trackingNumber !== null) return bookedAs(order, trackingNumber, textOf(data.routing_code));
    if (reason === null && readJson(answer.text) === undefined) throw unclear(answer);
    // If this is a repeat, the first request may have assigned a number; otherwise the order is useless.
    const has = await followUp(this.connection, (aftermath) =>
      new ShiprocketAdapter(aftermath).findOrder(orderReference, signal),
    );
    if (has !== null && has.trackingNumber !== null) return bookedAs(has, has.trackingNumber, null);
    await this.giveUp(order, signal);
    return reason === null ? refusedIn(answer) : { outcome: 'refused', reason };
  }

  /**
   * Cancels the order of a refused booking. Otherwise the next booking with this id would get the open order,
   * and its parcel would go to the address of this booking. Until the order is cancelled, the booking does
   * not count as refused.
   */
  private giveUp(order: ShiprocketOrder, signal: AbortSignal): Promise<void> {
    return followUp(this.connection, (aftermath) =>
      new ShiprocketAdapter(aftermath).cancelOrder(order, signal),
    );
  }

  private async findOrder(reference: string, signal: AbortSignal): Promise<ShiprocketOrder | null> {
    const path = urlPath`/orders?search=${reference}`;
    const answer = await this.calls.send('orders', 'GET', path, null, signal);
    const reason = refusalOf(answer, shiprocketWords);
    if (reason !== null) throw new NotSentError(reason);
    if (!Array.isArray(fieldsOf(readJson(answer.text)).data)) throw unclear(answer);
    return readFoundOrder(answer.text, reference);
  }

  private async cancelOrder({ orderId }: ShiprocketOrder, signal: AbortSignal): Promise<void> {
    const answer = await this.calls.send(
      'cancel_order',
      'POST',
      '/orders/cancel',
      { ids: [Number(orderId)] },
      signal,
    );
    const cancelled = acted(answer);
    if (cancelled.outcome === 'refused') throw new NotSentError(cancelled.reason);
  }

  private async decide(
    trackingNumber: string,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ActionAnswer> {
    const path = urlPath`/ndr/${trackingNumber}/action`;
    return acted(await this.calls.send('ndr', 'POST', path, body, signal));
  }
}

const PDF = Buffer.from('%PDF-');
const NOTHING_TO_PICK_UP = say('has_nothing_to_pick_up', 'has nothing to pick up');
const ALREADY_QUEUED = /already in pickup queue|already scheduled/i;
const ALREADY_CANCELLED = /already\b.{0,20}\bcancel/i;
/** Its couriers' `mode`: 0 by road, 1 by air. */
const AIR = 1;

function isCancelled({ statusCode }: ShiprocketOrder): boolean {
  return statusCode === CANCELLED_ORDER;
}

/** The order id of a booking if the usual order id is used up. */
function ownIdOf({ orderReference, reference }: BookingReference): string {
  return referenceOfBooking(orderReference, reference, LONGEST_ORDER_ID);
}

function bookedAs({ shipmentId }: ShiprocketOrder, trackingNumber: string, routingCode: string | null) {
  return {
    outcome: 'booked',
    trackingNumber: trackingNumber.toUpperCase(),
    surplus: [],
    routingCode,
    courierOrderId: shipmentId,
  } as const;
}

function acted(answer: PartnerAnswer): ActionAnswer {
  const reason = refusalOf(answer, shiprocketWords);
  if (reason === null) {
    const isItsOwn = answer.text.trim() === '' || readJson(answer.text) !== undefined;
    if (!isItsOwn) throw unclear(answer);
    return { outcome: 'done' };
  }
  return ALREADY_CANCELLED.test(reason.text) ? { outcome: 'done' } : { outcome: 'refused', reason };
}

/** The error in an answer with status 200. @throws LostAnswerError if it has no error */
function refusedIn(answer: PartnerAnswer): Refused {
  const words = shiprocketWords(answer.text);
  if (words === null) throw unclear(answer);
  return { outcome: 'refused', reason: asReason(words) };
}
