import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { refillNumbers } from '../../src/usecases/couriers/refill-numbers.ts';
import { CARRIER } from '../support/carriers.ts';
import {
  type Connected,
  type CourierGround,
  connectCourier,
  startCourierGround,
} from '../support/connected-courier.ts';
import { heldOrders } from '../support/held-orders.ts';
import { orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';

const PIN = '560038';
const HOUR = 60 * 60_000;

let ground: CourierGround<DelhiveryStandIn>;
let shop: Connected;
let asked: { pincodes: number; bookings: number };

beforeAll(async () => {
  ground = await startCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
  shop = await connectCourier(ground, { settings: STAND_IN_SETTINGS, courierProduct: 'S' });
  // Tracking numbers are fetched now, so that a booking is one request.
  await refillNumbers(ground.test.service);
  ground.standIn.clock.forward(5 * 60_000);
});
afterAll(() => ground.stop());
afterEach(() => {
  ground.standIn.faults.clear();
  ground.standIn.courier.books.pins.clear();
});
beforeEach(() => {
  // The cached answers of earlier tests expire.
  ground.test.advance(7 * HOUR);
  asked = counted();
});

function counted() {
  const { pin_codes = 0, create = 0 } = ground.standIn.calls;
  return { pincodes: pin_codes, bookings: create };
}

/** Counts calls about serviceability and bookings since the test began. */
function asksSince(): typeof asked {
  const now = counted();
  return { pincodes: now.pincodes - asked.pincodes, bookings: now.bookings - asked.bookings };
}

const book = (changes: object = {}) =>
  shop.call(
    'POST',
    '/forward-order-orchestration',
    orderBody(shop.warehouseId, { carrier_id: CARRIER, ...changes }),
  );

const bookReturn = () =>
  shop.call('POST', '/reverse-order-orchestration', returnBody(shop.warehouseId, { carrier_id: CARRIER }));

const COD = { payment_method: 'COD', cod_collectible: 499 };

describe('a pincode that a courier does not serve', () => {
  it('rejects a booking before a tracking number is used, and leaves nothing', async () => {
    ground.standIn.courier.books.pins.set(PIN, 'not_served');
    const refused = await book();
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toContain(`does not serve ${PIN}`);
    expect(asksSince()).toEqual({ pincodes: 1, bookings: 0 });
    const rows = await ground.test.sql('select from courier_references where courier_account_id = $1', [
      shop.courierAccountId,
    ]);
    expect(rows).toEqual([]);
    expect(await heldOrders(ground.test)).toBe(0);
  });

  it.each([
    ['embargo', () => book(), /does not serve 560038 for the time being: it has an embargo on it/],
    ['no_cod', () => book(COD), /takes no cash on delivery at 560038/],
    ['no_pickup', () => bookReturn(), /picks up no returns at 560038/],
  ] as const)('rejects a booking with the reason %s', async (kind, make, words) => {
    ground.standIn.courier.books.pins.set(PIN, kind);
    const refused = await make();
    expect([refused.statusCode, refused.json().message]).toEqual([422, expect.stringMatching(words)]);
    expect(asksSince().bookings).toBe(0);
  });

  it('is reported by the check of a file like by a booking, without a booking at the courier', async () => {
    ground.standIn.courier.books.pins.set(PIN, 'no_cod');
    const [cash, paid] = [COD, {}].map((payment) =>
      orderBody(shop.warehouseId, { carrier_id: CARRIER, ...payment }),
    );
    const refused = await book(cash);
    const check = async (query: string) => {
      const { statusCode, body } = await shop.account.post(
        `/orders/import?check=1${query}`,
        [cash, paid].map((one) => JSON.stringify(one)).join('\n'),
        { 'content-type': 'application/x-ndjson' },
      );
      expect(statusCode, body).toBe(200);
      return JSON.parse(body).data;
    };
    const notes = refused.json().problems.map(({ message }: { message: string }) => {
      return { line: 1, column: null, message };
    });
    expect(await check('&book=1')).toMatchObject({ counts: { booked: 1 }, problems: notes, warnings: [] });
    expect(await check('')).toMatchObject({ counts: { created: 2 }, problems: [], warnings: notes });
    expect(asksSince()).toEqual({ pincodes: 1, bookings: 0 });
  });

  it('accepts a prepaid order if only cash is not collected there', async () => {
    ground.standIn.courier.books.pins.set(PIN, 'no_cod');
    expect((await book()).statusCode).toBe(200);
  });

  it('is asked for again after ten minutes, and a served pincode after six hours', async () => {
    ground.standIn.courier.books.pins.set(PIN, 'not_served');
    await book();
    await book();
    expect(asksSince().pincodes).toBe(1);
    ground.standIn.courier.books.pins.clear();
    ground.test.advance(HOUR / 6 + 1);
    expect((await book()).statusCode).toBe(200);
    ground.test.advance(5.9 * HOUR);
    expect((await book()).statusCode).toBe(200);
    expect(asksSince()).toEqual({ pincodes: 2, bookings: 2 });
    ground.test.advance(0.2 * HOUR);
    expect((await book()).statusCode).toBe(200);
    expect(asksSince()).toEqual({ pincodes: 3, bookings: 3 });
  });

  it.each([
    { kind: 'status', status: 401 },
    { kind: 'status', status: 500 },
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'cut' },
    { kind: 'lose_request' },
  ] as const)('does not stop bookings while the courier cannot be asked: %o', async (fault) => {
    ground.standIn.faults.add({ ...fault, call: 'pin_codes' });
    expect((await book()).statusCode).toBe(200);
    const { pincodes } = asksSince();
    expect(pincodes).toBeGreaterThan(0);
    // A courier without an answer is not asked again for a while.
    expect((await book()).statusCode).toBe(200);
    expect(asksSince()).toEqual({ pincodes, bookings: 2 });
  });

  it('stops bookings again when the courier answers again', async () => {
    ground.standIn.faults.add({ kind: 'html', call: 'pin_codes' });
    expect((await book()).statusCode).toBe(200);
    ground.standIn.faults.clear();
    ground.standIn.courier.books.pins.set(PIN, 'not_served');
    ground.test.advance(30_001);
    expect((await book()).statusCode).toBe(422);
  });
});
