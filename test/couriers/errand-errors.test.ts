import { expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { ERRAND_ROUNDS } from '../../src/usecases/errand-rounds.ts';
import { findTroubles } from '../../src/usecases/health/find-troubles.ts';
import { showHealth } from '../../src/usecases/health/show-health.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrder } from '../support/carriers.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openTestShop } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

const test = await openApp({ shipping: { outgoing: loopbackAllowed() } });

const COURIER = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';

/** SQL that makes an errand due at `$3`, of the account `$1` and what `$2` names. */
const DUE: Readonly<Record<string, readonly ['warehouse' | 'shipment' | 'shop', string]>> = {
  pickup_requests: [
    'warehouse',
    `insert into pickup_requests (account_id, warehouse_id, courier_account_id, day, next_try_at, updated_at, courier, state)
      values ($1, $2, '${COURIER}', '2030-11-16', $3, $3, 'delhivery', 'pending')`,
  ],
  courier_warehouses: [
    'warehouse',
    `insert into courier_warehouses (account_id, warehouse_id, courier_account_id, next_try_at, updated_at, courier, state)
      values ($1, $2, '${COURIER}', $3, $3, 'delhivery', 'pending')`,
  ],
  courier_labels: [
    'shipment',
    'insert into courier_labels (account_id, shipment_id, next_try_at) values ($1, $2, $3)',
  ],
  courier_charges: [
    'shipment',
    `insert into courier_charges (account_id, shipment_id, next_try_at, told_at, charged_weight)
      values ($1, $2, $3, $3, 50000)`,
  ],
  courier_decisions: [
    'shipment',
    `insert into courier_decisions (account_id, shipment_id, decision_id, asked_at, next_try_at, action, courier_action_id)
      values ($1, $2, gen_random_uuid(), $3, $3, 'reattempt', 'A-1')`,
  ],
  shops: ['shop', 'update shops set next_try_at = $3 where account_id = $1 and shop_id = $2'],
  shop_orders: [
    'shop',
    `insert into shop_orders (account_id, shop_id, order_key, created_at, updated_at, next_try_at)
      values ($1, $2, '1', $3, $3, $3)`,
  ],
  shop_parcels: [
    'shop',
    `insert into shop_parcels (account_id, shop_id, order_key, parcel_key, parcel_id, created_at, updated_at, next_try_at, position, state)
      values ($1, $2, '1', '', gen_random_uuid(), $3, $3, $3, 1, 'made')`,
  ],
};

/** A service that makes an error wherever it reads the data of an account. */
function broken(): ShippingService {
  const database = new Proxy(test.service.database, {
    get: (of, name) => {
      if (name === 'account')
        return () => {
          throw new TypeError('a fault\u0000of ours');
        };
      const value = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  return { ...test.service, database: database as Database };
}

async function subjectsOf(account: TestAccount) {
  const warehouse = await makeWarehouse(account);
  const { shipmentId: shipment } = await bookOrder(account, warehouse);
  const shop = (await connectTestShop(account, await openTestShop(test.service.now()))).json().data.id;
  return { warehouse, shipment, shop };
}

it.each(Object.entries(ERRAND_ROUNDS))(
  'puts off %s after an error of ours, for longer each time, and tells the operator',
  async (what, round) => {
    const { name } = round.table;
    const account = await test.account();
    const [of = 'shop', insert = ''] = DUE[name] ?? [];
    const subjects = await subjectsOf(account);
    await test.sql(`update ${name} set next_try_at = null`);
    await test.sql(insert, [account.accountId, subjects[of], test.service.now()]);
    const put = async () => {
      await expect(round(broken())).rejects.toThrow('a fault');
      const rows = await test.sql<{ next_try_at: Date; our_error: string }>(
        `select next_try_at, our_error from ${name} where account_id = $1 and next_try_at is not null`,
        [account.accountId],
      );
      expect(rows).toMatchObject([{ our_error: 'TypeError: a fault of ours' }]);
      return (rows[0]?.next_try_at.getTime() ?? 0) - test.service.now().getTime();
    };
    const waits = [await put()];
    // Nothing is tried before its time.
    await round(broken());
    for (let tries = 1; tries < 3; tries += 1) {
      test.advance(waits.at(-1) ?? 0);
      waits.push(await put());
    }
    expect(waits).toEqual([30_000, 60_000, 120_000]);
    const sentences = findTroubles(await showHealth(test.service)).map(({ sentence }) => sentence);
    expect(sentences).toContain(
      `1 errand of ${what} is put off because of an error in this service. The newest: TypeError: a fault of ours`,
    );
  },
);
