import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { fieldsOf, itemsOf, numberOf, textOf } from '../../src/partners/answer-fields.ts';
import { WOOCOMMERCE } from '../../src/shops/woocommerce/woocommerce.ts';
import { START } from '../support/clock.ts';
import { CUSTOMER, describeShop, type ShopUnderTest } from './shop-contract.ts';

const PLACE = {
  first_name: CUSTOMER.firstName,
  last_name: CUSTOMER.lastName,
  company: '',
  address_1: CUSTOMER.address1,
  address_2: CUSTOMER.address2,
  city: CUSTOMER.city,
  state: 'MH',
  postcode: CUSTOMER.pincode,
  country: CUSTOMER.country,
  phone: CUSTOMER.phone,
};

/** @param hasFulfilments false for a shop that keeps parcels in its orders */
async function startShop(hasFulfilments: boolean): Promise<ShopUnderTest> {
  const {
    courier: shop,
    clock,
    url,
    stop,
  } = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies), { startsAt: START });
  shop.hasFulfilments = hasFulfilments;
  const orderOf = (orderKey: string) => shop.order(Number(orderKey)) ?? {};
  const metaOf = (of: unknown, wanted: string) =>
    itemsOf(fieldsOf(of).meta_data)
      .map(fieldsOf)
      .find(({ key }) => key === wanted)?.value;
  return {
    shop: WOOCOMMERCE,
    url,
    clock,
    settings: WooCommerceStandIn.settings,
    wrongSettings: { ...WooCommerceStandIn.settings, consumer_secret: `cs_${'0'.repeat(40)}` },
    product: { sku: 'CHAI-250', pricePaise: 64_950, grams: 270 },
    manyOrders: 230,
    missingKey: '9999999',
    now: () => clock.now(),
    later: () => clock.forward(1_000),
    place: ({ units, isCod }) =>
      String(
        shop.place({
          lines: [{ productId: 10, units }],
          ...(!isCod && { isPaid: true, paymentMethod: 'razorpay' }),
          billing: { ...PLACE, email: CUSTOMER.email },
          shipping: PLACE,
        }),
      ),
    placeUnpaid: () =>
      String(shop.place({ paymentMethod: 'bacs', billing: { ...PLACE, email: CUSTOMER.email } })),
    ...(hasFulfilments && {
      shipByHand: (orderKey: string, units: number) => shop.shipByHand(Number(orderKey), units),
    }),
    remove: (orderKey) => shop.change(Number(orderKey), { status: 'trash' }),
    changePincode: (orderKey, postcode) =>
      shop.change(Number(orderKey), { shipping: { ...fieldsOf(orderOf(orderKey).shipping), postcode } }),
    cancel: (orderKey) => shop.change(Number(orderKey), { status: 'cancelled' }),
    look: (orderKey) => ({
      isPaid: orderOf(orderKey).date_paid !== null,
      progress: shop.notes(Number(orderKey)).length,
      parcels: hasFulfilments
        ? shop.fulfilments(Number(orderKey)).map((one) => ({
            trackingNumber: textOf(metaOf(one, '_tracking_number')) ?? '',
            trackingUrl: textOf(metaOf(one, '_tracking_url')) ?? '',
            units: itemsOf(metaOf(one, '_items')).reduce<number>(
              (sum, item) => sum + (numberOf(fieldsOf(item).qty) ?? 0),
              0,
            ),
          }))
        : itemsOf(metaOf(orderOf(orderKey), '_wc_shipment_tracking_items'))
            .map(fieldsOf)
            .map((one) => ({
              trackingNumber: textOf(one.tracking_number) ?? '',
              trackingUrl: textOf(one.custom_tracking_link) ?? '',
            })),
    }),
    revoke: (isRevoked) => {
      shop.signIn.isRevoked = isRevoked;
    },
    isFulfilment: ({ method, path }) =>
      hasFulfilments ? method === 'POST' && path.includes('/fulfillments') : method === 'PUT',
    hooks: {
      addresses: () =>
        shop.webhooks.all.filter(({ status }) => status === 'active').map(({ deliveryUrl }) => deliveryUrl),
      drop: (address) => {
        const hook = shop.webhooks.all.find(
          ({ deliveryUrl, status }) => deliveryUrl === address && status === 'active',
        );
        shop.webhooks.change(String(hook?.id), { status: 'disabled' });
      },
      settled: () => shop.webhooks.settled(),
    },
    stop,
  };
}

describeShop('woocommerce', () => startShop(true));
describeShop('woocommerce without fulfilments', () => startShop(false));
