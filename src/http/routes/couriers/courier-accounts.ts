import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  mapOf,
  object,
  optional,
  pathParameters,
  text,
  unclearable,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import {
  changeCourierAccount,
  createCourierAccount,
  listOwnCourierAccounts,
  removeCourierAccount,
} from '../../../usecases/couriers/change-courier-accounts.ts';
import { checkCourierAccount } from '../../../usecases/couriers/check-courier-account.ts';
import { exchangesOfCourierAccount } from '../../../usecases/couriers/courier-calls.ts';
import { rotatePushAddress } from '../../../usecases/couriers/push-address.ts';
import { syncProducts } from '../../../usecases/couriers/sync-products.ts';
import { sealedAnswers } from '../../../usecases/idempotency.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { sentenceField } from '../../sentence-body.ts';
import { WHOLE_SERVICE_CONFIG } from '../operator/whole-service.ts';
import type { RouteOptions } from '../route-options.ts';
import { courierCallBody, ExchangeBody } from '../shipments/list-courier-calls.ts';
import {
  CourierAccountList,
  CourierCheckBody,
  CourierServicesBody,
  courierAccountBody,
  OneCourierAccount,
  PushAddressBody,
} from './courier-body.ts';

const courierName = text({ max: 40, examples: ['delhivery'] });
const accountName = text({ max: 100, examples: ['Delhivery Surface'] });
const settings = mapOf(text({ max: 4_000, mayBeNumber: true }), {
  max: 50,
  description: 'By name, as `GET /couriers` lists them; null removes a setting.',
  examples: [{ token: '0123456789abcdef0123456789abcdef01234567' }],
});

const NewBody = object({ courier: courierName, name: optional(accountName), settings: optional(settings) });
const ChangeBody = object({ name: unclearable(accountName), settings: unclearable(settings) });

/** The `:id` of a path. An id that is not a UUID is answered like an unknown courier account. */
const Path = pathParameters({ id: uuid() }, 'Courier account');
type InPath = { Params: ValueOf<typeof Path> };

const PATH = '/courier-accounts';

export function addCourierAccounts(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.get(
    PATH,
    {
      schema: operation({
        operationId: 'listCourierAccounts',
        tag: 'Couriers',
        role: 'viewer',
        summary: 'List connected couriers',
        description: 'Oldest first.',
        answers: { 200: answer('The courier accounts.', CourierAccountList) },
      }),
    },
    async (request) => {
      const data = (await listOwnCourierAccounts(request.account)).map(courierAccountBody);
      return { data, meta: { total: data.length } };
    },
  );

  api.post<{ Body: ValueOf<typeof NewBody> }>(
    PATH,
    {
      ...WHOLE_SERVICE_CONFIG,
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'createCourierAccount',
        tag: 'Couriers',
        role: 'manager',
        summary: 'Connect a courier',
        description:
          'Use your account at the courier. New quotes include its carriers; offline carriers are included only if carrier settings allow them. Secrets are encrypted and never shown again. `POST /courier-accounts/{id}/check` tells whether the courier accepts them.',
        headerFields: IdempotencyHeader,
        body: NewBody,
        answers: { 201: answer('The courier account.', OneCourierAccount) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const { courier, name = null, settings = {} } = body;
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 201,
        body: (created: Parameters<typeof courierAccountBody>[0]) => ({ data: courierAccountBody(created) }),
        run: (answer) => createCourierAccount(account, { courier, name, settings }, answer),
      });
    },
  );

  api.put<InPath & { Body: ValueOf<typeof ChangeBody> }>(
    `${PATH}/:id`,
    {
      ...WHOLE_SERVICE_CONFIG,
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'updateCourierAccount',
        tag: 'Couriers',
        role: 'manager',
        summary: 'Update a connected courier',
        description:
          'Only the given settings change. A new `base_url` removes the secrets that are not sent with it.',
        params: Path,
        body: ChangeBody,
        answers: { 200: answer('The courier account as it is now.', OneCourierAccount) },
      }),
    },
    async ({ account, params, body }) => ({
      data: courierAccountBody(await changeCourierAccount(account, params.id, body)),
    }),
  );

  api.delete<InPath>(
    `${PATH}/:id`,
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'deleteCourierAccount',
        tag: 'Couriers',
        role: 'manager',
        summary: 'Disconnect a courier',
        description:
          'The courier gets no new bookings. To cancel its bookings or to receive its scans, connect it again.',
        params: Path,
        answers: { 204: emptyAnswer('The courier is disconnected.') },
      }),
    },
    async ({ account, params }, reply) => {
      await removeCourierAccount(account, params.id);
      return reply.code(204).send();
    },
  );

  api.post<InPath & { Body: object }>(
    `${PATH}/:id/check`,
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'checkCourierAccount',
        tag: 'Couriers',
        role: 'manager',
        summary: 'Check a courier connection',
        description: 'Makes one harmless call to the courier and says what is wrong.',
        params: Path,
        body: object({}),
        answers: { 200: answer('The result of the check.', CourierCheckBody) },
      }),
    },
    async ({ account, params }) => {
      const { ok, answered, message } = await checkCourierAccount(account, params.id);
      return { data: { ok, answered, ...sentenceField('message', message) } };
    },
  );

  api.post<InPath & { Body: object }>(
    `${PATH}/:id/services`,
    {
      schema: operation({
        operationId: 'addCourierServices',
        tag: 'Couriers',
        role: 'manager',
        summary: 'Add the services of a connected courier',
        description:
          'Adds the courier’s services that the account lacks as carriers. A new carrier is offered once it has a rate card. Existing carriers stay unchanged.',
        params: Path,
        body: object({}),
        answers: { 200: answer('The added carriers.', CourierServicesBody) },
      }),
    },
    async ({ account, params }) => {
      const { added, known } = await syncProducts(account, params.id);
      return {
        data: { added: added.map(({ id, name }) => ({ carrier_id: id, carrier_name: name })), known },
      };
    },
  );

  api.get<InPath>(
    `${PATH}/:id/exchanges`,
    {
      schema: operation({
        operationId: 'listExchangesOfCourierAccount',
        tag: 'Couriers',
        role: 'manager',
        summary: 'List failed API calls to a courier',
        description:
          'The last 50 failed calls of 7 days, newest first, without secrets, names, addresses and phone numbers.',
        params: Path,
        answers: { 200: answer('The courier API calls.', Type.Object({ data: Type.Array(ExchangeBody) })) },
      }),
    },
    async ({ account, params }) => ({
      data: (await exchangesOfCourierAccount(account, params.id)).map(courierCallBody),
    }),
  );

  api.post<InPath & { Body: object }>(
    `${PATH}/:id/push-address`,
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'rotatePushAddress',
        tag: 'Couriers',
        role: 'manager',
        summary: 'Create a courier push address',
        description:
          'The courier sends scans to it. Only this answer shows it. An older address stops working.',
        params: Path,
        headerFields: IdempotencyHeader,
        body: object({}),
        answers: { 200: answer('The address to give to the courier.', PushAddressBody) },
      }),
    },
    async (request, reply) => {
      const { account, params } = request;
      return sendOnce(request, reply, {
        endpoint: `${PATH}/${params.id}/push-address`,
        status: 200,
        body: ({ path }: { path: string }) => ({ data: { url: `${publicUrl()}${path}` } }),
        run: (answer) => rotatePushAddress(account, params.id, answer),
        keeping: (once) => sealedAnswers(account, once),
      });
    },
  );
}
