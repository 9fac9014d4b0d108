// A Medusa shop for tests and trials. DAKIYA_URL and DAKIYA_CHECKOUT_KEY switch on the prices of Dakiya.
const { defineConfig } = require('@medusajs/framework/utils');

const { DATABASE_URL, DAKIYA_URL, DAKIYA_CHECKOUT_KEY } = process.env;
const providers = [{ resolve: '@medusajs/medusa/fulfillment-manual', id: 'manual' }];
if (DAKIYA_URL && DAKIYA_CHECKOUT_KEY) {
  providers.push({
    resolve: 'medusa-fulfillment-dakiya/providers/dakiya',
    id: 'dakiya',
    options: { url: DAKIYA_URL, checkoutKey: DAKIYA_CHECKOUT_KEY, fallbackPrice: 99 },
  });
}

module.exports = defineConfig({
  admin: { disable: true },
  plugins: [{ resolve: 'medusa-fulfillment-dakiya', options: {} }],
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: 'only for trials',
      cookieSecret: 'only for trials',
    },
  },
  modules: [{ resolve: '@medusajs/medusa/fulfillment', options: { providers } }],
});
