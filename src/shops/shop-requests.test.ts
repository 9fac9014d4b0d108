import { describe, expect, it } from 'vitest';
import type { PartnerRequest } from '../partners/partner.ts';
import { SHOPS } from './shop-systems.ts';

const signal = new AbortController().signal;
const SETTINGS = {
  ...{ base_url: 'https://chai.example', consumer_key: 'ck_1', consumer_secret: 'cs_1' },
  ...{ access_token: 'shpat_1', client_secret: 'shpss_1', api_key: 'sk_1', admin_api_path: 'admin-api' },
};

/** A shop that sends every request on, and the requests that it got. */
function movedShop(shop: (typeof SHOPS)[number], status: number, locationOf: (path: string) => string) {
  const asked: PartnerRequest[] = [];
  const adapter = shop.open({
    shopId: 'shop',
    settings: SETTINGS,
    requests: {
      send: async (request) => {
        asked.push(request);
        const headers = { location: locationOf(request.path) };
        return { status, headers, body: Buffer.from(''), text: '' };
      },
    },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    sleep: () => Promise.reject(new Error('unused')),
    now: () => new Date(0),
  });
  return { adapter, asked };
}

describe.each(SHOPS.map((shop) => [shop.title, shop] as const))('%s that has moved', (_, shop) => {
  it.each([301, 302, 303, 307, 308])(
    'with %d is asked nothing more, and its new address is named',
    async (status) => {
      const { adapter, asked } = movedShop(shop, status, (path) => `https://www.chai.example/tea${path}`);
      await expect(adapter.check(signal)).rejects.toThrow(
        `answered ${status}, and sends requests on to https://www.chai.example/tea: if that is the shop, enter it as the address`,
      );
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    ['https://chai.example/wp-login.php?redirect_to=x&key=ck_1#top', 'https://chai.example/wp-login.php:'],
    ['https://ravi:secret@www.chai.example:8443/', 'https://www.chai.example:8443:'],
    ['//www.chai.example', 'https://www.chai.example:'],
    ['/shop/', 'https://chai.example/shop:'],
    [`https://chai.example/${'x'.repeat(5_000)}`, /to https:\/\/chai\.example\/x{150,180}:/],
  ])('names only host and path of %s', async (location, named) => {
    const failed = movedShop(shop, 302, () => location).adapter.check(signal);
    await expect(failed).rejects.toThrow(named);
    await expect(failed).rejects.not.toThrow(/ck_1|secret|redirect_to|#top/);
  });

  it.each(['', 'javascript:alert(1)', 'http://', 'mailto:ravi@x.example'])(
    'fails without an address in %j',
    async (location) => {
      const failed = movedShop(shop, 301, () => location).adapter.check(signal);
      await expect(failed).rejects.toThrow(/301|not its own/);
      await expect(failed).rejects.not.toThrow(/javascript|ravi/);
    },
  );
});
