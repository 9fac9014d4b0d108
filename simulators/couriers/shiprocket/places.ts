import { numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';

const LONGEST_NICKNAME = 36;
const REQUIRED = [
  'pickup_location',
  'name',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'country',
  'pin_code',
];

/** The stand-in's couriers: all are made up, except for their kinds. */
export const COURIERS = [
  { id: 51, name: 'Madeup Surface', mode: 0, rate: 62, days: 5 },
  { id: 12, name: 'Madeup Air', mode: 1, rate: 98, days: 2 },
  { id: 77, name: 'Slow Cart', mode: 0, rate: 41, days: 9 },
] as const;

export function invalidData(errors: unknown): StandInAnswer {
  return json(422, { message: 'Oops! Invalid Data.', errors, status_code: 422 });
}

/** Pickup places, indexed by unique nicknames. */
export class Places {
  readonly #places = new Map<string, Sent>();

  has(nickname: string): boolean {
    return this.#places.has(nickname);
  }

  list(): StandInAnswer {
    return json(200, { data: { shipping_address: [...this.#places.values()] } });
  }

  add(sent: Sent): StandInAnswer {
    const errors: Record<string, string[]> = {};
    for (const field of REQUIRED) {
      if (textOf(sent[field]) === null) errors[field] = [`The ${field} field is required.`];
    }
    const nickname = textOf(sent.pickup_location) ?? '';
    if (nickname.length > LONGEST_NICKNAME)
      errors.pickup_location = [`May not be greater than ${LONGEST_NICKNAME} characters.`];
    if (this.#places.has(nickname)) errors.pickup_location = ['Address nick name already in use.'];
    if ((textOf(sent.address) ?? '').length < 10)
      errors.address = ['Address line 1 should have at least 10 characters.'];
    if (Object.keys(errors).length > 0) return json(422, { message: errors, status_code: 422 });
    const id = this.#places.size + 1;
    this.#places.set(nickname, { ...sent, id, status: 1, phone_verified: 0 });
    return json(200, { success: true, address: { ...sent, id } });
  }
}

export function listCouriers(): StandInAnswer {
  return json(200, {
    total_courier_count: COURIERS.length,
    courier_data: COURIERS.map(({ id, name, mode }) => ({ id, name, mode, status: 1, master_company: name })),
  });
}

export function serviceability(notServed: ReadonlySet<string>, query: URLSearchParams): StandInAnswer {
  const [from, to] = [query.get('pickup_postcode') ?? '', query.get('delivery_postcode') ?? ''];
  const grams = Math.ceil((numberOf(query.get('weight')) ?? 0) * 1000);
  if (!/^\d{6}$/.test(from) || !/^\d{6}$/.test(to) || grams <= 0) {
    return invalidData({ weight: ['The weight field is required.'] });
  }
  if (notServed.has(to)) return json(404, { message: 'Delivery postcode not serviceable', status: 404 });
  const slabs = Math.ceil(grams / 500);
  const codCharges = query.get('cod') === '1' ? 30 : 0;
  return json(200, {
    status: 200,
    data: {
      recommended_courier_company_id: COURIERS[0].id,
      available_courier_companies: COURIERS.map(({ id, name, rate, days, mode }) => ({
        courier_company_id: id,
        courier_name: name,
        rate: rate * slabs + codCharges,
        freight_charge: rate * slabs,
        cod_charges: codCharges,
        rto_charges: rate * slabs * 0.9,
        estimated_delivery_days: String(days),
        charge_weight: slabs * 0.5,
        is_surface: mode === 0,
        zone: 'z_d',
      })),
    },
  });
}
