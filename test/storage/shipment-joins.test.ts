import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualState } from '../../src/domain/pincodes/states.ts';
import {
  BOOKED,
  BOOKED_ONE_BY_ONE,
  BRAND_NAME,
  CONSIGNEE,
  recipient,
  storeAndAccount,
  usualStateOf,
} from '../../src/storage/shipment-joins.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

describe('the contact of a parcel', () => {
  type Contact = readonly [role: 'billing' | 'shipping' | 'reattempt', email: string | null];

  /** Returns the role of the contact that a join finds, among those of the order and others. */
  async function roleOf(join: string, contacts: readonly Contact[]): Promise<string | null> {
    const [accountId, orderId] = [newId(), newId()];
    const others: (readonly [string, string, Contact])[] = [
      [newId(), orderId, ['shipping', 'a@example.in']],
      [accountId, newId(), ['shipping', 'b@example.in']],
    ];
    for (const [account, order, [role, email]] of [
      ...contacts.map((contact) => [accountId, orderId, contact] as const),
      ...others,
    ]) {
      await test.sql(
        `insert into order_contacts (account_id, order_id, role, email, first_name, phone, address, city, pincode, state, country)
         values ($1, $2, $3, $4, 'Asha', '9820012345', 'x', 'Pune', '411001', 'Maharashtra', 'IN')`,
        [account, order, role, email],
      );
    }
    const text = `select c.role, c.account_id as account from (select $1::uuid as account_id, $2::uuid as order_id) s ${join}`;
    const [{ role, account }] = await test.sql(text, [accountId, orderId]);
    expect([accountId, null]).toContain(account);
    return role;
  }

  const MAIL = 'a@example.in';

  it.each<[readonly Contact[], string | null]>([
    [
      [
        ['billing', MAIL],
        ['shipping', null],
      ],
      'shipping',
    ],
    [
      [
        ['billing', null],
        ['reattempt', MAIL],
      ],
      'billing',
    ],
    [[['reattempt', MAIL]], null],
    [[], null],
  ])('of %j is %s', async (contacts, role) => {
    expect(await roleOf(CONSIGNEE, contacts)).toBe(role);
  });

  it.each<[string, readonly Contact[], string]>([
    [
      'email',
      [
        ['billing', MAIL],
        ['shipping', null],
      ],
      'billing',
    ],
    [
      'email',
      [
        ['billing', MAIL],
        ['shipping', MAIL],
      ],
      'shipping',
    ],
    [
      'email',
      [
        ['billing', null],
        ['shipping', null],
      ],
      'shipping',
    ],
    [
      'sms',
      [
        ['billing', MAIL],
        ['shipping', null],
      ],
      'shipping',
    ],
  ])('for %s of %j is %s', async (channel, contacts, role) => {
    expect(await roleOf(recipient(`'${channel}'`), contacts)).toBe(role);
  });
});

describe('the brand name of a store', () => {
  it.each([
    ['Chai & Co', 'my-first-store', 'Chai & Co'],
    [null, 'my-first-store', 'My First Store'],
    [null, 'chai', 'Chai'],
    [null, 'McChai-Point', 'McChai Point'],
    [null, null, 'Acme Traders'],
  ])('with the brand %s and the name %s is "%s"', async (brand, name, shown) => {
    const [accountId, storeId] = [newId(), newId()];
    await test.sql("insert into accounts (account_id, name, created_at) values ($1, 'Acme Traders', now())", [
      accountId,
    ]);
    if (name !== null) {
      await test.sql(
        `insert into stores (account_id, store_id, store_name, brand_name, created_at, updated_at)
         values ($1, $2, $3, $4, now(), now()), ($1, gen_random_uuid(), 'other', 'Other', now(), now())`,
        [accountId, storeId, name, brand],
      );
    }
    const text = `select ${BRAND_NAME} as name from (select $2::uuid as store_id) s ${storeAndAccount()}`;
    expect(await test.sql(text, [accountId, storeId])).toEqual([{ name: shown }]);
  });
});

describe('the current booking of a shipment', () => {
  it.each([BOOKED, BOOKED_ONE_BY_ONE])('is found only if the courier has it (%#)', async (join) => {
    const [accountId, shipmentId] = [newId(), newId()];
    const [booked, unknown, earlier] = [newId(), newId(), newId()];
    for (const [bookingId, state] of [
      [booked, 'booked'],
      [unknown, 'unknown'],
      [earlier, 'booked'],
    ]) {
      await test.sql(
        `insert into bookings (account_id, shipment_id, booking_id, asked_at, shipment_value_paise, forward_freight_paise,
           cod_charges_paise, rto_charges_paise, total_charges_paise, platform_fee_paise, expected_pickup_date,
           expected_delivery_date, state, zone, is_cod, carrier_id, carrier_name, carrier_code, service_level,
           rate_book_version, origin_pincode, destination_pincode, dead_weight_g, length_cm, breadth_cm, height_cm)
         values ($1, $2, $3, now(), 0, 0, 0, 0, 0, 0, now(), now(), $4, 'A', false, 'c', 'c', 'c', 'surface', 1, '560001',
           '560001', 1, 1, 1, 1)`,
        [accountId, shipmentId, bookingId, state],
      );
    }
    const found = async (bookingId: string) => {
      const text = `select b.booking_id as id from (select $1::uuid as account_id, $2::uuid as shipment_id, $3::uuid as booking_id) s ${join}`;
      return (await test.sql(text, [accountId, shipmentId, bookingId])).map(({ id }) => id);
    };
    expect(await found(booked)).toEqual([booked]);
    expect(await found(unknown)).toEqual([null]);
    expect(await found(newId())).toEqual([null]);
  });
});

describe('the usual name of a state', () => {
  it.each(['KARNATAKA', 'J & K', 'Jammu and Kashmir', 'tamilnadu', 'Orissa', 'Somewhere', 'new  delhi'])(
    'in SQL is the one of the code: %s',
    async (state) => {
      expect(await test.sql(`select ${usualStateOf('$1::text')} as state`, [state])).toEqual([
        { state: usualState(state) },
      ]);
    },
  );
});
