import {
  json,
  type StandIn,
  type StandInAnswer,
  type StandInParcel,
  type StandInRequest,
} from '../../../simulators/kit/stand-in.ts';
import type { StandInDependencies } from '../../../simulators/kit/start-stand-in.ts';

export const PAHAR_KEY = 'pahar-test-key';

interface Parcel extends StandInParcel {
  status: string;
  isExpected: boolean;
  readonly scans: { readonly code: string; readonly at: string; readonly place: string }[];
}

/** Pahar Post, which is invented: it makes a parcel for every `create` that it receives. */
export class PaharPostStandIn implements StandIn {
  readonly courier = 'pahar_post';
  readonly limits = {};
  readonly instructions = {};
  readonly words = {
    unknown: () => json(404, { error: 'no such path' }),
    slowDown: json(429, { error: 'slow down' }),
    withStatus: (status: number) => json(status, { error: `status ${status}` }),
    refusal: () => json(422, { error: 'pincode is not served' }),
  };
  readonly routes = [
    route('me', 'GET', /^\/me$/, () => json(200, { ok: true })),
    route('create', 'POST', /^\/parcels$/, (request) => this.#create(request)),
    route('find', 'GET', /^\/parcels$/, ({ query }) => {
      const reference = query.get('reference');
      return json(200, { parcels: this.#parcels.filter((parcel) => parcel.reference === reference) });
    }),
    route('track', 'GET', /^\/track$/, ({ query }) => {
      const numbers = (query.get('numbers') ?? '').split(',');
      return json(200, {
        parcels: this.#parcels.filter(({ trackingNumber }) => numbers.includes(trackingNumber)),
      });
    }),
    route('cancel', 'POST', /^\/parcels\/([^/]+)\/cancel$/, ({ groups }) => {
      const parcel = this.#parcel(groups[0]);
      if (parcel === undefined) return json(404, { error: 'no such parcel' });
      parcel.isExpected = false;
      parcel.status = parcel.scans.length > 0 ? 'RETURNING' : 'CANCELLED';
      return json(200, { ok: true, returning: parcel.scans.length > 0 });
    }),
    route('decide', 'POST', /^\/parcels\/([^/]+)\/(reattempt|return)$/, ({ groups }) =>
      this.#parcel(groups[0]) === undefined
        ? json(404, { error: 'no such parcel' })
        : json(200, { ok: true }),
    ),
  ];
  readonly #parcels: Parcel[] = [];
  readonly #pushes: StandInDependencies['pushes'];

  constructor({ pushes }: StandInDependencies) {
    this.#pushes = pushes;
  }

  parcels(): readonly StandInParcel[] {
    return this.#parcels;
  }

  /** Scans a parcel, and pushes the scan. */
  scan(trackingNumber: string, code: string, at: Date, place: string): void {
    const scan = { code, at: at.toISOString(), place };
    this.#parcel(trackingNumber)?.scans.push(scan);
    this.#pushes.push({ number: trackingNumber, ...scan });
  }

  #parcel(trackingNumber: string | undefined): Parcel | undefined {
    return this.#parcels.find((parcel) => parcel.trackingNumber === trackingNumber);
  }

  #create({ body }: StandInRequest): StandInAnswer {
    const { reference } = JSON.parse(body) as { reference: string };
    const trackingNumber = `PAHAR${String(this.#parcels.length + 1).padStart(8, '0')}`;
    this.#parcels.push({ trackingNumber, reference, status: 'BOOKED', isExpected: true, scans: [] });
    return json(201, { number: trackingNumber, sort_code: 'DDN/PHR' });
  }
}

/** The answer to every call without the key. */
function route(
  call: string,
  method: string,
  path: RegExp,
  answer: (request: StandInRequest) => StandInAnswer,
) {
  return {
    call,
    method,
    path,
    answer: (request: StandInRequest) =>
      request.headers['x-key'] === PAHAR_KEY ? answer(request) : json(401, { error: 'wrong key' }),
  };
}
