import { urlPath } from '../../domain/url-path.ts';
import {
  type AnswerFields,
  fieldsOf,
  itemsOf,
  numberOf,
  paiseOf,
  textOf,
} from '../../partners/answer-fields.ts';
import { NotSentError, type PartnerAnswer, partnerSays } from '../../partners/partner.ts';
import { afterOneSent } from '../../partners/refusal.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type {
  ActionAnswer,
  BookingAnswer,
  BookingChanges,
  BookingLookup,
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  CarrierCheck,
  ChargesRequest,
  CourierCharges,
  CourierLabel,
  CourierWarehouse,
  LostBooking,
  PickupAnswer,
  PickupInput,
  PincodeService,
  ReattemptCorrection,
  TrackedParcel,
  WarehouseAnswer,
} from '../carrier-adapter.ts';
import type { CourierConnection } from '../courier.ts';
import {
  contentOf,
  delhiveryRefusal,
  doesNotServe,
  refusalIn,
  refusedBecause,
  refusedWith,
} from './answers.ts';
import { gramsOf, readProduct, toRupees, withoutSpecials } from './booking-body.ts';
import { DelhiveryBookings } from './delhivery-bookings.ts';
import { DelhiveryCalls } from './delhivery-calls.ts';

const MOST_NUMBERS = 10_000;
/** A pincode in Delhi, used to check the token. */
const CHECKED_PINCODE = '110001';

export class DelhiveryAdapter implements CarrierAdapter {
  readonly #calls: DelhiveryCalls;
  readonly #bookings: DelhiveryBookings;

  constructor(connection: CourierConnection) {
    this.#calls = new DelhiveryCalls(connection);
    this.#bookings = new DelhiveryBookings(this.#calls, connection);
  }

  async check(signal: AbortSignal): Promise<CarrierCheck> {
    const path = `/c/api/pin-codes/json/?filter_codes=${CHECKED_PINCODE}`;
    const answer = await this.#calls.get('pin_codes', path, signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) return { ok: false, message: partnerSays('Delhivery', refusal) };
    return Array.isArray(fieldsOf(contentOf(answer)).delivery_codes)
      ? { ok: true, message: partnerSays('Delhivery', say('takes_token', 'takes the token')) }
      : { ok: false, message: partnerSays('Delhivery', NO_PINCODES) };
  }

  book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer> {
    return this.#bookings.book(request, (count) => this.fetchNumbers(count, signal), signal);
  }

  async findBooking(lost: LostBooking, signal: AbortSignal): Promise<BookingLookup> {
    const [found] = await this.#bookings.find([lost], signal);
    return found ?? { outcome: 'too_early' };
  }

  findBookings(lost: readonly LostBooking[], signal: AbortSignal): Promise<readonly BookingLookup[]> {
    return this.#bookings.find(lost, signal);
  }

  /** Cancels a parcel before its pickup. After the pickup, the parcel turns back and arrives as a return. */
  async cancel({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    const answer = await this.#calls.cancel(trackingNumber, signal);
    if (answer.outcome !== 'done') return answer;
    const [parcel] = await afterOneSent(this.#calls.track(`waybill=${trackingNumber}`, signal));
    return parcel?.isTaken === true ? { outcome: 'turned_into_return' } : answer;
  }

  async requestReattempt(
    { trackingNumber }: CarrierBooking,
    { addressLine, landmark, phone, deliveryDate }: ReattemptCorrection,
    signal: AbortSignal,
  ): Promise<ActionAnswer> {
    // The API cannot choose a day, and an attempt tomorrow is not an attempt on the requested day.
    if (deliveryDate) return refusedBecause(NO_OTHER_DAY);
    if (addressLine === null && landmark !== null) {
      return refusedBecause(NO_LANDMARK_ALONE);
    }
    const add = [addressLine, landmark].filter((part) => part !== null).join(', ');
    const correction = {
      ...(add === '' ? {} : { add: withoutSpecials(add) }),
      ...(phone === null ? {} : { phone }),
    };
    if (Object.keys(correction).length > 0) {
      const edited = await this.#calls.edit({ waybill: trackingNumber, ...correction }, signal);
      if (edited.outcome !== 'done') return edited;
    }
    const body = { data: [{ waybill: trackingNumber, act: 'RE-ATTEMPT' }] };
    const answer = await this.#calls.post('ndr', '/api/p/update', body, signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) return refusedBecause(refusal);
    const content = contentOf(answer);
    const actionId = textOf(fieldsOf(content).request_id);
    if (actionId !== null) return { outcome: 'accepted', actionId };
    return refusedBecause(refusalIn(content, NO_NUMBER_OF_REQUEST));
  }

  /** The courier has no other way: a parcel that is cancelled after an attempt comes back. */
  async requestRto(booking: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    const answer = await this.cancel(booking, signal);
    return answer.outcome === 'turned_into_return' ? { outcome: 'done' } : answer;
  }

  async actionResult(
    actionId: string,
    signal: AbortSignal,
  ): Promise<ActionAnswer | { readonly outcome: 'pending' }> {
    const path = urlPath`/api/cmu/get_bulk_upl/${actionId}?verbose=true`;
    const answer = await this.#calls.get('ndr_result', path, signal);
    const refusal = delhiveryRefusal(answer);
    return refusal === null ? readActionResult(contentOf(answer)) : refusedBecause(refusal);
  }

  /** The courier reports an embargo as a remark on a pincode that it otherwise serves. */
  async serves(pincode: string, signal: AbortSignal): Promise<PincodeService | null> {
    const path = urlPath`/c/api/pin-codes/json/?filter_codes=${pincode}`;
    const answer = await this.#calls.get('pin_codes', path, signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) throw new NotSentError(refusal);
    const codes = fieldsOf(contentOf(answer)).delivery_codes;
    if (!Array.isArray(codes)) return null;
    const place = codes.length === 0 ? null : fieldsOf(fieldsOf(codes[0]).postal_code);
    const notThere =
      place === null
        ? doesNotServe(pincode)
        : /embargo/i.test(textOf(place.remarks) ?? '')
          ? say(
              'does_not_serve_for_now',
              'does not serve {pincode} for the time being: it has an embargo on it',
              { pincode },
            )
          : null;
    const unless = (field: string, reason: Sentence) =>
      notThere ?? (textOf(place?.[field]) === 'N' ? reason : null);
    const named = { pincode };
    return {
      prepaid: unless('pre_paid', say('brings_no_prepaid', 'brings no prepaid parcels to {pincode}', named)),
      cod: unless('cod', say('takes_no_cash_at', 'takes no cash on delivery at {pincode}', named)),
      returns: unless('pickup', say('picks_up_no_returns_at', 'picks up no returns at {pincode}', named)),
    };
  }

  async registerWarehouse(warehouse: CourierWarehouse, signal: AbortSignal): Promise<WarehouseAnswer> {
    const { phone, email, pincode } = warehouse;
    const courierName = withoutSpecials(warehouse.courierName);
    const [address, city, state] = [warehouse.address, warehouse.city, warehouse.state].map(withoutSpecials);
    const created = await this.#calls.post(
      'create_warehouse',
      '/api/backend/clientwarehouse/create/',
      {
        ...{ name: courierName, phone, email, address, city, pin: pincode, country: 'India' },
        ...{ return_address: address, return_city: city, return_state: state, return_pin: pincode },
        return_country: 'India',
      },
      signal,
    );
    const registered = { outcome: 'registered', courierName } as const;
    const reason = warehouseRefusal(created);
    if (reason === null) return registered;
    if (!/already exists/i.test(reason.text)) return refusedBecause(reason);
    // Names are unique in an account at the courier, so this warehouse is ours; it may have moved since.
    const moved = { name: courierName, phone, address, pin: pincode };
    const edited = await this.#calls.post(
      'edit_warehouse',
      '/api/backend/clientwarehouse/edit/',
      moved,
      signal,
    );
    const editReason = warehouseRefusal(edited);
    return editReason === null ? registered : refusedBecause(editReason);
  }

  /** A pickup request is for all parcels of a warehouse; an open request includes these parcels too. */
  async requestPickup(pickup: PickupInput, signal: AbortSignal): Promise<PickupAnswer> {
    const { date, time, parcels, warehouse } = pickup;
    const answer = await this.#calls.post(
      'pickup',
      '/fm/request/new/',
      {
        pickup_date: date,
        pickup_time: time.length === 5 ? `${time}:00` : time,
        pickup_location: warehouse.courierName,
        expected_package_count: parcels,
      },
      signal,
    );
    if (/Client is on auto pickup/i.test(answer.text)) {
      return { outcome: 'requested', pickupId: '', note: COMES_BY_ITSELF };
    }
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) return refusedBecause(refusal);
    const content = contentOf(answer);
    const { pickup_id, pr_exist, pickup_date, pickup_time } = fieldsOf(content);
    const pickupId = textOf(pickup_id);
    if (pickupId === null) {
      return refusedBecause(refusalIn(content, NO_NUMBER_OF_PICKUP));
    }
    if (pr_exist === true) return { outcome: 'requested', pickupId, note: ASKED_BEFORE };
    const [day, at] = [textOf(pickup_date) ?? date, (textOf(pickup_time) ?? time).slice(0, 5)];
    const isAsWished = day === date && at === time.slice(0, 5);
    const when = say('comes_on', 'comes on {day} at {time}', { day, time: at });
    return { outcome: 'requested', pickupId, note: isAsWished ? null : partnerSays('Delhivery', when) };
  }

  async track(bookings: readonly CarrierBooking[], signal: AbortSignal): Promise<TrackedParcel[]> {
    // A text that cannot be one of the courier's numbers might make it refuse the whole request.
    const numbers = bookings.flatMap(({ trackingNumber }) =>
      /^\d+$/.test(trackingNumber) ? trackingNumber : [],
    );
    if (numbers.length === 0) return [];
    const requestedNumbers = new Set(numbers);
    const parcels = await this.#calls.track(`waybill=${numbers.join(',')}`, signal);
    return parcels
      .filter(({ waybill }) => requestedNumbers.has(waybill))
      .map(({ waybill, scans, expectedDelivery, chargedWeightGrams }) => ({
        trackingNumber: waybill,
        scans,
        expectedDeliveryDate: expectedDelivery,
        chargedWeightGrams,
      }));
  }

  /** Our label is used, with the courier's sort code. */
  async label({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<CourierLabel | null> {
    const routingCode = textOf((await this.#slip(trackingNumber, signal)).sort_code);
    return routingCode === null ? null : { routingCode };
  }

  async change(
    { trackingNumber }: CarrierBooking,
    { delivery, parcel, codAmountPaise }: BookingChanges,
    signal: AbortSignal,
  ): Promise<ActionAnswer> {
    if (delivery !== null) {
      const pincode = textOf((await this.#slip(trackingNumber, signal)).pin);
      if (pincode !== null && pincode !== delivery.pincode) {
        return refusedBecause(NO_OTHER_PINCODE);
      }
    }
    return this.#calls.edit(
      {
        waybill: trackingNumber,
        ...(delivery !== null && {
          name: withoutSpecials(delivery.name),
          phone: delivery.phone,
          add: withoutSpecials(delivery.address),
        }),
        ...(parcel !== null && {
          weight: gramsOf(parcel.deadWeight),
          shipment_length: Number(parcel.length),
          shipment_width: Number(parcel.width),
          shipment_height: Number(parcel.height),
        }),
        ...(codAmountPaise !== null &&
          (codAmountPaise === 0 ? { pt: 'Pre-paid' } : { pt: 'COD', cod: toRupees(codAmountPaise) })),
      },
      signal,
    );
  }

  /** The courier calls its answer approximate; its test host answers 0, which is no price. */
  async charges(shipment: ChargesRequest, signal: AbortSignal): Promise<CourierCharges | null> {
    const product = readProduct(shipment.courierProduct);
    if (product === null) return null;
    const query = new URLSearchParams({
      md: product,
      cgm: String(gramsOf(shipment.deadWeight)),
      o_pin: shipment.originPincode,
      d_pin: shipment.destinationPincode,
      ss: shipment.leg === 'rto' ? 'RTO' : shipment.journey === 'return' ? 'DTO' : 'Delivered',
      // Without `pt`, the courier answers 0.
      pt: shipment.codAmountPaise > 0 ? 'COD' : 'Pre-paid',
      l: shipment.length,
      b: shipment.width,
      h: shipment.height,
      ipkg_type: 'box',
    });
    const answer = await this.#calls.get('charges', `/api/kinko/v1/invoice/charges/.json?${query}`, signal);
    if (delhiveryRefusal(answer) !== null) return null;
    const charges = fieldsOf(itemsOf(contentOf(answer))[0]);
    const totalPaise = paiseOf(charges.total_amount);
    if (totalPaise === null || totalPaise === 0) return null;
    const weight = numberOf(charges.charged_weight) ?? 0;
    return {
      totalPaise,
      chargedWeightGrams: weight > 0 ? Math.ceil(weight) : null,
      zone: textOf(charges.zone),
    };
  }

  /** The courier sends text with commas, or a bare number; nothing if the account has no series. */
  async fetchNumbers(count: number, signal: AbortSignal): Promise<readonly string[]> {
    const wanted = Math.min(count, MOST_NUMBERS);
    const answer = await this.#calls.get('waybills', `/waybill/api/bulk/json/?count=${wanted}`, signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) throw new NotSentError(refusal);
    const numbers = (textOf(contentOf(answer)) ?? '').split(',').map((number) => number.trim());
    return numbers.filter((number) => /^\d+$/.test(number));
  }

  /** The data of a label; empty for an unknown parcel. */
  async #slip(waybill: string, signal: AbortSignal): Promise<AnswerFields> {
    const path = urlPath`/api/p/packing_slip?wbns=${waybill}&pdf=false`;
    const answer = await this.#calls.get('label', path, signal);
    if (delhiveryRefusal(answer) !== null) return {};
    return fieldsOf(itemsOf(fieldsOf(contentOf(answer)).packages)[0]);
  }
}

const NO_PINCODES = say('answered_no_pincodes', 'answered something else than pincodes: check base_url');
const NO_OTHER_DAY = say('puts_no_delivery_off', 'does not put a delivery off to another day');
const NO_LANDMARK_ALONE = say('takes_no_landmark_alone', 'takes a landmark only with the whole address');
const NO_OTHER_PINCODE = say(
  'takes_no_other_pincode',
  'takes no other pincode for a parcel: cancel it and book it again',
);
const NO_NUMBER_OF_REQUEST = say('says_no_number_of_request', 'says: it gave no number for the request');
const NO_NUMBER_OF_PICKUP = say('says_no_number_of_pickup', 'says: it gave no number for the pickup');
const COMES_BY_ITSELF = partnerSays('Delhivery', say('comes_by_itself', 'comes to this account by itself'));
const ASKED_BEFORE = partnerSays(
  'Delhivery',
  say('was_asked_to_come_before', 'was asked to come before, and takes these parcels with the others'),
);

/** The reason why the courier refused a warehouse; null if it accepted it. */
function warehouseRefusal(answer: PartnerAnswer): Sentence | null {
  const refusal = delhiveryRefusal(answer);
  if (refusal !== null) return refusal;
  const content = contentOf(answer);
  if (fieldsOf(content).success === true) return null;
  return refusalIn(content, say('says_not_taken', 'says: it was not taken'));
}

const ACTION_REFUSALS =
  /incorrect status|Invalid data|more than 1000|Unauthorized|not valid|is missing|max attempt|Incorrect waybill|part of dispatch|should be in Canceled|not allowed|No data found/i;

/** The shape of this answer is not known, so the whole answer is searched for the documented words. */
function readActionResult(content: unknown): ActionAnswer | { readonly outcome: 'pending' } {
  const words = wordsIn(content);
  if (words.some((word) => /is being performed|in ?progress|pending|queued/i.test(word))) {
    return { outcome: 'pending' };
  }
  const refusal = words.find((word) => ACTION_REFUSALS.test(word));
  if (refusal !== undefined) return refusedBecause(refusedWith(refusal));
  if (words.some((word) => /^fail/i.test(word))) {
    return refusedBecause(say('did_not_do_it', 'did not do it, and does not say why'));
  }
  return words.some((word) => /^(success|complete|done)/i.test(word))
    ? { outcome: 'done' }
    : { outcome: 'pending' };
}

const DEEPEST = 6;

/** Every text in an answer. */
function wordsIn(content: unknown, depth = 0): string[] {
  if (typeof content === 'string') return [content];
  if (depth > DEEPEST || typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap((part) => wordsIn(part, depth + 1));
}
