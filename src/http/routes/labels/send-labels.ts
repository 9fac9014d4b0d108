import type { FastifyReply } from 'fastify';
import type { CourierParts } from '../../../usecases/couriers/courier-parts.ts';
import { type LabelFormat, makeLabels, type PrintedLabels } from '../../../usecases/labels/make-labels.ts';
import type { PaperParts } from '../../../usecases/papers/print-papers.ts';
import type { RateParts } from '../../../usecases/rates/quote-source.ts';
import type { Service } from '../../../usecases/service.ts';
import { clientOf, sendFile } from '../../streamed-answer.ts';

const MEDIA_TYPES: Record<LabelFormat, string> = {
  pdf: 'application/pdf',
  zpl: 'application/zpl; charset=utf-8',
};

export interface WantedLabels extends PrintedLabels {
  readonly accountId: string;
  /** Without the file extension. */
  readonly name: string;
}

/** Sends labels as they are made. They contain names and addresses, so caches must not store them. */
export function sendLabels(
  reply: FastifyReply,
  service: Service & CourierParts & RateParts & PaperParts,
  { accountId, name, ...wanted }: WantedLabels,
): Promise<FastifyReply> {
  const headers = {
    'content-type': MEDIA_TYPES[wanted.format],
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${name}.${wanted.format}"`,
    'referrer-policy': 'no-referrer',
  };
  return sendFile(reply, headers, makeLabels(service, accountId, wanted, clientOf(reply)));
}
