import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  boolean,
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  webAddress,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import {
  approveRequest,
  listAccountRequests,
  readPhoto,
  rejectRequest,
} from '../../../usecases/customer-requests/decide-requests.ts';
import {
  changeRequestSettings,
  getRequestSettings,
  type RequestSettings,
} from '../../../usecases/customer-requests/request-settings.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { words } from '../../schemas.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import type { RouteOptions } from '../route-options.ts';
import { RequestBody, requestBody } from './request-body.ts';
import { REQUEST_KIND_WORDS, REQUEST_RULE_WORDS, REQUEST_STATE_WORDS } from './request-words.ts';

const Query = object({
  state: optional(oneOf(REQUEST_STATE_WORDS)),
  kind: optional(oneOf(REQUEST_KIND_WORDS)),
  shipment_id: optional(uuid({ description: 'Requests about this shipment only.' })),
  ...NEWEST_FIELDS,
});

const RequestPath = pathParameters({ id: uuid() }, 'Request');
const PhotoPath = pathParameters(
  {
    id: uuid({ description: 'The id of the request.' }),
    photo: wholeNumber({
      atLeast: 1,
      atMost: 100,
      examples: [1],
      description: 'The number of the photo, from 1.',
    }),
  },
  'Photo',
);

const note = optional(
  text({
    max: 300,
    description: 'The customer sees it on the tracking page.',
    examples: ['We come tomorrow'],
  }),
);
const RejectionBody = object({ note });
const ApprovalBody = object({
  note,
  book: withDefault(boolean({ description: 'For a return: whether to book a courier at once.' }), true),
  carrier_id: optional(
    text({ max: 100, description: 'For a return: the carrier. Default: the account’s setting.' }),
  ),
  order_id: optional(
    text({
      max: 100,
      mayBeNumber: true,
      description: 'For a return: its order id. Default: the id of the order with `-R`.',
    }),
  ),
  qc_product_image: optional(
    webAddress({ description: 'For a return: the picture for a quality check at pickup.' }),
  ),
});

const rule = (description: string) =>
  optional(oneOf(REQUEST_RULE_WORDS, { description, examples: ['approval'] }));
const Settings = object({
  another_day: rule('Customers can ask for delivery on another day.'),
  landmark: rule(
    'Customers can give a landmark or a note for the rider. With `off`, they cannot give a new phone number either.',
  ),
  refusal: rule('Customers can refuse the parcel, so that it is returned.'),
  codes_per_day: optional(
    wholeNumber({
      atLeast: 0,
      atMost: 1_000_000,
      description: 'The most codes for the whole account in one day.',
      examples: [200],
    }),
  ),
});

const RuleWord = words(
  'CustomerRequestRule',
  REQUEST_RULE_WORDS,
  '`at_once`: carried out automatically; `approval`: needs your approval; `off`: not offered.',
);
const SettingsBody = Type.Object(
  {
    another_day: RuleWord,
    landmark: RuleWord,
    refusal: RuleWord,
    codes_per_day: Type.Integer({ examples: [200] }),
  },
  { title: 'CustomerRequestSettings' },
);

const ONE = Type.Object({ data: RequestBody });

export function addRequests(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  const address = () => `${publicUrl()}${api.prefix}`;

  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/requests',
    {
      schema: operation({
        operationId: 'listCustomerRequests',
        tag: 'Requests',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List customer requests',
        description: 'Customer requests from the tracking page, newest first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the requests, newest first.',
            Type.Object({ data: Type.Array(RequestBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const { state = null, kind = null, shipment_id = null } = request.query;
      const filters = { state, kind, shipmentId: shipment_id };
      const found = await listAccountRequests(request.account, { ...filters, ...pageOf(request.query) });
      const data = found.rows.map((one) => requestBody(one, address()));
      return { data, meta: newestMetaBody(request.query, found) };
    },
  );

  api.post<{ Params: ValueOf<typeof RequestPath>; Body: ValueOf<typeof ApprovalBody> }>(
    '/requests/:id/approve',
    {
      schema: operation({
        operationId: 'approveCustomerRequest',
        tag: 'Requests',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Approve a customer request',
        description:
          'Carries it out: asks the courier for another delivery or for the parcel back, or creates the return. If the courier refuses, the request becomes `refused` and the customer is notified.',
        params: RequestPath,
        body: ApprovalBody,
        problems: ['conflict'],
        answers: { 200: answer('The request as it is now.', ONE) },
      }),
    },
    async (request) => {
      const { book, carrier_id, order_id, qc_product_image } = request.body;
      const approved = await approveRequest(request.account, request.params.id, {
        note: request.body.note ?? null,
        book,
        carrierId: carrier_id ?? null,
        orderId: order_id ?? null,
        qcProductImage: qc_product_image ?? null,
      });
      return { data: requestBody(approved, address()) };
    },
  );

  api.post<{ Params: ValueOf<typeof RequestPath>; Body: ValueOf<typeof RejectionBody> }>(
    '/requests/:id/reject',
    {
      schema: operation({
        operationId: 'rejectCustomerRequest',
        tag: 'Requests',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Reject a customer request',
        description: 'The request is closed. The tracking page shows your answer to the customer.',
        params: RequestPath,
        body: RejectionBody,
        answers: { 200: answer('The request as it is now.', ONE) },
      }),
    },
    async (request) => {
      const rejected = await rejectRequest(request.account, request.params.id, request.body.note ?? null);
      return { data: requestBody(rejected, address()) };
    },
  );

  api.get<{ Params: ValueOf<typeof PhotoPath> }>(
    '/requests/:id/photos/:photo',
    {
      schema: operation({
        operationId: 'getCustomerRequestPhoto',
        tag: 'Requests',
        role: 'viewer',
        summary: 'Get a photo of a request',
        description: 'Customers attach photos on the tracking page. Photos are kept for 180 days.',
        params: PhotoPath,
        answers: { 200: fileAnswer('The photo.', ['image/jpeg']) },
      }),
    },
    async (request, reply) => {
      const bytes = await readPhoto(request.account, request.params.id, request.params.photo);
      reply.header('cache-control', 'private, max-age=3600');
      return reply.type('image/jpeg').send(bytes);
    },
  );

  api.get(
    '/request-settings',
    {
      schema: operation({
        operationId: 'getCustomerRequestSettings',
        tag: 'Requests',
        role: 'viewer',
        summary: 'Get the customer request settings',
        description: 'Which requests customers can make, and which are carried out without your approval.',
        answers: { 200: answer('The settings.', Type.Object({ data: SettingsBody })) },
      }),
    },
    async (request) => ({ data: settingsBody(await getRequestSettings(request.account)) }),
  );

  api.put<{ Body: ValueOf<typeof Settings> }>(
    '/request-settings',
    {
      schema: operation({
        operationId: 'changeCustomerRequestSettings',
        tag: 'Requests',
        role: 'manager',
        summary: 'Update the customer request settings',
        description: 'Only the given fields change.',
        body: Settings,
        answers: { 200: answer('The settings as they are now.', Type.Object({ data: SettingsBody })) },
      }),
    },
    async (request) => {
      const { another_day, landmark, refusal, codes_per_day } = request.body;
      const settings = { anotherDay: another_day, landmark, refusal, codesPerDay: codes_per_day };
      return { data: settingsBody(await changeRequestSettings(request.account, settings)) };
    },
  );
}

function settingsBody({ anotherDay, landmark, refusal, codesPerDay }: RequestSettings) {
  return { another_day: anotherDay, landmark, refusal, codes_per_day: codesPerDay };
}
