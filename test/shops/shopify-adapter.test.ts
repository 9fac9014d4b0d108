import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { SHOPIFY } from '../../src/shops/shopify/shopify.ts';
import { START } from '../support/clock.ts';
import { CUSTOMER, describeShop, type ShopUnderTest } from './shop-contract.ts';

const ADDRESS = {
  firstName: CUSTOMER.firstName,
  lastName: CUSTOMER.lastName,
  address1: CUSTOMER.address1,
  address2: CUSTOMER.address2,
  city: CUSTOMER.city,
  province: 'Maharashtra',
  zip: CUSTOMER.pincode,
  countryCodeV2: CUSTOMER.country,
  phone: CUSTOMER.phone,
};

async function startShop(
  settings: ShopUnderTest['settings'],
  wrongSettings: ShopUnderTest['settings'],
): Promise<ShopUnderTest> {
  const {
    courier: shop,
    clock,
    url,
    stop,
  } = await startStandIn((dependencies) => new ShopifyStandIn(dependencies), { startsAt: START });
  const orderOf = (orderKey: string) => shop.book.orderOf(Number(orderKey));
  return {
    shop: SHOPIFY,
    url,
    clock,
    settings,
    wrongSettings,
    product: { sku: 'CHAI-250', pricePaise: 64_950, grams: 270 },
    manyOrders: 60,
    missingKey: '9999999',
    now: () => clock.now(),
    later: () => clock.forward(1_000),
    place: ({ units, isCod }) =>
      String(
        shop.book.place({
          lines: [{ sku: 'CHAI-250', units }],
          shippingPaise: 4_900,
          ...(!isCod && { gateway: 'Razorpay', financialStatus: 'PAID' }),
          address: ADDRESS,
          email: CUSTOMER.email,
        }),
      ),
    placeUnpaid: () => String(shop.book.place({ gateway: 'Bank Deposit', isManual: true, address: ADDRESS })),
    shipByHand: (orderKey, units) => {
      const [first] = orderOf(orderKey).fulfilmentOrders;
      const lines = [{ id: first?.lines[0]?.id ?? 0, quantity: units }];
      const tracking = { company: null, number: null, url: null };
      shop.book.fulfil([{ fulfilmentOrderId: first?.id ?? 0, lines }], tracking, false);
    },
    changePincode: (orderKey, zip) =>
      shop.book.change(Number(orderKey), (order) => {
        order.address = { ...order.address, zip };
      }),
    cancel: (orderKey) => shop.book.cancel(Number(orderKey)),
    look: (orderKey) => {
      const { financialStatus, fulfilments } = orderOf(orderKey);
      return {
        isPaid: financialStatus === 'PAID',
        progress: fulfilments.reduce((sum, { events }) => sum + events.length, 0),
        parcels: fulfilments
          .filter(({ status }) => status === 'SUCCESS')
          .map(({ tracking, units }) => ({
            trackingNumber: tracking.number ?? '',
            trackingUrl: tracking.url ?? '',
            units: units.reduce((sum, one) => sum + one.units, 0),
          })),
      };
    },
    revoke: (isRevoked) => {
      shop.isUninstalled = isRevoked;
    },
    isFulfilment: ({ body }) => body.includes('fulfillmentCreate'),
    hooks: {
      addresses: () => shop.webhooks.all.map(({ uri }) => uri),
      drop: (address) => {
        const found = shop.webhooks.all.find(({ uri }) => uri === address);
        shop.webhooks.remove(found?.id ?? 0);
      },
      settled: () => shop.webhooks.settled(),
    },
    stop,
  };
}

const { settings, oldSettings } = ShopifyStandIn;
describeShop('shopify', () => startShop(settings, { ...settings, client_secret: 'shpss_wrong' }));
describeShop('shopify with an older app', () =>
  startShop(oldSettings, { ...oldSettings, access_token: 'shpat_wrong' }),
);
