import { expect, it } from 'vitest';
import type { PartnerRequest } from '../../partners/partner.ts';
import { KeptOutError, type ParcelProgress } from '../shop-adapter.ts';
import { WOOCOMMERCE } from './woocommerce.ts';

interface Host {
  /** True if the host removes the header `Authorization`. */
  readonly strips?: boolean;
  /** True if the key may only read. */
  readonly onlyReads?: boolean;
}

const DEEDS: Readonly<Record<string, string>> = {
  GET: 'view',
  POST: 'create',
  PUT: 'edit',
  DELETE: 'delete',
};
let shops = 0;

/** A shop over https that refuses as WooCommerce 11.0.1 does, with the ways in which it was asked. */
function openShop({ strips = false, onlyReads = false }: Host) {
  shops += 1;
  const asked: string[] = [];
  const send = async ({ method, path, headers = {} }: PartnerRequest) => {
    const { pathname, searchParams } = new URL(path, 'https://shop');
    const inQuery = searchParams.has('consumer_key');
    asked.push(`${method} ${inQuery ? 'query' : 'header'}`);
    const isSeen = inQuery || (!strips && 'authorization' in headers);
    const deed = pathname.endsWith('/batch') ? 'batch' : DEEDS[method];
    const isAllowed = isSeen && (!onlyReads || method === 'GET');
    const value = isAllowed
      ? pathname.endsWith('/notes') && method === 'GET'
        ? []
        : { id: 7, value: 'INR' }
      : { code: `woocommerce_rest_cannot_${deed}`, message: 'Sorry', data: { status: 401 } };
    const text = JSON.stringify(value);
    return { status: isAllowed ? 200 : 401, headers: {}, body: Buffer.from(text), text };
  };
  const adapter = WOOCOMMERCE.open({
    shopId: `shop ${shops}`,
    settings: { base_url: 'https://shop', consumer_key: 'ck_1', consumer_secret: 'cs_1' },
    requests: { send },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    sleep: () => Promise.reject(new Error('unused')),
    now: () => new Date(),
  });
  return { adapter, asked };
}

const signal = new AbortController().signal;
const PROGRESS: ParcelProgress = {
  ...{ orderKey: '7', fulfilmentKey: '1', trackingNumber: 'A1', word: 'delivered' as const },
  ...{ happenedAt: new Date(0), notifiesCustomer: false },
};

it('finds once that a host removes the header, also by a write, and asks by query from then on', async () => {
  const { adapter, asked } = openShop({ strips: true });
  const fulfilled = { orderKey: '7', fulfilmentKey: '1' };
  expect(await adapter.cancelFulfilment?.(fulfilled, signal)).toEqual({ outcome: 'done' });
  expect(await adapter.tellProgress?.(PROGRESS, signal)).toEqual({ outcome: 'done' });
  expect(asked).toEqual(['DELETE header', 'DELETE query', 'GET query', 'POST query']);
});

it('asks a host that keeps the header by nothing else', async () => {
  const { adapter, asked } = openShop({});
  expect(await adapter.check(signal)).toMatchObject({ ok: true });
  expect(asked).toEqual(['GET header', 'GET header', 'POST header']);
});

it('finds a key that may only read when it is checked', async () => {
  const { adapter } = openShop({ onlyReads: true });
  const checked = adapter.check(signal);
  await expect(checked).rejects.toBeInstanceOf(KeptOutError);
  await expect(checked).rejects.toThrow(/give it the permission "Read\/Write"/);
});
