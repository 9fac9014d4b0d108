import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ground } from './ground.ts';

/** An export read to its end. */
export interface Exported {
  readonly rows: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Until its first byte. */
  readonly firstByteMs: number;
}

/** Reads the export of all the account's shipments as quickly as it comes. */
export async function readExport(ground: Ground): Promise<Exported> {
  const begun = performance.now();
  const response = await begin(ground);
  let firstByteMs = 0;
  let bytes = 0;
  let lines = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  }
  if (!response.complete) throw new Error('The export broke off');
  return {
    rows: lines - 1,
    megabytes: bytes / 1e6,
    seconds: (performance.now() - begun) / 1000,
    firstByteMs,
  };
}

/**
 * Goes away after the first part of an export.
 *
 * @returns milliseconds until PostgreSQL has no more of its query
 */
export async function leaveExport(ground: Ground): Promise<number> {
  const response = await begin(ground);
  await new Promise((resolve) => response.once('data', resolve));
  const begun = performance.now();
  while ((await running(ground)) === 0) {
    if (performance.now() - begun > 30_000) throw new Error('The export was not seen running');
  }
  response.destroy();
  const left = performance.now();
  while ((await running(ground)) > 0) {
    if (performance.now() - left > 30_000) throw new Error('The export of a client that left still runs');
    await wait(5);
  }
  return performance.now() - left;
}

async function running({ service }: Ground): Promise<number> {
  const { rows } = await service.database.pool.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
      where state <> 'idle' and query like 'select string_agg(concat(c0%'`,
  );
  return rows[0]?.n ?? 0;
}

function begin({ running: { url }, headers }: Ground) {
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const sent = request(`${url}/custom/api/v1/shipments/export`, { method: 'POST', headers }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`The export was answered with ${response.statusCode}`));
    });
    sent.once('error', reject);
    sent.end('{}');
  });
}
