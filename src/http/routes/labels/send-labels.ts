import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { LabelFormat } from '../../../usecases/make-labels.ts';

const MEDIA_TYPES: Record<LabelFormat, string> = {
  pdf: 'application/pdf',
  zpl: 'application/zpl; charset=utf-8',
};

/** Sends labels while they are made. They hold names and addresses: no cache may keep them. */
export function sendLabels(
  reply: FastifyReply,
  labels: AsyncGenerator<Buffer | string, void, undefined>,
  format: LabelFormat,
  name: string,
): FastifyReply {
  reply.headers({
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${name}.${format}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  return reply.type(MEDIA_TYPES[format]).send(Readable.from(labels, { objectMode: false }));
}
