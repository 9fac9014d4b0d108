import { numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import { CITY } from './parcels.ts';
import { invalid } from './refusals.ts';

const PIN = /^[1-9]\d{5}$/;

/** Pickup places, indexed by unique aliases. */
export class Addresses {
  readonly #addresses = new Map<string, Sent>();

  has(alias: string): boolean {
    return this.#addresses.has(alias);
  }

  list(): StandInAnswer {
    return json(200, [...this.#addresses.values()]);
  }

  add(sent: Sent): StandInAnswer {
    const alias = textOf(sent.alias);
    const missing = ['alias', 'phone', 'address_line1', 'pincode'].find(
      (name) => textOf(sent[name]) === null,
    );
    if (missing !== undefined || alias === null) return invalid(`${missing} cannot be null or empty`);
    if (this.#addresses.has(alias))
      return json(200, { status: false, alias, remark: 'Alias already exists' });
    this.#addresses.set(alias, sent);
    return json(200, { status: true, alias, remark: 'Successfully added address' });
  }
}

export function serviceability(notServed: ReadonlySet<string>, pin: string): StandInAnswer {
  if (!PIN.test(pin)) return invalid('pincode is not valid');
  const pincode = Number(pin);
  if (notServed.has(pin)) return json(200, { status: false, pincode, remark: 'Pincode not serviceable' });
  const details = {
    cod: true,
    max_cod_amount: 25_000,
    forward_pickup: true,
    forward_drop: true,
    reverse_pickup: true,
    reverse_drop: true,
    city: CITY,
    state: 'KA',
  };
  return json(200, { status: true, pincode, remark: 'Pincode serviceable', details });
}

/** By invented prices. */
export function estimate(sent: Sent): StandInAnswer {
  if (textOf(sent.shippingDirection) === null) return invalid('shippingDirection cannot be null or empty');
  const volumetric =
    ((numberOf(sent.length) ?? 0) * (numberOf(sent.width) ?? 0) * (numberOf(sent.height) ?? 0)) / 5;
  const grams = Math.ceil(Math.max(numberOf(sent.weight) ?? 0, volumetric));
  const shipping = 40 * Math.ceil(grams / 500);
  const cod = (numberOf(sent.codAmount) ?? 0) > 0 ? 30 : 0;
  const taxes = (shipping + cod) * 0.18;
  return json(200, {
    type: 'WEIGHT_BASED',
    zone: 'D',
    volumetricWeight: String(volumetric),
    billingWeight: String(grams),
    shippingCharge: shipping.toFixed(2),
    rtoCharge: shipping.toFixed(2),
    fuelSurcharge: '0.00',
    codCharge: cod.toFixed(2),
    qcCharge: '0.00',
    taxes: taxes.toFixed(2),
    total: (shipping + cod + taxes).toFixed(2),
  });
}
