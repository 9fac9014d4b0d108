import type { FastifyReply } from 'fastify';
import { sendFile } from '../streamed-answer.ts';

/** Sends a PDF while it is made. Papers hold names and addresses: no cache may keep them. @param name without its ending */
export function sendPdf(
  reply: FastifyReply,
  name: string,
  parts: AsyncGenerator<Buffer, void, undefined>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${name}.pdf"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  return sendFile(reply, headers, parts);
}
