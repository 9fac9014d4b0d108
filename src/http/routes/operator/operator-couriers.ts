import type { FastifyInstance } from 'fastify';
import { NDR_REASONS, RTO_REASONS } from '../../../domain/tracking/reasons.ts';
import { GRANULAR_STATUSES } from '../../../domain/tracking/statuses.ts';
import {
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import { listOwnCourierAccounts } from '../../../usecases/couriers/change-courier-accounts.ts';
import { listCouriers } from '../../../usecases/couriers/courier-account-view.ts';
import { listCourierCalls } from '../../../usecases/couriers/courier-calls.ts';
import {
  type CourierWord,
  forgetWords,
  taughtWords,
  teachWords,
  unknownWordsOf,
} from '../../../usecases/couriers/courier-words.ts';
import { syncProducts } from '../../../usecases/couriers/sync-products.ts';
import { operatorOperation } from '../../operation.ts';
import { courierCallBody } from '../shipments/list-courier-calls.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

const LISTED_CALLS = 20;

const CourierPath = pathParameters({ id: uuid() }, 'Courier account');
const Calls = object({
  courier_account: optional(uuid({ of: 'a courier account', description: 'The id of one courier account.' })),
});

const ofCourier = {
  courier: text({ max: 40, examples: ['delhivery'], description: 'As `courier list` shows it.' }),
  words: text({ max: 100, description: 'A code or words, as `courier words` shows them.' }),
};
const WordsOfCourier = object(ofCourier);
const TaughtWords = object({
  ...ofCourier,
  status: oneOf(GRANULAR_STATUSES, { description: 'The status that they mean.' }),
  reason: optional(
    oneOf([...new Set([...NDR_REASONS, ...RTO_REASONS])], {
      description: 'The NDR or RTO reason. Default: as the text of each scan tells it.',
    }),
  ),
});

function wordBody({ courier, words, status, reason, updatedAt }: CourierWord) {
  return { courier, words, status, reason, updated_at: updatedAt.toISOString() };
}

export function addOperatorCouriers(operator: FastifyInstance): void {
  operator.get(
    '/couriers',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listOperatorCouriers',
        summary: 'List the couriers that can be connected, and the connected ones',
      }),
    },
    async ({ account }) => {
      const accounts = await listOwnCourierAccounts(account);
      const data = listCouriers(account).map(({ name, title }) => {
        const found = accounts.find(({ courier }) => courier === name);
        const state =
          found === undefined ? 'not connected' : found.needsSecrets ? 'needs its secrets' : 'connected';
        return { courier: name, name: found?.name ?? title, state, id: found?.courierAccountId ?? null };
      });
      return { data };
    },
  );
  operator.post<{ Params: ValueOf<typeof CourierPath> }>(
    '/courier-accounts/:id/sync',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'syncCourierProducts',
        summary:
          'Add a carrier for each service of a courier account that the rate book does not have; each is offered once it has a rate card',
        params: CourierPath,
      }),
    },
    async ({ account, params }) => {
      const { version, added, known } = await syncProducts(account, params.id);
      const carriers = added.map(({ id, name }) => ({ carrier_id: id, name }));
      return { data: { version, known, added: carriers } };
    },
  );
  operator.get(
    '/courier-words',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listUnknownCourierWords',
        summary: 'List the words of couriers’ scans that the service does not know, most frequent first',
      }),
    },
    async ({ account }) => ({
      data: (await unknownWordsOf(account)).map((unknown) => ({
        courier: unknown.courier,
        code: unknown.code,
        words: unknown.words,
        scans: unknown.scans,
        first_seen_at: unknown.firstSeenAt.toISOString(),
        last_seen_at: unknown.lastSeenAt.toISOString(),
        tracking_number: unknown.trackingNumber,
      })),
    }),
  );
  operator.get(
    '/courier-words/taught',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listTaughtCourierWords',
        summary: 'List the codes and words of couriers that you have taught the service',
      }),
    },
    async ({ account }) => ({ data: (await taughtWords(account)).map(wordBody) }),
  );
  operator.post<{ Body: ValueOf<typeof TaughtWords> }>(
    '/courier-words/taught',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'teachCourierWords',
        summary: 'Teach a code or words of a courier, for all accounts; kept scans in them are read again',
        body: TaughtWords,
      }),
    },
    async ({ account, body }) => ({
      data: wordBody(await teachWords(account, { ...body, reason: body.reason ?? null })),
    }),
  );
  operator.post<{ Body: ValueOf<typeof WordsOfCourier> }>(
    '/courier-words/forget',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'forgetCourierWords',
        summary: 'Take back a code or words that you have taught; what was read with them stays',
        body: WordsOfCourier,
      }),
    },
    async ({ account, body }) => {
      await forgetWords(account, body.courier, body.words);
      return { data: { ...body, forgotten: true } };
    },
  );
  operator.get<{ Querystring: ValueOf<typeof Calls> }>(
    '/courier-calls',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listCourierCalls',
        summary: `Show the last ${LISTED_CALLS} failed requests to couriers, without secrets and personal data`,
        querystring: Calls,
      }),
    },
    async ({ account, query }) => {
      const of = { accountId: account.accountId, courierAccountId: query.courier_account ?? null };
      return { data: (await listCourierCalls(account, of, LISTED_CALLS)).map(courierCallBody) };
    },
  );
}
