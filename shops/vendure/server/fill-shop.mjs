import { caller } from './place-order.mjs';

/**
 * Makes a fresh Vendure a shop in India: rupees with GST, two goods and a download, cash on delivery and payment in advance, two
 * ways of shipping, and an API key for Dakiya.
 *
 * @param {string} url of the server
 * @param {{ identifier: string, password: string }} owner
 * @returns {Promise<string>} the API key
 */
export async function fillShop(url, owner) {
  const tell = caller(`${url}/admin-api`);
  await tell(
    `mutation($username: String!, $password: String!) {
      login(username: $username, password: $password) { ... on ErrorResult { errorCode message } }
    }`,
    { username: owner.identifier, password: owner.password },
  );
  const { countries } = await tell('{ countries { totalItems } }');
  if (countries.totalItems === 0) await fill(tell);
  return makeKey(tell);
}

const en = (/** @type {object} */ fields) => [{ languageCode: 'en', ...fields }];

/** @param {ReturnType<typeof caller>} tell */
async function fill(tell) {
  const { createCountry } = await tell(
    'mutation($input: CreateCountryInput!) { createCountry(input: $input) { id } }',
    { input: { code: 'IN', enabled: true, translations: en({ name: 'India' }) } },
  );
  const { createZone } = await tell(
    'mutation($input: CreateZoneInput!) { createZone(input: $input) { id } }',
    {
      input: { name: 'India', memberIds: [createCountry.id] },
    },
  );
  const { channels } = await tell('{ channels { items { id } } }');
  await tell('mutation($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename } }', {
    input: {
      id: channels.items[0].id,
      defaultCurrencyCode: 'INR',
      availableCurrencyCodes: ['INR'],
      pricesIncludeTax: true,
      defaultTaxZoneId: createZone.id,
      defaultShippingZoneId: createZone.id,
    },
  });
  const { createTaxCategory } = await tell(
    'mutation($input: CreateTaxCategoryInput!) { createTaxCategory(input: $input) { id } }',
    { input: { name: 'GST 18 %', isDefault: true } },
  );
  await tell('mutation($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }', {
    input: { name: 'GST', enabled: true, value: 18, categoryId: createTaxCategory.id, zoneId: createZone.id },
  });
  for (const [code, automaticSettle] of [
    ['cod', false],
    ['prepaid', true],
  ]) {
    await tell('mutation($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }', {
      input: {
        code,
        enabled: true,
        handler: {
          code: 'dummy-payment-handler',
          arguments: [{ name: 'automaticSettle', value: String(automaticSettle) }],
        },
        translations: en({ name: code, description: '' }),
      },
    });
  }
  await tell('mutation($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }', {
    input: {
      code: 'standard',
      fulfillmentHandler: 'manual-fulfillment',
      checker: {
        code: 'default-shipping-eligibility-checker',
        arguments: [{ name: 'orderMinimum', value: '0' }],
      },
      calculator: {
        code: 'default-shipping-calculator',
        arguments: [
          { name: 'rate', value: '4000' },
          { name: 'includesTax', value: 'include' },
          { name: 'taxRate', value: '18' },
        ],
      },
      translations: en({ name: 'Standard', description: '' }),
    },
  });
  await tell('mutation($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }', {
    input: {
      code: 'dakiya',
      fulfillmentHandler: 'dakiya-fulfillment',
      checker: { code: 'dakiya-served', arguments: [{ name: 'service', value: 'standard' }] },
      calculator: {
        code: 'dakiya-rates',
        arguments: [
          { name: 'service', value: 'standard' },
          { name: 'fallbackPrice', value: '6000' },
          { name: 'taxRate', value: '18' },
        ],
      },
      translations: en({ name: 'Dakiya', description: '' }),
    },
  });
  for (const { name, sku, price, customFields } of GOODS) {
    const { createProduct } = await tell(
      'mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      { input: { translations: en({ name, slug: sku.toLowerCase(), description: '' }) } },
    );
    await tell(
      'mutation($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
      {
        input: [
          {
            productId: createProduct.id,
            sku,
            price,
            trackInventory: 'FALSE',
            taxCategoryId: createTaxCategory.id,
            customFields,
            translations: en({ name }),
          },
        ],
      },
    );
  }
}

/** Prices in paise. The second has no weight. */
const GOODS = [
  {
    name: 'Assam tea',
    sku: 'TEA-250',
    price: 49_900,
    customFields: { weightGrams: 300, lengthCm: 18, breadthCm: 12, heightCm: 6, hsn: '0902' },
  },
  { name: 'Steel kettle', sku: 'KETTLE', price: 129_900, customFields: {} },
  { name: 'Book of recipes', sku: 'RECIPES', price: 9_900, customFields: { isDigital: true } },
];

/** @param {ReturnType<typeof caller>} tell */
async function makeKey(tell) {
  const { roles } = await tell('{ roles { items { id code } } }');
  const { createRole } = roles.items.some(({ code }) => code === 'dakiya')
    ? { createRole: roles.items.find(({ code }) => code === 'dakiya') }
    : await tell('mutation($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
        input: { code: 'dakiya', description: 'Dakiya', permissions: ['ReadOrder', 'UpdateOrder'] },
      });
  const { createApiKey } = await tell(
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }',
    { input: { roleIds: [createRole.id], translations: en({ name: 'Dakiya' }) } },
  );
  return createApiKey.apiKey;
}
