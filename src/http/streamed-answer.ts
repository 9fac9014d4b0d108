import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Problem } from '../problems/problem.ts';
import { say } from '../problems/sentence.ts';
import type { Client } from '../usecases/long-work.ts';

const CLIENT_LEFT = say('client_left', 'The client left before the answer');

/** Returns the client of an answer. Work for a client that has left is dropped. */
export function clientOf(reply: FastifyReply): Client {
  const left = new AbortController();
  const leave = () => left.abort(new Problem('abandoned', CLIENT_LEFT));
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return { signal: left.signal, dismiss: () => reply.raw.destroy() };
}

/** Sends rows as CSV as they are made. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  return sendPrivately(reply, { type: 'text/csv; charset=utf-8', name: `${name}.csv` }, parts);
}

/** Sends a file with an account's data as it is made: caches must not store it. */
export function sendPrivately(
  reply: FastifyReply,
  { type, name }: { readonly type: string; readonly name: string },
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
  };
  return sendFile(reply, headers, parts);
}

/** Sends a file as it is made. Problems of the request are answered before anything is sent. */
export async function sendFile(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  const file = Readable.from(parts, { objectMode: false });
  await once(file, 'readable');
  return reply.headers(headers).send(file);
}

/** The number of rows that are serialized in one or two milliseconds. */
const ROWS_AT_ONCE = 500;

/**
 * Sends many rows as the `data` of an answer, with pauses for other requests. The route's schema does not
 * serialize them, because it takes twice as long for thousands of rows; their type guarantees the fields.
 * Each part is encoded separately, because encoding everything at once would block other requests.
 */
export async function sendRows(
  reply: FastifyReply,
  rows: Iterable<object>,
  meta: object,
): Promise<FastifyReply> {
  const parts: Buffer[] = [];
  let before = '{"data":[';
  let some: object[] = [];
  // Without the brackets of the list.
  const text = () => before + JSON.stringify(some).slice(1, -1);
  for (const row of rows) {
    if (some.length === ROWS_AT_ONCE) {
      parts.push(Buffer.from(text()));
      before = ',';
      some = [];
      await othersTurn();
    }
    some.push(row);
  }
  parts.push(Buffer.from(`${text()}],"meta":${JSON.stringify(meta)}}`));
  return reply.type('application/json; charset=utf-8').send(Buffer.concat(parts));
}
