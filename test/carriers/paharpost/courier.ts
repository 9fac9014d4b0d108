import type {
  ActionAnswer,
  Booked,
  CarrierAdapter,
  CarrierScan,
} from '../../../src/carriers/carrier-adapter.ts';
import type { Courier, CourierConnection } from '../../../src/carriers/courier.ts';
import { asReason } from '../../../src/partners/answer-fields.ts';
import { LostAnswerError, type PartnerAnswer, type PartnerRequest } from '../../../src/partners/partner.ts';
import { answeredNotItsOwn, answeredStatus } from '../../../src/partners/refusal.ts';
import { refused } from '../../../src/problems/problem.ts';
import { type Sentence, say } from '../../../src/problems/sentence.ts';

/** A request that was sent may still be carried out for this long. */
const SETTLED_AFTER_MS = 60_000;

const STATUSES: Readonly<Record<string, string>> = {
  PICKED: 'picked_up',
  MOVING: 'in_transit',
  OUT: 'out_for_delivery',
  DONE: 'delivered',
  TRIED: 'ndr_raised',
};

interface ParcelAnswer {
  readonly trackingNumber: string;
  readonly isExpected: boolean;
  readonly scans: readonly { readonly code: string; readonly at: string; readonly place: string }[];
}

/** The smallest possible courier, which is invented: only what the interface requires. */
export const PAHAR_POST: Courier = {
  name: 'pahar_post',
  title: 'Pahar Post',
  settings: [
    {
      name: 'base_url',
      description: say('pahar_post_base_url', 'The address of Pahar Post'),
      isRequired: true,
      isSecret: false,
      defaultValue: 'https://api.paharpost.example',
    },
    {
      name: 'key',
      description: say('pahar_post_key', 'From your account manager'),
      isRequired: true,
      isSecret: true,
      defaultValue: null,
    },
    {
      name: 'depot',
      description: say('pahar_post_depot', 'Where parcels are brought'),
      isRequired: false,
      isSecret: false,
      defaultValue: null,
    },
  ],
  products: [
    { code: 'SURFACE', name: 'Pahar Post Surface', isAir: false },
    { code: 'AIR', name: 'Pahar Post Air', isAir: true },
  ],
  can: {
    reverse: true,
    qc: false,
    separateRtoAddress: false,
    changes: false,
    ownLabelRequired: false,
    onLabel: [],
    pickupRequests: false,
    manifests: true,
    cod: true,
    air: false,
    warehouses: false,
    push: true,
    serviceability: false,
    polling: { batch: 50 },
    finding: null,
    allottedNumbers: null,
    charges: false,
    codLimitPaise: 5_000_000,
    maxWeightGrams: null,
    referenceLength: 20,
  },
  limits: {
    rates: { any: { requests: 1_000, perMs: 1_000 } },
    timeoutsMs: { any: 10_000 },
    slowDown: ({ status }) => (status === 429 ? 1_000 : null),
  },
  open: (connection) => new PaharPostAdapter(connection),
  readPush: (payload) => {
    const { number, code, at, place } = (payload ?? {}) as Record<string, unknown>;
    if (typeof number !== 'string' || typeof code !== 'string' || typeof at !== 'string') {
      throw refused(say('pahar_post_push', 'number, code and at are required'));
    }
    return [scanOf(number, { code, at, place: typeof place === 'string' ? place : '' })];
  },
};

class PaharPostAdapter implements CarrierAdapter {
  readonly #connection: CourierConnection;

  constructor(connection: CourierConnection) {
    this.#connection = connection;
  }

  readonly book: CarrierAdapter['book'] = async (request, signal) => {
    const { orderReference, courierProduct, delivery, codAmountPaise } = request;
    const answer = await this.#post('create', '/parcels', signal, {
      reference: orderReference,
      product: courierProduct,
      to: delivery,
      cod: codAmountPaise / 100,
    });
    if (answer.status !== 201) return { outcome: 'refused', reason: reasonOf(answer) };
    const { number, sort_code: routingCode } = readJson(answer);
    return booked([String(number)], String(routingCode));
  };

  readonly findBooking: CarrierAdapter['findBooking'] = async (lost, signal) => {
    const { orderReference, askedAt } = lost;
    const path = `/parcels?reference=${encodeURIComponent(orderReference)}`;
    const answer = await this.#get('find', path, signal);
    if (answer.status !== 200) throw new LostAnswerError(answeredStatus(answer.status));
    const { parcels } = readJson(answer) as { parcels: ParcelAnswer[] };
    const numbers = parcels.filter(({ isExpected }) => isExpected).map((parcel) => parcel.trackingNumber);
    if (numbers.length > 0) return booked(numbers, null);
    const isSettled = this.#connection.now().getTime() - askedAt.getTime() > SETTLED_AFTER_MS;
    return { outcome: isSettled ? 'not_booked' : 'too_early' };
  };

  readonly cancel: CarrierAdapter['cancel'] = async ({ trackingNumber }, signal) => {
    const answer = await this.#post('cancel', `/parcels/${trackingNumber}/cancel`, signal);
    const isReturning = answer.status === 200 && readJson(answer).returning === true;
    return isReturning ? { outcome: 'turned_into_return' } : done(answer);
  };

  readonly requestReattempt: CarrierAdapter['requestReattempt'] = async ({ trackingNumber }, _what, signal) =>
    done(await this.#post('decide', `/parcels/${trackingNumber}/reattempt`, signal));

  readonly requestRto: CarrierAdapter['requestRto'] = async ({ trackingNumber }, signal) =>
    done(await this.#post('decide', `/parcels/${trackingNumber}/return`, signal));

  readonly check: NonNullable<CarrierAdapter['check']> = async (signal) => {
    const answer = await this.#get('me', '/me', signal);
    if (answer.status === 200) {
      return readJson(answer).ok === true
        ? { ok: true, message: TAKES_KEY }
        : { ok: false, message: NOT_PAHAR_POST };
    }
    return { ok: false, message: answer.status === 401 ? KEY_IS_WRONG : reasonOf(answer) };
  };

  readonly track: NonNullable<CarrierAdapter['track']> = async (bookings, signal) => {
    const numbers = bookings.map(({ trackingNumber }) => trackingNumber).join(',');
    const answer = await this.#get('track', `/track?numbers=${numbers}`, signal);
    if (answer.status !== 200) throw new LostAnswerError(answeredStatus(answer.status));
    const { parcels } = readJson(answer) as { parcels: ParcelAnswer[] };
    return parcels.map(({ trackingNumber, scans }) => ({
      trackingNumber,
      scans: scans.map((scan) => scanOf(trackingNumber, scan)),
      expectedDeliveryDate: null,
      chargedWeightGrams: null,
    }));
  };

  #get(call: string, path: string, signal: AbortSignal): Promise<PartnerAnswer> {
    return this.#send({ call, method: 'GET', path, isSafeToRepeat: true }, signal);
  }

  #post(call: string, path: string, signal: AbortSignal, body: object = {}): Promise<PartnerAnswer> {
    const isSafeToRepeat = call !== 'create';
    return this.#send({ call, method: 'POST', path, body: JSON.stringify(body), isSafeToRepeat }, signal);
  }

  async #send(request: PartnerRequest, signal: AbortSignal): Promise<PartnerAnswer> {
    const { requests, settings } = this.#connection;
    const headers = { 'x-key': settings.key ?? '', 'content-type': 'application/json' };
    const answer = await requests.send({ ...request, headers }, signal);
    if (answer.status >= 500) throw new LostAnswerError(answeredStatus(answer.status));
    return answer;
  }
}

/** @throws LostAnswerError */
function readJson({ text, status }: PartnerAnswer): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new LostAnswerError(answeredNotItsOwn(status));
  }
}

const TAKES_KEY = say('pahar_post_takes_key', 'Pahar Post takes this key');
const NOT_PAHAR_POST = say('not_pahar_post', 'what answered is not Pahar Post: correct base_url');
const KEY_IS_WRONG = say('key_is_wrong', 'key is wrong');
const NOT_ITS_OWN = say('answered_something_else', 'answered with something that is not its own');

function reasonOf(answer: PartnerAnswer): Sentence {
  return answer.status === 200 ? unclear(answer) : asReason(String(readJson(answer).error ?? answer.status));
}

/** @throws LostAnswerError, because only 201 means that a parcel was made */
function unclear(answer: PartnerAnswer): never {
  readJson(answer);
  throw new LostAnswerError(NOT_ITS_OWN);
}

function done(answer: PartnerAnswer): ActionAnswer {
  return answer.status === 200 ? { outcome: 'done' } : { outcome: 'refused', reason: reasonOf(answer) };
}

function booked([trackingNumber = '', ...surplus]: readonly string[], routingCode: string | null): Booked {
  return { outcome: 'booked', trackingNumber, surplus, routingCode, courierOrderId: null };
}

function scanOf(trackingNumber: string, scan: ParcelAnswer['scans'][number]): CarrierScan {
  return {
    trackingNumber,
    status: STATUSES[scan.code] ?? scan.code,
    eventDateTime: scan.at,
    location: scan.place,
    description: null,
    reason: null,
    carrierEventId: null,
  };
}
