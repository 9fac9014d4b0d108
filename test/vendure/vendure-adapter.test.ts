import { fieldsOf, itemsOf, numberOf, textOf } from '../../src/partners/answer-fields.ts';
import { VENDURE } from '../../src/shops/vendure/vendure.ts';
import { CUSTOMER, describeShop, type ShopUnderTest } from '../shops/shop-contract.ts';
import { startVendure } from '../support/vendure.ts';

const BELLS = 'dakiya.bells';

async function startShop(): Promise<ShopUnderTest> {
  const shop = await startVendure();
  const orderWith = async (id: string, fields: string) =>
    fieldsOf((await shop.admin(`query($id: ID!) { order(id: $id) { ${fields} } }`, { id })).order);
  const move = (id: string, state: string) =>
    shop.admin(
      'mutation($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { __typename ... on ErrorResult { errorCode message } } }',
      { id, state },
    );
  const bells = async () =>
    itemsOf((await shop.admin(`{ bells: getSettingsStoreValue(key: "${BELLS}") }`)).bells).map(fieldsOf);
  return {
    shop: VENDURE,
    url: shop.settings.base_url,
    settings: { api_key: shop.settings.api_key, weight_field: 'weightGrams' },
    wrongSettings: { api_key: `${'0'.repeat(24)}:${'0'.repeat(64)}` },
    product: { sku: 'TEA-250', pricePaise: 49_900, grams: 300 },
    manyOrders: 51,
    missingKey: '9999999',
    now: () => new Date(),
    later: () => undefined,
    place: async ({ units, isCod }) => {
      const { firstName, lastName } = CUSTOMER;
      const orderKey = await shop.place({
        units: { 'TEA-250': units },
        method: isCod ? 'cod' : 'prepaid',
        customer: { firstName, lastName, emailAddress: CUSTOMER.email },
        address: {
          fullName: `${firstName} ${lastName}`,
          streetLine1: CUSTOMER.address1,
          streetLine2: CUSTOMER.address2,
          city: CUSTOMER.city,
          province: 'Maharashtra',
          postalCode: CUSTOMER.pincode,
          countryCode: CUSTOMER.country,
          phoneNumber: CUSTOMER.phone,
        },
      });
      await shop.settled();
      return orderKey;
    },
    shipByHand: async (orderKey, units) => {
      const { lines } = await orderWith(orderKey, 'lines { id }');
      const [line] = itemsOf(lines).map(fieldsOf);
      const { addFulfillmentToOrder: made } = await shop.admin(
        'mutation($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ... on ErrorResult { errorCode message } } }',
        {
          input: {
            lines: [{ orderLineId: line?.id, quantity: units }],
            handler: {
              code: 'manual-fulfillment',
              arguments: ['method', 'trackingCode'].map((name) => ({ name, value: 'by hand' })),
            },
          },
        },
      );
      await shop.admin(
        'mutation($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ... on ErrorResult { errorCode message } } }',
        { id: fieldsOf(made).id },
      );
      await shop.settled();
    },
    changePincode: async (orderKey, postalCode) => {
      const { state } = await orderWith(orderKey, 'state');
      await move(orderKey, 'Modifying');
      await shop.admin(
        'mutation($input: ModifyOrderInput!) { modifyOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }',
        { input: { dryRun: false, orderId: orderKey, updateShippingAddress: { postalCode } } },
      );
      await move(orderKey, String(state));
      await shop.settled();
    },
    cancel: async (orderId) => {
      await shop.admin(
        'mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }',
        { input: { orderId } },
      );
      await shop.settled();
    },
    look: async (orderKey) => {
      const order = await orderWith(
        orderKey,
        `totalWithTax payments { amount state } history { items { type data } }
         fulfillments { state trackingCode customFields { trackingUrl } lines { quantity } }`,
      );
      const paid = itemsOf(order.payments)
        .map(fieldsOf)
        .filter(({ state }) => state === 'Settled')
        .reduce((sum, { amount }) => sum + (numberOf(amount) ?? 0), 0);
      const history = itemsOf(fieldsOf(order.history).items).map(fieldsOf);
      return {
        isPaid: paid >= (numberOf(order.totalWithTax) ?? 0),
        progress: history.filter(
          ({ type, data }) =>
            type === 'ORDER_NOTE' ||
            (type === 'ORDER_FULFILLMENT_TRANSITION' && fieldsOf(data).to === 'Delivered'),
        ).length,
        parcels: itemsOf(order.fulfillments)
          .map(fieldsOf)
          .filter(({ state }) => state !== 'Cancelled')
          .map((one) => ({
            trackingNumber: textOf(one.trackingCode) ?? '',
            trackingUrl: textOf(fieldsOf(one.customFields).trackingUrl) ?? '',
            units: itemsOf(one.lines).reduce<number>(
              (sum, line) => sum + (numberOf(fieldsOf(line).quantity) ?? 0),
              0,
            ),
          })),
      };
    },
    revoke: (isRevoked) => shop.revoke(isRevoked),
    isFulfilment: ({ body }) => body.includes('addFulfillmentToOrder'),
    hooks: {
      addresses: async () => (await bells()).map(({ address }) => textOf(address) ?? ''),
      drop: async (address) => {
        const value = (await bells()).filter((bell) => bell.address !== address);
        await shop.admin(
          'mutation($input: SettingsStoreInput!) { setSettingsStoreValue(input: $input) { result } }',
          { input: { key: BELLS, value } },
        );
      },
      settled: () => shop.settled(),
    },
    stop: () => shop.stop(),
  };
}

describeShop('vendure', startShop, { faults: false });
