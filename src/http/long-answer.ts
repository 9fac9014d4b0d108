import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Problem } from '../problems/problem.ts';
import type { Client } from '../usecases/long-work.ts';

/** Who waits for an answer. Work for a client that leaves is dropped. */
export function clientOf(reply: FastifyReply): Client {
  const left = new AbortController();
  const leave = () => left.abort(new Problem('abandoned', 'The client left before the answer'));
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return { signal: left.signal, dismiss: () => reply.raw.destroy() };
}

/** Sends rows as a CSV file while they are made, under a name: no cache may keep it, since it holds an account's data. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  };
  return sendFile(reply, headers, parts);
}

/** Sends a file while it is made. What is wrong with the request is told before anything is sent. */
export async function sendFile(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  const file = Readable.from(parts, { objectMode: false });
  await once(file, 'readable');
  return reply.headers(headers).send(file);
}

/** So many rows are written in a millisecond or two. */
const ROWS_AT_ONCE = 500;

/** How the rows of an answer are written. */
interface WrittenRows<Row> {
  /** Of a list of elements; the same object each time, since what is made of it is kept. */
  readonly schema: { readonly [keyword: string]: unknown };
  readonly bodyOf: (row: Row) => unknown;
  readonly meta: object;
}

/** Sends many rows as `data` of an answer, with turns of others while they are written. */
export async function sendRows<Row>(
  reply: FastifyReply,
  rows: Iterable<Row>,
  { schema, bodyOf, meta }: WrittenRows<Row>,
): Promise<FastifyReply> {
  const write = reply.compileSerializationSchema(schema) as unknown as (rows: readonly unknown[]) => string;
  const parts: string[] = [];
  let bodies: unknown[] = [];
  for (const row of rows) {
    bodies.push(bodyOf(row));
    if (bodies.length < ROWS_AT_ONCE) continue;
    parts.push(write(bodies).slice(1, -1));
    bodies = [];
    await othersTurn();
  }
  // Each part is without the brackets of its list.
  if (bodies.length > 0) parts.push(write(bodies).slice(1, -1));
  const text = `{"data":[${parts.join(',')}],"meta":${JSON.stringify(meta)}}`;
  return reply.type('application/json; charset=utf-8').serializer(String).send(text);
}
