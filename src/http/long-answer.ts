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

/** Rows of an answer, and what it says beside them. */
interface WrittenRows<Row> {
  readonly bodyOf: (row: Row) => unknown;
  readonly meta: object;
}

/** Sends many rows as `data` of the answer that its route's schema describes, with turns of others while they are written. */
export async function sendRows<Row>(
  reply: FastifyReply,
  rows: Iterable<Row>,
  { bodyOf, meta }: WrittenRows<Row>,
): Promise<FastifyReply> {
  const write = reply.getSerializationFunction('200') as unknown as (answer: object) => string;
  const empty = write({ data: [], meta });
  const begin = empty.indexOf('[') + 1;
  const end = begin - empty.length;
  const parts: string[] = [];
  let data: unknown[] = [];
  for (const row of rows) {
    data.push(bodyOf(row));
    if (data.length < ROWS_AT_ONCE) continue;
    parts.push(write({ data, meta }).slice(begin, end));
    data = [];
    await othersTurn();
  }
  if (data.length > 0) parts.push(write({ data, meta }).slice(begin, end));
  const text = `${empty.slice(0, begin)}${parts.join(',')}${empty.slice(begin)}`;
  return reply.type('application/json; charset=utf-8').serializer(String).send(text);
}
