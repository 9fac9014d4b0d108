import { indiaDate, indiaDay } from '../../../src/domain/india-time.ts';
import { numberOf } from '../../../src/partners/answer-fields.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import { type Books, sortCodeOf } from './books.ts';
import { sentText } from './create-parcels.ts';
import type { Account } from './parcels.ts';

const LEAST_WALLET_RUPEES = 500;
const PIN = /^[1-9]\d{5}$/;
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/** `GET /c/api/pin-codes/json/`. */
export function pinCodes(books: Books, query: URLSearchParams): StandInAnswer {
  const pins = (query.get('filter_codes') ?? '').split(',');
  const served = pins.filter((pin) => PIN.test(pin) && books.pins.get(pin) !== 'not_served');
  return json(200, { delivery_codes: served.map((pin) => ({ postal_code: postalCode(books, pin) })) });
}

function postalCode(books: Books, pin: string) {
  const kind = books.pins.get(pin);
  return {
    pin: Number(pin),
    city: 'Madeup',
    district: 'Madeup',
    state_code: 'KA',
    country_code: 'IN',
    inc: 'Madeup Hub (Karnataka)',
    pre_paid: 'Y',
    cash: kind === 'no_cod' ? 'N' : 'Y',
    cod: kind === 'no_cod' ? 'N' : 'Y',
    pickup: kind === 'no_pickup' ? 'N' : 'Y',
    repl: 'Y',
    is_oda: 'N',
    max_amount: 0.0,
    max_weight: 0.0,
    remarks: kind === 'embargo' ? 'Embargo' : '',
    covid_zone: null,
    sort_code: sortCodeOf(pin),
  };
}

/** `GET /api/dc/expected_tat`. */
export function expectedTat(query: URLSearchParams): StandInAnswer {
  const [from, to] = [query.get('origin_pin') ?? '', query.get('destination_pin') ?? ''];
  if (!PIN.test(from) || !PIN.test(to))
    return json(200, { success: false, msg: 'Invalid pincode', data: {} });
  const tat = from.slice(0, 3) === to.slice(0, 3) ? 1 : from.charAt(0) === to.charAt(0) ? 2 : 4;
  return json(200, {
    success: true,
    msg: '',
    data: { tat: query.get('mot') === 'E' ? Math.ceil(tat / 2) : tat },
  });
}

/** `GET /api/kinko/v1/invoice/charges/.json`: with invented prices. */
export function charges(query: URLSearchParams): StandInAnswer {
  const text = (name: string) => query.get(name) ?? '';
  if (!/^[SE]$/.test(text('md'))) {
    return json(400, { error: 'md is mandatory field and possible values can be S,E' });
  }
  if (!/^(Delivered|RTO|DTO)$/.test(text('ss'))) {
    return json(400, { error: 'ss is mandatory field and possible values can be Delivered,RTO,DTO' });
  }
  if (!PIN.test(text('o_pin'))) return json(400, { error: 'Unable to process request for provided o_pin' });
  if (!PIN.test(text('d_pin'))) {
    return json(400, {
      error: 'Unable to process request, Please contact: lastmile-integration@delhivery.com',
    });
  }
  const volumetric = ['l', 'b', 'h'].reduce((volume, side) => volume * (numberOf(text(side)) ?? 0), 1) / 5;
  const weight = Math.ceil(Math.max(numberOf(text('cgm')) ?? 0, volumetric));
  const isKnown = text('pt') === 'COD' || text('pt') === 'Pre-paid';
  const freight = isKnown ? (text('md') === 'E' ? 60 : 40) * Math.ceil(weight / 500) : 0;
  const cod = text('pt') === 'COD' ? 35 : 0;
  const back = text('ss') === 'RTO' ? freight : 0;
  const gross = freight + cod + back;
  const gst = Math.round(gross * 18) / 100;
  return json(200, [
    {
      zone: text('o_pin').charAt(0) === text('d_pin').charAt(0) ? 'B' : 'D1',
      zonal_cl: null,
      wt_rule_id: null,
      adhoc_data: {},
      status: text('ss'),
      charged_weight: weight,
      charge_DL: freight,
      charge_COD: cod,
      charge_RTO: back,
      charge_FSC: 0,
      charge_DPH: 0,
      charge_PEAK: 0,
      charge_FOV: 0,
      charge_QC: 0,
      charge_pickup: 0,
      tax_data: { SGST: 0, CGST: 0, IGST: gst, service_tax: 0, swacch_bharat_tax: 0, krishi_kalyan_cess: 0 },
      gross_amount: gross,
      total_amount: gross + gst,
    },
  ]);
}

/** `POST /api/backend/clientwarehouse/create/`. */
export function createWarehouse(books: Books, { client }: Account, sent: Sent): StandInAnswer {
  const [name, pin, phone] = [sentText(sent.name), sentText(sent.pin), sentText(sent.phone)];
  const failure = (error: string) =>
    json(400, {
      data: { name, pincode: numberOf(pin), phone, message: 'some error while creating/updating warehouse' },
      success: false,
      error: [error],
    });
  for (const key of ['name', 'phone', 'pin', 'return_address']) {
    if (sentText(sent[key]) === '') return failure(`${key} is a required field`);
  }
  if (!PIN.test(pin)) return failure(`Error in serviceability: ${pin} is not a valid Pincode`);
  if (books.pins.get(pin) === 'not_served') {
    return failure(`Error due to serviceability for pincode: ${pin}`);
  }
  if (books.warehouse(client, name) !== null) {
    return failure(
      `Transaction Failed: client-warehouse of client: cms::client::00000000-0000-4000-8000-000000000001 with name: ${name} already exists CLIENT_STORES_CREATE`,
    );
  }
  const [address, city] = [sentText(sent.address), sentText(sent.city)];
  books.addWarehouse({ client, name, address, city, pin, phone, isActive: true });
  return json(
    201,
    warehouseBody(
      client,
      { name, pin, phone, address },
      'A new client warehouse has been created in HQ(Delhivery).',
    ),
  );
}

/** `POST /api/backend/clientwarehouse/edit/`. */
export function editWarehouse(books: Books, { client }: Account, sent: Sent): StandInAnswer {
  const warehouse = books.warehouse(client, sentText(sent.name));
  if (warehouse === null) {
    return json(400, { data: {}, success: false, error: ['warehouse does not exists'] });
  }
  const pin = sentText(sent.pin);
  if (pin !== '' && (!PIN.test(pin) || books.pins.get(pin) === 'not_served')) {
    return json(400, {
      data: {},
      success: false,
      error: [`Error in serviceability: ${pin} is not a valid Pincode`],
    });
  }
  if (pin !== '') warehouse.pin = pin;
  if (sentText(sent.address) !== '') warehouse.address = sentText(sent.address);
  if (sentText(sent.phone) !== '') warehouse.phone = sentText(sent.phone);
  return json(200, warehouseBody(client, warehouse, 'Client warehouse has been updated.'));
}

function warehouseBody(
  client: string,
  of: { name: string; pin: string; phone: string; address: string },
  message: string,
) {
  const hours = { start_time: '09:30', close_time: '18:30' };
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
  return {
    data: {
      name: of.name,
      pincode: Number(of.pin),
      phone: of.phone,
      client,
      address: of.address,
      active: true,
      business_hours: Object.fromEntries(days.map((day) => [day, hours])),
      business_days: days,
      type_of_clientwarehouse: null,
      largest_vehicle_constraint: null,
      message,
    },
    success: true,
    error: '',
  };
}

/** Pickup requests. An open request at a warehouse includes all its parcels. */
export class Pickups {
  readonly #books: Books;
  readonly #open = new Map<string, number>();

  constructor(books: Books) {
    this.#books = books;
  }

  /** Marks the pickup as done, so that the next one can be requested. */
  close(client: string, warehouse: string): void {
    this.#open.delete(`${client}\n${warehouse}`);
  }

  /** `POST /fm/request/new/`. */
  request(account: Account, sent: Sent): StandInAnswer {
    if (account.isOfOtherEnvironment) {
      return json(400, {
        error:
          'There has been an error but we were asked to not let you see that. Please contact the dev team.',
      });
    }
    if (account.isOnAutoPickup) {
      return json(400, {
        error: 'Client is on auto pickup and please raise a ticket to firstmile_servicing@delhivery.com',
      });
    }
    if (account.walletRupees < LEAST_WALLET_RUPEES) {
      return json(400, {
        prepaid: `Client wallet balance is ${account.walletRupees} which is less than 500.0`,
      });
    }
    const location = sentText(sent.pickup_location);
    const warehouse = this.#books.warehouse(account.client, location);
    if (warehouse === null) {
      return json(400, { error: 'Invalid Pickup Location ClientWarehouse matching query does not exist.' });
    }
    if (!warehouse.isActive) return json(400, { error: 'Wrong/Inactive center for this warehouse' });
    const date = sentText(sent.pickup_date);
    const now = this.#books.now();
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < indiaDate(now)) {
      return json(400, { pickup_date: 'Pickup date cannot be in past' });
    }
    if (Date.parse(date) / DAY_MS - indiaDay(now) > DAYS_AHEAD) {
      return json(400, {
        pickup_date: 'Pickup date should not be more than 7 days from pickup creation date',
      });
    }
    const key = `${account.client}\n${location}`;
    const already = this.#open.get(key);
    if (already !== undefined) {
      const message = `A  pickup request ${already} already exist for this Pickup Location`;
      return json(200, {
        status: true,
        success: false,
        pickup_id: already,
        pr_exist: true,
        error: { code: 669, message },
        data: { message },
      });
    }
    const id = 248_000_000 + this.#books.serial();
    this.#open.set(key, id);
    return json(201, {
      pickup_id: id,
      client_name: account.client,
      pickup_location_name: location,
      incoming_center_name: 'Delhi_Okhla_P (Delhi)',
      pickup_time: '14:00:00',
      pickup_date: date,
      expected_package_count: numberOf(sent.expected_package_count) ?? 0,
    });
  }
}
