import { once } from 'node:events';
import { Readable } from 'node:stream';
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
