import { describe, expect, it } from 'vitest';
import { SHOPS } from '../shops/shop-systems.ts';
import { laySettings, NO_SETTINGS } from './partner-settings.ts';

const shopOf = (name: string) => {
  const shop = SHOPS.find((one) => one.name === name);
  if (shop === undefined) throw new Error(`no shop ${name}`);
  return shop;
};
const SECRETS = {
  woocommerce: { consumer_key: 'ck_1', consumer_secret: 'cs_1' },
  shopify: { client_secret: 'shpss_1' },
  medusa: { api_key: 'sk_1' },
  vendure: { api_key: 'key_1' },
};

describe('the address of a shop', () => {
  it.each([
    ['woocommerce', 'https://chai.example/wp-json/wc/v3', 'https://chai.example'],
    ['woocommerce', 'https://chai.example/wp-json/wc/v3/', 'https://chai.example'],
    ['woocommerce', 'https://chai.example/tea/wp-json/', 'https://chai.example/tea'],
    ['woocommerce', 'https://chai.example/WP-Admin', 'https://chai.example'],
    ['woocommerce', 'https://chai.example/my-wp-admin', 'https://chai.example/my-wp-admin'],
    ['woocommerce', 'https://chai.example/wp-json/tea', 'https://chai.example/wp-json/tea'],
    ['shopify', 'https://chai.myshopify.com/admin', 'https://chai.myshopify.com'],
    ['medusa', 'https://chai.example/app', 'https://chai.example'],
    ['medusa', 'https://chai.example/admin/', 'https://chai.example'],
    ['medusa', 'https://app.example', 'https://app.example'],
    ['vendure', 'https://chai.example/admin-api', 'https://chai.example'],
    ['vendure', 'https://chai.example/api', 'https://chai.example/api'],
  ] as const)('of %s, entered as %s, is %s', (name, sent, kept) => {
    const { plain } = laySettings(shopOf(name), NO_SETTINGS, { base_url: sent, ...SECRETS[name] });
    expect(plain.base_url).toBe(kept);
  });

  it('is the same with and without that end, so that the secrets stay', () => {
    const shop = shopOf('woocommerce');
    const first = { base_url: 'https://chai.example', ...SECRETS.woocommerce };
    const before = laySettings(shop, NO_SETTINGS, first);
    const same = laySettings(shop, before, { base_url: 'https://chai.example/wp-admin' });
    expect(same).toEqual(before);
    const other = laySettings(shop, before, { base_url: 'https://other.example/wp-admin' });
    expect(other).toEqual({ plain: { base_url: 'https://other.example' }, secret: {} });
  });

  it('that was kept before stays as it was until it is sent', () => {
    const before = { plain: { base_url: 'https://chai.example/wp-admin' }, secret: SECRETS.woocommerce };
    expect(laySettings(shopOf('woocommerce'), before, {})).toEqual(before);
  });

  it.each(['/wp-admin', 'chai.example/wp-json', 'https://chai.example/wp-admin?page=1'])(
    'is refused as before: %s',
    (sent) => {
      const lay = () =>
        laySettings(shopOf('woocommerce'), NO_SETTINGS, { base_url: sent, ...SECRETS.woocommerce });
      expect(lay).toThrow(/settings.base_url must be an address/);
    },
  );
});
