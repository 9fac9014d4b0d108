import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sealing } from '../sealing/sealing.ts';
import { courierOutgoing } from './couriers.ts';
import { openSealing } from './open-sealing.ts';

const KEY = Buffer.alloc(32, 7);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-sealing-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the key of stored secrets', () => {
  it.each(['base64', 'hex'] as const)(
    'is SECRETS_KEY in %s, even if there is a data folder',
    async (encoding) => {
      const sealed = new Sealing(KEY).seal('secret', 'here');
      for (const dataDir of [null, folder]) {
        const sealing = await openSealing({ secretsKey: KEY.toString(encoding) }, dataDir);
        expect(sealing.open(sealed, 'here')).toBe('secret');
      }
    },
  );

  it.each(['short', KEY.subarray(1).toString('base64'), KEY.toString('hex').slice(1)])(
    'is refused if SECRETS_KEY is %s',
    async (secretsKey) => {
      await expect(openSealing({ secretsKey }, folder)).rejects.toThrow(
        'SECRETS_KEY must be 32 bytes in base64',
      );
    },
  );

  it('is made in the data folder and read again', async () => {
    const sealed = (await openSealing({ secretsKey: null }, folder)).seal('secret', 'here');
    expect((await openSealing({ secretsKey: null }, folder)).open(sealed, 'here')).toBe('secret');
  });

  it("is missing with the operator's own PostgreSQL and no SECRETS_KEY", async () => {
    expect((await openSealing({ secretsKey: null }, null)).hasKey).toBe(false);
    expect((await openSealing({ secretsKey: null }, folder)).hasKey).toBe(true);
  });
});

describe('requests to couriers', () => {
  const stand = new URL('http://127.0.0.1:8290');

  it('reach only the networks of COURIER_ALLOW besides the public internet', async () => {
    expect(await courierOutgoing({ courierAllow: ['127.0.0.0/8'] }).addressesOf(stand)).toEqual([
      '127.0.0.1',
    ]);
    for (const courierAllow of [[], ['10.0.0.0/8']])
      await expect(courierOutgoing({ courierAllow }).addressesOf(stand)).rejects.toThrow(
        'not of the public internet',
      );
  });

  it('are refused if COURIER_ALLOW has no network', () => {
    expect(() => courierOutgoing({ courierAllow: ['300.0.0.1'] })).toThrow(
      'COURIER_ALLOW: 300.0.0.1 is no network such as 10.0.0.0/8',
    );
  });
});
