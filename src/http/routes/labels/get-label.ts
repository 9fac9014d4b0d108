import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { notFound } from '../../../domain/errors.ts';
import { LABEL_FORMATS, makeLabels } from '../../../usecases/make-labels.ts';
import type { ShippingService } from '../../../usecases/service.ts';
import {
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  unixSeconds,
  uuid,
  withDefault,
} from '../../schemas/fields.ts';
import { sendLabels } from './send-labels.ts';

const Path = pathParameters({ accountId: uuid(), shipmentId: uuid() }, 'Label');
const Query = object({
  expires: optional(unixSeconds()),
  signature: optional(text({ max: 100 })),
  format: withDefault(oneOf(LABEL_FORMATS), 'pdf'),
});

/** A label behind its signed link (contract: what customers and packers see). A bad or expired link is a 404. */
export function addGetLabel(app: FastifyInstance, { service }: { service: ShippingService }): void {
  app.get<{ Params: Static<typeof Path>; Querystring: Static<typeof Query> }>(
    '/labels/:accountId/:shipmentId',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Labels'],
        summary: 'A label, behind a signed link that expires',
        security: [],
        params: Path,
        querystring: Query,
        produces: ['application/pdf', 'application/zpl'],
      },
    },
    async (request, reply) => {
      const { expires, signature, format } = request.query;
      const label = { ...request.params, expires: expires ?? 0, signature: signature ?? '' };
      if (!service.labels.isValid(label, service.now())) throw notFound('Label');
      const pieces = await makeLabels(service, label.accountId, [label.shipmentId], format);
      return sendLabels(reply, pieces, format, label.shipmentId);
    },
  );
}
