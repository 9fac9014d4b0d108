/**
 * What a customer and the merchant need to know of a shop.
 *
 * @typedef {object} FilledShop
 * @property {string} secretKey of the Admin API
 * @property {string} publishableKey of the Store API
 * @property {string} regionId
 * @property {{ bengaluru: string, mumbai: string }} locations
 * @property {{ flat: string, dakiya: string | null }} shippingOptions
 * @property {{ small: string, large: string, digital: string }} variants
 */

/**
 * Sends a request to Medusa. Rejects with its answer if it refuses.
 *
 * @param {string} url
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 */
export async function askMedusa(url, method, path, body, headers = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/**
 * Makes a shop in India: two stock locations, delivery, and three products, one of which is not shipped.
 *
 * @param {string} url
 * @param {{ email: string, password: string }} person of the Admin API
 * @param {boolean} hasDakiya true if the prices of Dakiya are switched on
 * @returns {Promise<FilledShop>}
 */
export async function fillShop(url, person, hasDakiya) {
  const { token } = await askMedusa(url, 'POST', '/auth/user/emailpass', person);
  const authorization = `Bearer ${token}`;
  /** @param {string} path @param {unknown} [body] */
  const post = (path, body) => askMedusa(url, 'POST', `/admin${path}`, body, { authorization });
  /** @param {string} path */
  const get = (path) => askMedusa(url, 'GET', `/admin${path}`, undefined, { authorization });

  const { api_key: secret } = await post('/api-keys', { title: 'Dakiya', type: 'secret' });
  const { api_key: publishable } = await post('/api-keys', { title: 'Storefront', type: 'publishable' });
  const { sales_channel: channel } = await post('/sales-channels', { name: 'Storefront' });
  await post(`/api-keys/${publishable.id}/sales-channels`, { add: [channel.id] });
  const { stores } = await get('/stores');
  await post(`/stores/${stores[0].id}`, {
    supported_currencies: [{ currency_code: 'inr', is_default: true }],
    default_sales_channel_id: channel.id,
  });
  const { region } = await post('/regions', {
    name: 'India',
    currency_code: 'inr',
    countries: ['in'],
    payment_providers: ['pp_system_default'],
  });
  await post('/tax-regions', {
    country_code: 'in',
    provider_id: 'tp_system',
    default_tax_rate: { rate: 18, name: 'GST', code: 'GST18' },
  });
  const { shipping_profiles: profiles } = await get('/shipping-profiles');
  const profile = profiles[0];
  const providers = hasDakiya ? ['manual_manual', 'dakiya_dakiya'] : ['manual_manual'];

  /** @param {string} city @param {string} pincode */
  async function addLocation(city, pincode) {
    const { stock_location: place } = await post('/stock-locations', {
      name: city,
      address: { address_1: '1 Station Road', city, country_code: 'in', postal_code: pincode },
    });
    const path = `/stock-locations/${place.id}`;
    await post(`${path}/sales-channels`, { add: [channel.id] });
    await post(`${path}/fulfillment-providers`, { add: providers });
    await post(`${path}/fulfillment-sets`, { name: `From ${city}`, type: 'shipping' });
    const { stock_location: filled } = await get(`${path}?fields=*fulfillment_sets`);
    const { fulfillment_set: set } = await post(
      `/fulfillment-sets/${filled.fulfillment_sets[0].id}/service-zones`,
      { name: `India from ${city}`, geo_zones: [{ type: 'country', country_code: 'in' }] },
    );
    return { id: place.id, zoneId: set.service_zones[0].id };
  }
  const bengaluru = await addLocation('Bengaluru', '560001');
  const mumbai = await addLocation('Mumbai', '400001');

  /** @param {string} name @param {object} more */
  async function addOption(name, more) {
    const { shipping_option: option } = await post('/shipping-options', {
      name,
      service_zone_id: bengaluru.zoneId,
      shipping_profile_id: profile.id,
      type: { label: name, description: name, code: name.toLowerCase() },
      rules: [],
      prices: [],
      ...more,
    });
    return option.id;
  }
  const prices = [{ currency_code: 'inr', amount: 49.5 }];
  const flat = await addOption('Standard', { provider_id: 'manual_manual', price_type: 'flat', prices });
  const calculated = { provider_id: 'dakiya_dakiya', price_type: 'calculated', data: { id: 'standard' } };
  const dakiya = hasDakiya ? await addOption('Courier', calculated) : null;

  const { product } = await post('/products', {
    title: 'Masala chai 250 g',
    status: 'published',
    shipping_profile_id: profile.id,
    sales_channels: [{ id: channel.id }],
    hs_code: '0902',
    weight: 300,
    options: [{ title: 'Size', values: ['S', 'L'] }],
    variants: [
      {
        ...{ title: 'S', sku: 'CHAI-S', options: { Size: 'S' }, manage_inventory: true },
        ...{ weight: 250, length: 10, width: 8, height: 5 },
        prices: [{ currency_code: 'inr', amount: 199.99 }],
      },
      {
        ...{ title: 'L', sku: 'CHAI-L', options: { Size: 'L' }, manage_inventory: false },
        prices: [{ currency_code: 'inr', amount: 649 }],
      },
    ],
  });
  const { product: book } = await post('/products', {
    title: 'Recipes (PDF)',
    status: 'published',
    sales_channels: [{ id: channel.id }],
    options: [{ title: 'Kind', values: ['PDF'] }],
    variants: [
      {
        ...{ title: 'PDF', sku: 'PDF', options: { Kind: 'PDF' }, manage_inventory: false },
        prices: [{ currency_code: 'inr', amount: 99 }],
      },
    ],
  });
  const { inventory_items: items } = await get('/inventory-items?sku=CHAI-S');
  for (const { id } of [bengaluru, mumbai]) {
    const level = { location_id: id, stocked_quantity: 1_000 };
    await post(`/inventory-items/${items[0].id}/location-levels`, level);
  }
  /** @param {string} wanted */
  const variant = (wanted) =>
    product.variants.find((/** @type {{ sku: string }} */ { sku }) => sku === wanted).id;
  return {
    secretKey: secret.token,
    publishableKey: publishable.token,
    regionId: region.id,
    locations: { bengaluru: bengaluru.id, mumbai: mumbai.id },
    shippingOptions: { flat, dakiya },
    variants: { small: variant('CHAI-S'), large: variant('CHAI-L'), digital: book.variants[0].id },
  };
}

/**
 * Orders something as a customer does, paid in cash.
 *
 * @param {FilledShop & { url: string }} shop
 * @param {object} [options]
 * @param {readonly (readonly [variant: string, units: number])[]} [options.lines]
 * @param {string | null} [options.shippingOption]
 * @param {Record<string, string>} [options.address] what is different of it
 * @param {string} [options.email]
 * @returns {Promise<any>} the order
 */
export async function orderSomething(shop, { lines, shippingOption, address, email } = {}) {
  /** @param {string} path @param {unknown} [body] */
  const post = (path, body) =>
    askMedusa(shop.url, 'POST', `/store${path}`, body, { 'x-publishable-api-key': shop.publishableKey });
  const to = {
    first_name: 'Ravi',
    last_name: 'Iyer',
    phone: '+919876500001',
    address_1: '12 Church Street',
    address_2: 'Floor 2',
    city: 'Bengaluru',
    province: 'Karnataka',
    postal_code: '560001',
    country_code: 'in',
    ...address,
  };
  const { cart } = await post('/carts', {
    region_id: shop.regionId,
    email: email ?? 'ravi@example.com',
    items: (lines ?? [[shop.variants.small, 2]]).map(([variant_id, quantity]) => ({ variant_id, quantity })),
    shipping_address: to,
    billing_address: to,
  });
  const option = shippingOption ?? shop.shippingOptions.flat;
  await post(`/carts/${cart.id}/shipping-methods`, { option_id: option });
  const { payment_collection: collection } = await post('/payment-collections', { cart_id: cart.id });
  await post(`/payment-collections/${collection.id}/payment-sessions`, { provider_id: 'pp_system_default' });
  const { order } = await post(`/carts/${cart.id}/complete`);
  return order;
}
