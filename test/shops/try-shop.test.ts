import { describe, expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { LostAnswerError } from '../../src/partners/partner.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import type { SentParcel, ShopAdapter } from '../../src/shops/shop-adapter.ts';
import { planShopTrial, type TrialShops } from '../../src/usecases/shops/try-shop.ts';
import type { TrialEnd } from '../../src/usecases/trial.ts';
import { hasPassed, trialReport } from '../../src/usecases/trial-report.ts';
import { START } from '../support/clock.ts';
import { makeWarehouse } from '../support/orders.ts';
import { openShopApp, serviceWith, USUAL_PARCEL } from '../support/shops.ts';

const test = await openShopApp();

const STEPS = [
  ...[
    'check',
    'order',
    'parcels',
    'known fulfilments',
    'fulfil',
    'read back',
    'fulfil again',
    'cancel',
    'gone',
  ],
];
const LOST = new LostAnswerError(saidByPartner('did not answer in time'));

/** A shop with what a trial needs of it. */
interface TriedShop {
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  /** @returns the key of the order */
  place(number?: string): string;
  numberOf(orderKey: string): string;
  /** The tracking numbers that the shop shows for an order. */
  numbers(orderKey: string): readonly (string | null)[];
  isPaid(orderKey: string): boolean;
}

const CUSTOMER = {
  first: 'Zebulon',
  last: 'Quagmire',
  street: '77, Xanadu Street',
  city: 'Sentinelpur',
  phone: '+919812345670',
};
const HIDDEN = ['zebulon', 'quagmire', 'xanadu', 'sentinelpur', '9812345670', '400001', 'sentinel.example'];

async function woocommerce(hasFulfilments: boolean): Promise<TriedShop> {
  const shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies), {
    startsAt: START,
  });
  onTestFinished(() => shop.stop());
  test.follow(shop.clock);
  const { courier } = shop;
  courier.hasFulfilments = hasFulfilments;
  const place = {
    ...{
      first_name: CUSTOMER.first,
      last_name: CUSTOMER.last,
      company: '',
      address_1: CUSTOMER.street,
      address_2: '',
    },
    ...{ city: CUSTOMER.city, state: 'MH', postcode: '400001', country: 'IN', phone: CUSTOMER.phone },
  };
  return {
    settings: WooCommerceStandIn.settings,
    url: shop.url,
    place: (number) =>
      String(
        courier.place({
          ...(number === undefined ? {} : { number }),
          billing: { ...place, email: 'zebulon@sentinel.example' },
          shipping: place,
          lines: [{ productId: 10, units: 2 }],
        }),
      ),
    numberOf: (orderKey) => String(courier.order(Number(orderKey))?.number ?? orderKey),
    numbers: (orderKey) => {
      const ofOrder = JSON.stringify(courier.order(Number(orderKey)));
      const inOrder = [...ofOrder.matchAll(/"tracking_number":"([^"]*)"/g)].map(([, number]) => number ?? '');
      return hasFulfilments
        ? courier.parcels().flatMap((parcel) => (parcel.reference === orderKey ? parcel.trackingNumber : []))
        : inOrder;
    },
    isPaid: (orderKey) => (courier.order(Number(orderKey))?.date_paid ?? null) !== null,
  };
}

async function shopify(): Promise<TriedShop> {
  const shop = await startStandIn((dependencies) => new ShopifyStandIn(dependencies), { startsAt: START });
  onTestFinished(() => shop.stop());
  test.follow(shop.clock);
  const { book } = shop.courier;
  return {
    settings: ShopifyStandIn.settings,
    url: shop.url,
    place: () =>
      String(
        book.place({
          lines: [{ sku: 'CHAI-250', units: 2 }],
          email: 'zebulon@sentinel.example',
          address: {
            ...{
              firstName: CUSTOMER.first,
              lastName: CUSTOMER.last,
              address1: CUSTOMER.street,
              address2: '',
            },
            ...{
              city: CUSTOMER.city,
              province: 'Maharashtra',
              zip: '400001',
              countryCodeV2: 'IN',
              phone: CUSTOMER.phone,
            },
          },
        }),
      ),
    numberOf: (orderKey) => book.orderOf(Number(orderKey)).name,
    numbers: (orderKey) =>
      book
        .orderOf(Number(orderKey))
        .fulfilments.flatMap(({ status, tracking }) => (status === 'SUCCESS' ? tracking.number : [])),
    isPaid: (orderKey) => book.orderOf(Number(orderKey)).financialStatus === 'PAID',
  };
}

describe.each([
  ['shopify', 'shopify', shopify],
  ['woocommerce', 'woocommerce', () => woocommerce(true)],
  ['woocommerce without fulfilments', 'woocommerce', () => woocommerce(false)],
] as const)('a trial of a shop: %s', (_, name, start) => {
  const connect = async (rules: object = {}) => {
    const shop = await start();
    const account = await test.account();
    const connected = await account.post('/shops', {
      ...{ shop: name, brand_name: 'Chai & Co', settings: { base_url: shop.url, ...shop.settings } },
      rules: {
        ...{ warehouse_id: await makeWarehouse(account), usual_parcel: USUAL_PARCEL, booking: 'none' },
        ...rules,
      },
    });
    expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
    return { shop, account, shopId: connected.json().data.id as string };
  };
  const run = async (
    wish: { readonly shopId: string; readonly order: string },
    service: TrialShops = test.service,
    begins: (step: string) => void = () => undefined,
    signal = new AbortController().signal,
  ) => (await planShopTrial(service, { ...wish, publicUrl: test.publicUrl })).run({ signal, begins });
  const resultsOf = ({ steps }: TrialEnd) =>
    Object.fromEntries(steps.map(({ step, result }) => [step, result]));
  const sentenceOf = ({ steps }: TrialEnd, wanted: string) =>
    steps.find(({ step }) => step === wanted)?.sentence;
  const reportOf = (end: TrialEnd) => {
    const subject = { kind: 'shop', partner: name, isUsualHost: false, version: '0.0.0' } as const;
    return trialReport({ ...subject, startedAt: START }, end);
  };
  const expectNoSentinel = (end: TrialEnd, shop: TriedShop, orderKey: string) => {
    const text = JSON.stringify(reportOf(end)).toLowerCase();
    const numbers = [...end.trackingNumbers, shop.numberOf(orderKey), `"${orderKey}"`];
    for (const word of [...HIDDEN, ...Object.values(shop.settings), new URL(shop.url).host, ...numbers])
      expect(text).not.toContain(word.toLowerCase());
  };

  it('passes, and leaves the order as it was', async () => {
    const { shop, account, shopId } = await connect();
    const orderKey = shop.place();
    const told: SentParcel[] = [];
    const service = serviceWith(test, (adapter) => ({ fulfil: spied(adapter, told) }));
    const end = await run({ shopId, order: shop.numberOf(orderKey) }, service);
    expect(end.steps.map(({ step, result, sentence }) => [step, result, sentence])).toEqual(
      STEPS.map((step) => [step, 'passed', null]),
    );
    expect([hasPassed(end), end.leftOver]).toEqual([true, []]);
    expect(told).toMatchObject([
      { orderKey, notifiesCustomer: false, trackingNumber: end.trackingNumbers[0] },
    ]);
    expect(end.trackingNumbers).toEqual([expect.stringMatching(/^DAKIYATEST[0-9A-Z]{6}$/)]);
    expect([shop.numbers(orderKey), shop.isPaid(orderKey)]).toEqual([[], false]);
    expect((await account.post('/shipments', {})).json().data).toEqual([]);
    expectNoSentinel(end, shop, orderKey);
    const byKey = await run({ shopId, order: shop.numberOf(orderKey).replace('#', '') });
    expect(hasPassed(byKey)).toBe(true);
  });

  it('takes the fulfilment back when a step in between fails, or its answer is lost', async () => {
    const { shop, shopId } = await connect();
    const orderKey = shop.place();
    const order = shop.numberOf(orderKey);
    let isTold = false;
    const broken = serviceWith(test, (adapter) => {
      const { fulfil, fulfilments } = bound(adapter);
      return {
        fulfil: async (parcel, signal) => {
          isTold = true;
          return fulfil(parcel, signal);
        },
        fulfilments: async (key, signal) => {
          if (!isTold) return fulfilments(key, signal);
          isTold = false;
          throw LOST;
        },
      };
    });
    const failed = await run({ shopId, order }, broken);
    expect(resultsOf(failed)).toMatchObject({
      fulfil: 'passed',
      'read back': 'failed',
      cancel: 'passed',
      gone: 'passed',
    });
    expect([hasPassed(failed), failed.leftOver, shop.numbers(orderKey)]).toEqual([false, [], []]);

    const unheard = serviceWith(test, (adapter) => {
      const { fulfil } = bound(adapter);
      return {
        fulfil: async (parcel, signal) => {
          await fulfil(parcel, signal);
          throw LOST;
        },
      };
    });
    const lost = await run({ shopId, order }, unheard);
    expect(resultsOf(lost)).toMatchObject({
      fulfil: 'failed',
      'read back': 'not reached',
      cancel: 'passed',
      gone: 'passed',
    });
    expect([hasPassed(lost), lost.leftOver, shop.numbers(orderKey)]).toEqual([false, [], []]);
    expectNoSentinel(lost, shop, orderKey);
  });

  it('takes the fulfilment back when it is stopped', async () => {
    const { shop, shopId } = await connect();
    const orderKey = shop.place();
    const controller = new AbortController();
    const stop = (step: string) => {
      if (step === 'fulfil') controller.abort(new Error('Stopped'));
    };
    const end = await run({ shopId, order: shop.numberOf(orderKey) }, test.service, stop, controller.signal);
    expect(resultsOf(end)).toMatchObject({
      fulfil: 'passed',
      'read back': 'not reached',
      cancel: 'passed',
      gone: 'passed',
    });
    expect([hasPassed(end), end.leftOver, shop.numbers(orderKey)]).toEqual([false, [], []]);
  });

  it('says what it could not take back', async () => {
    const { shop, shopId } = await connect();
    const orderKey = shop.place();
    const reason = saidByPartner('says: no');
    const service = serviceWith(test, () => ({
      cancelFulfilment: async () => ({ outcome: 'refused', reason }),
    }));
    const end = await run({ shopId, order: shop.numberOf(orderKey) }, service);
    const [number = ''] = end.trackingNumbers;
    expect(shop.numbers(orderKey)).toEqual([number]);
    expect(end.leftOver).toEqual([
      expect.stringContaining(` with the tracking number ${number}: remove it there`),
    ]);
    expect(reportOf(end).left_over).toEqual([
      expect.stringContaining(` ...${number.slice(-4)}: remove it there`),
    ]);
    expectNoSentinel(end, shop, orderKey);
    const again = await run({ shopId, order: shop.numberOf(orderKey) });
    expect(again.steps.find(({ result }) => result === 'failed')?.step).toMatch(
      /^(order|parcels|known fulfilments)$/,
    );
    expect([hasPassed(again), again.leftOver, resultsOf(again).fulfil]).toEqual([false, [], 'not reached']);
    expect(shop.numbers(orderKey)).toEqual([number]);
  });

  it('refuses an order that this service ships, and one that it does not find', async () => {
    const { shop, shopId } = await connect();
    const orderKey = shop.place();
    await test.later();
    const followed = await run({ shopId, order: shop.numberOf(orderKey) });
    expect(sentenceOf(followed, 'order')).toMatch(/^this service has an order and a shipment for it/);
    const missing = await run({ shopId, order: '#99887766' });
    expect(sentenceOf(missing, 'order')).toMatch(/has no order #99887766/);
    for (const end of [followed, missing]) {
      expect([resultsOf(end).fulfil, resultsOf(end).cancel, end.leftOver]).toEqual([
        'not reached',
        'not reached',
        [],
      ]);
    }
    expect(shop.numbers(orderKey)).toEqual([]);
  });

  it('asks the shop nothing more once it refuses the credential', async () => {
    const { shop, shopId } = await connect();
    const orderKey = shop.place();
    const service = serviceWith(test, () => ({ check: () => Promise.reject(LOST) }));
    const end = await run({ shopId, order: shop.numberOf(orderKey) }, service);
    expect(end.steps.map(({ result }) => result)).toEqual([
      'failed',
      ...STEPS.slice(1).map(() => 'not reached'),
    ]);
  });
});

it('does not take the key of another order for a number', async () => {
  const shop = await woocommerce(true);
  const account = await test.account();
  const settings = { base_url: shop.url, ...shop.settings };
  const rules = { warehouse_id: await makeWarehouse(account), usual_parcel: USUAL_PARCEL, booking: 'none' };
  const body = { shop: 'woocommerce', brand_name: 'Chai & Co', settings, rules };
  const shopId = (await account.post('/shops', body)).json().data.id;
  const run = async (order: string) => {
    const trial = await planShopTrial(test.service, { shopId, order, publicUrl: test.publicUrl });
    const { steps } = await trial.run({ signal: new AbortController().signal, begins: () => undefined });
    return steps.find(({ step }) => step === 'order')?.sentence;
  };
  const key = shop.place('A-1');
  expect(await run(key)).toMatch(/but another one with this key: name that by its number/);
  expect(await run('A-1')).toBeNull();
  shop.place(key);
  expect(await run(key)).toMatch(/has several orders that \d+ may mean/);
  expect(await run(`#${key}`)).toBeNull();
  await expect(
    planShopTrial(test.service, { shopId: account.accountId, order: '1', publicUrl: '' }),
  ).rejects.toThrow('Shop not found');
});

function spied(adapter: ShopAdapter, told: SentParcel[]): ShopAdapter['fulfil'] {
  const { fulfil } = bound(adapter);
  return (parcel, signal) => {
    told.push(parcel);
    return fulfil(parcel, signal);
  };
}

/** The own calls of an adapter, before they are replaced. */
function bound(adapter: ShopAdapter): Pick<ShopAdapter, 'fulfil' | 'fulfilments'> {
  return { fulfil: adapter.fulfil.bind(adapter), fulfilments: adapter.fulfilments.bind(adapter) };
}
