import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { rateBookQuery } from './rates.ts';

afterEach(() => vi.restoreAllMocks());

it('puts rows of the account before default rows, carrier by carrier, and takes the older version', async () => {
  const columns = ['carrier_id', 'price'];
  const answers: Record<string, { data: string[][]; version: number }> = {
    'rate-cards default': {
      data: [
        ['a', '30'],
        ['b', '40'],
      ],
      version: 1,
    },
    'rate-cards own': {
      data: [
        ['b', '41'],
        ['c', '50'],
      ],
      version: 8,
    },
    'carrier-settings default': { data: [['a', 'yes']], version: 1 },
    'carrier-settings own': { data: [['b', 'no']], version: 7 },
  };
  vi.spyOn(api, 'GET').mockImplementation((async (
    _: string,
    { params }: { params: { query: Record<string, string> } },
  ) => {
    const { data, version } = answers[`${params.query.kind} ${params.query.book}`] ?? {
      data: [],
      version: 0,
    };
    return { data: { data, meta: { columns, version } } };
  }) as never);
  const book = await new QueryClient().fetchQuery(rateBookQuery);
  const priceOf = (rows: typeof book.cards) => [...rows].map(([id, { price }]) => `${id} ${price}`);
  expect(priceOf(book.cards)).toEqual(['a 30', 'b 41', 'c 50']);
  expect(priceOf(book.settings)).toEqual(['a yes', 'b no']);
  expect([...book.own]).toEqual(['b', 'c']);
  expect(book.version).toBe(7);
});
