import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type autocannon from 'autocannon';
import { DATA_FOLDER } from '../../src/package-root.ts';

/** This number of different requests is sent in turn. */
const REQUESTS = 2_000;

/** Pseudo-random numbers, the same in every run. */
export function repeatableRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every pincode of the directory. */
export function readPincodes(): string[] {
  const lines = readFileSync(join(DATA_FOLDER, 'pincodes.csv'), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.slice(0, 6));
}

/** Requests to `POST /rates` with random pincodes, weights and sizes, of both journeys. */
export function rateRequests(headersOf: (request: number) => Record<string, string>): autocannon.Request[] {
  const random = repeatableRandom();
  const pincodes = readPincodes();
  const pincode = () => pincodes[Math.floor(random() * pincodes.length)];
  const upTo = (most: number, decimals: number) => Number((random() * most + 0.01).toFixed(decimals));
  return Array.from({ length: REQUESTS }, (_, request) => {
    const parcel = {
      origin_pincode: pincode(),
      destination_pincode: pincode(),
      dead_weight: upTo(2_000, 1),
      length: upTo(20, 1) + 1,
      width: upTo(20, 1) + 1,
      height: upTo(20, 1) + 1,
    };
    const isReturn = random() < 0.5;
    const isCod = random() < 0.5;
    const body = isReturn
      ? { journey_type: 'return', ...parcel }
      : {
          journey_type: 'forward',
          ...parcel,
          payment_method: isCod ? 'cod' : 'prepaid',
          ...(isCod ? { shipment_value: upTo(5_000, 2) } : {}),
        };
    return {
      method: 'POST',
      path: '/custom/api/v1/rates',
      headers: { 'content-type': 'application/json', ...headersOf(request) },
      body: JSON.stringify(body),
    };
  });
}
