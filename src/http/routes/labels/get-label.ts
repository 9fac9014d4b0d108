import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import {
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  unixSeconds,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import type { CourierParts } from '../../../usecases/couriers/courier-parts.ts';
import type { LabelParts } from '../../../usecases/labels/label-links.ts';
import { LABEL_FORMATS, LABEL_PAPERS } from '../../../usecases/labels/make-labels.ts';
import type { PaperParts } from '../../../usecases/papers/print-papers.ts';
import type { RateParts } from '../../../usecases/rates/quote-source.ts';
import type { Service } from '../../../usecases/service.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { callerAddress } from '../../plugins/caller-address.ts';
import { CallerLimit } from '../../plugins/caller-limit.ts';
import { sendLabels } from './send-labels.ts';

const Path = pathParameters(
  {
    accountId: uuid({ description: 'The id of the account.' }),
    shipmentId: uuid({ description: 'The id of the shipment.' }),
  },
  'Label',
);
const Query = object({
  expires: optional(unixSeconds()),
  signature: optional(text({ max: 100, description: 'Proves that the service created the link.' })),
  format: withDefault(oneOf(LABEL_FORMATS), 'pdf'),
  paper: withDefault(oneOf(LABEL_PAPERS), '4x6'),
});

const WRONG_LINKS_ALLOWED = 100;

/**
 * Serves a label at its signed link. A bad or expired link gets 404, or 429 after too many from one address.
 * A valid link is always answered.
 */
export function addGetLabel(
  app: FastifyInstance,
  {
    service,
    monotonicMs,
  }: {
    service: Service & CourierParts & RateParts & LabelParts & PaperParts;
    monotonicMs: () => number;
  },
): void {
  const wrong = new CallerLimit({
    limit: WRONG_LINKS_ALLOWED,
    sentence: say('too_many_wrong_links', 'Too many wrong links from this address; please try again later'),
    monotonicMs,
  });
  app.get<{ Params: ValueOf<typeof Path>; Querystring: ValueOf<typeof Query> }>(
    '/labels/:accountId/:shipmentId',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'getLabel',
        tag: 'Labels',
        role: 'anyone',
        summary: 'Get a label by its signed link',
        description:
          'Bookings answer with the link (`label_url`). It works without a credential until it expires.',
        params: Path,
        querystring: Query,
        problems: ['rate_limited', 'unavailable'],
        answers: { 200: fileAnswer('The label.', ['application/pdf', 'application/zpl']) },
      }),
    },
    async (request, reply) => {
      const { expires, signature, format, paper } = request.query;
      const label = { ...request.params, expires: expires ?? 0, signature: signature ?? '' };
      if (!service.labels.isValid(label, service.now())) {
        const { isBeyond, secondsLeft } = wrong.count(callerAddress(request));
        throw isBeyond ? wrong.tooMany(secondsLeft) : notFound('Label');
      }
      const { accountId, shipmentId } = label;
      const wanted = { shipmentIds: [shipmentId], format, paper };
      return sendLabels(reply, service, { accountId, ...wanted, name: shipmentId });
    },
  );
}
