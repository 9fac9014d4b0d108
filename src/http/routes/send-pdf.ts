import type { FastifyReply } from 'fastify';
import { sendFile } from '../streamed-answer.ts';

/** Sends a PDF as it is made. It contains personal data, so caches must not store it. */
export function sendPdf(
  reply: FastifyReply,
  name: string,
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${name}.pdf"`,
    'referrer-policy': 'no-referrer',
  };
  return sendFile(reply, headers, parts);
}
