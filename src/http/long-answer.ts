import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Problem } from '../domain/errors.ts';
import type { Client } from '../usecases/long-work.ts';

/** Who waits for an answer. Work for a client that leaves is dropped. */
export function clientOf(reply: FastifyReply): Client {
  const left = new AbortController();
  const leave = () => left.abort(new Problem('abandoned', 'The client left before the answer'));
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return { signal: left.signal, dismiss: () => reply.raw.destroy() };
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
