/**
 * @typedef {Record<string, unknown>} Fields
 * @typedef {object} WantedOrder
 * @property {string} [method] `cod` by default, or `prepaid`
 * @property {Readonly<Record<string, number>>} [units] by SKU
 * @property {Fields} [customer]
 * @property {Fields} [address]
 * @property {string} [shipping] the code of the way of shipping; the first that is offered by default
 */

const CUSTOMER = { firstName: 'Ravi', lastName: 'Iyer', emailAddress: 'ravi@example.com' };
const ADDRESS = {
  fullName: 'Ravi Iyer',
  streetLine1: '12 MG Road',
  streetLine2: 'Indiranagar',
  city: 'Bengaluru',
  province: 'Karnataka',
  postalCode: '560038',
  countryCode: 'IN',
  phoneNumber: '9876500001',
};
const OUTCOME = '{ __typename ... on ErrorResult { errorCode message } }';

/**
 * Orders something by the Shop API, as a new customer.
 *
 * @param {string} url of the server
 * @param {WantedOrder} [order]
 * @returns {Promise<{ id: string, code: string }>}
 */
export async function placeOrder(url, order = {}) {
  const { method = 'cod', shipping } = order;
  const ask = caller(`${url}/shop-api`);
  const offered = await fillCart(ask, order);
  const chosen = offered.find(({ code }) => code === (shipping ?? code));
  const { addPaymentToOrder } = await ask(
    `mutation($id: [ID!]!, $payment: PaymentInput!) {
      setOrderShippingMethod(shippingMethodId: $id) ${OUTCOME}
      transitionOrderToState(state: "ArrangingPayment") ${OUTCOME}
      addPaymentToOrder(input: $payment) { ... on Order { id code } ... on ErrorResult { errorCode message } }
    }`,
    { id: [chosen?.id], payment: { method, metadata: {} } },
  );
  return addPaymentToOrder;
}

/**
 * Fills a cart, as a new customer.
 *
 * @param {ReturnType<typeof caller>} ask
 * @param {WantedOrder} order
 * @returns {Promise<{ id: string, code: string, price: number, priceWithTax: number, metadata: unknown }[]>} the ways of shipping
 */
export async function fillCart(ask, { units = { 'TEA-250': 2 }, customer = {}, address = {} }) {
  const { products } = await ask('{ products { items { variants { id sku } } } }');
  /** @type {{ id: string, sku: string }[]} */
  const variants = products.items.flatMap((/** @type {any} */ product) => product.variants);
  for (const [sku, quantity] of Object.entries(units)) {
    const id = variants.find((variant) => variant.sku === sku)?.id;
    await ask(
      `mutation($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) ${OUTCOME} }`,
      { id, quantity },
    );
  }
  await ask(
    `mutation($customer: CreateCustomerInput!, $address: CreateAddressInput!) {
      setCustomerForOrder(input: $customer) ${OUTCOME}
      setOrderShippingAddress(input: $address) ${OUTCOME}
    }`,
    { customer: { ...CUSTOMER, ...customer }, address: { ...ADDRESS, ...address } },
  );
  const { eligibleShippingMethods } = await ask(
    '{ eligibleShippingMethods { id code price priceWithTax metadata } }',
  );
  return eligibleShippingMethods;
}

/**
 * Asks an API of Vendure, each caller in a session of its own, as a customer has it.
 *
 * @param {string} address
 * @param {Readonly<Record<string, string>>} [headers]
 * @returns {(query: string, variables?: Fields) => Promise<any>} rejects for an error of the shop
 */
export function caller(address, headers = {}) {
  /** @type {string | null} */
  let session = null;
  return async (query, variables = {}) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(session !== null && { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    session = answer.headers.get('vendure-auth-token') ?? session;
    const { data, errors } = /** @type {any} */ (await answer.json());
    if (errors !== undefined) throw new Error(`${errors[0]?.message}: ${query}`);
    const refused = Object.values(data).find((value) => value?.errorCode !== undefined);
    if (refused !== undefined) throw new Error(`${JSON.stringify(refused)}: ${query}`);
    return data;
  };
}
