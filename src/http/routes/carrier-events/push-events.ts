import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { Type } from 'typebox';
import { LARGE_JSON } from '../../../problems/foreign-json.ts';
import { object, pathParameters, text, type ValueOf } from '../../../reading/fields.ts';
import { takePush } from '../../../usecases/couriers/take-push.ts';
import { answer, operation } from '../../operation.ts';

/** An example of a courier's push. Each courier has a different format, which the adapter reads. */
const EXAMPLE = {
  Shipment: {
    AWB: '3132110000070',
    NSLCode: 'X-PPOM',
    Status: {
      Status: 'In Transit',
      StatusType: 'UD',
      StatusDateTime: '2026-11-16T11:30:00.250',
      StatusLocation: 'Delhi_Okhla_PC (Delhi)',
      Instructions: 'Shipment picked up',
    },
  },
};
const AnyBody = {
  ...object({}),
  findIgnored: null,
  document: { type: 'object', additionalProperties: true, examples: [EXAMPLE] },
};
const Path = pathParameters(
  {
    courier: text({
      max: 40,
      examples: ['delhivery'],
      description: 'The courier, as `GET /couriers` names it.',
    }),
    token: text({
      max: 200,
      examples: ['dky_0123456789abcdef_-'],
      description: 'The secret part of the address.',
    }),
  },
  'Path',
);

const readAnyBody: FastifySchemaCompiler<unknown> =
  ({ httpPart }) =>
  (value) => ({ value: httpPart === 'body' ? value : (value as object) });

const LARGEST_BODY_BYTES = 4 * 1024 * 1024;

const PushTaken = Type.Object(
  {
    data: Type.Object(
      {
        applied: Type.Integer({ description: 'The number of scans that are new.' }),
        passed_over: Type.Integer({
          description: 'The number of scans that were repeats, of unknown parcels, or not understood.',
        }),
      },
      { title: 'PushTaken' },
    ),
  },
  { examples: [{ data: { applied: 1, passed_over: 0 } }] },
);

export function addPushEvents(app: FastifyInstance): void {
  app.post<{ Params: ValueOf<typeof Path>; Body: unknown }>(
    '/carrier-events/:courier/:token',
    {
      bodyLimit: LARGEST_BODY_BYTES,
      config: { json: LARGE_JSON },
      validatorCompiler: readAnyBody,
      schema: operation({
        operationId: 'pushCarrierEvents',
        tag: 'Tracking',
        role: 'courier',
        summary: 'Receive scans that a courier pushes',
        description:
          'For couriers, in their own format, at the address that `POST /courier-accounts/{id}/push-address` gives. It changes only parcels of that courier account.',
        params: Path,
        body: AnyBody,
        answers: {
          200: answer('The scans were read.', PushTaken),
        },
      }),
    },
    async ({ push, body }) => {
      const { applied, passedOver } = await takePush(push, body);
      return { data: { applied, passed_over: passedOver } };
    },
  );
}
