import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Overview, showOverview } from '../../../usecases/overview/show-overview.ts';
import { answer, operation } from '../../operation.ts';
import { GranularStatusWord, orNull, Time } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';

const count = (description: string) => Type.Integer({ description, examples: [3] });
const troubled = (description: string) =>
  orNull(Type.Integer({ description: `${description} Null if you cannot see them.`, examples: [0] }));

const OverviewBody = Type.Object(
  {
    to_book: count('Orders without a courier.'),
    to_pack: count('Booked shipments that are not handed over yet.'),
    not_picked_up: count('Shipments whose pickup failed.'),
    out_for_delivery: count('Out for delivery now.'),
    failed_deliveries: count('Failed deliveries that need a decision: reattempt or return to origin.'),
    stuck: count('In transit without a scan for three days or more (days of India).'),
    returning: count('On their way back to the sender.'),
    requests: count('Customer requests that wait for a decision.'),
    failed_messages: count('Messages to customers that failed in the last seven days.'),
    shop_orders: orNull(
      Type.Integer({
        description:
          'Orders of shops that need attention or have a task: `GET /shop-orders?for_people=true`. Null if you cannot see them.',
        examples: [2],
      }),
    ),
    troubled_webhooks: troubled('Webhooks that fail or were switched off.'),
    troubled_couriers: troubled('Courier accounts that need attention, such as a missing secret.'),
    troubled_shops: troubled('Shops that no longer accept the credential.'),
  },
  { title: 'Overview' },
);

const ListFilter = Type.Object(
  {
    granular_status: Type.Array(GranularStatusWord),
    handover: Type.Optional(Type.Literal('waiting')),
    date_field: Type.Optional(Type.Literal('last_scan_at')),
    end_time: Type.Optional(Type.Integer({ description: 'In Unix seconds.' })),
  },
  {
    title: 'OverviewFilter',
    description: 'The filter of `POST /shipments` that lists the shipments of a count.',
  },
);
const FiltersBody = Type.Object({
  to_book: ListFilter,
  to_pack: ListFilter,
  not_picked_up: ListFilter,
  out_for_delivery: ListFilter,
  failed_deliveries: ListFilter,
  stuck: ListFilter,
  returning: ListFilter,
  failed_messages: Type.Object({
    status: Type.Literal('failed'),
    from: Time,
  }),
});

export function addShowOverview(api: FastifyInstance): void {
  api.get(
    '/overview',
    {
      schema: operation({
        operationId: 'getOverview',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get today’s action items',
        description:
          'Exact counts of what needs attention today. Each count equals the list that it leads to.',
        answers: {
          200: answer(
            'The counts, each with the filter of the list that it equals.',
            Type.Object({ data: OverviewBody, meta: Type.Object({ filters: FiltersBody }) }),
          ),
        },
      }),
    },
    async ({ account }, reply) => {
      const overview = await showOverview(account, clientOf(reply).signal);
      return {
        data: {
          to_book: overview.toBook,
          to_pack: overview.toPack,
          not_picked_up: overview.notPickedUp,
          out_for_delivery: overview.outForDelivery,
          failed_deliveries: overview.failedDeliveries,
          stuck: overview.stuck,
          returning: overview.returning,
          requests: overview.requests,
          failed_messages: overview.failedMessages,
          shop_orders: overview.shopOrders,
          troubled_webhooks: overview.troubledWebhooks,
          troubled_couriers: overview.troubledCouriers,
          troubled_shops: overview.troubledShops,
        },
        meta: {
          filters: {
            to_book: filterOf(overview.lists.toBook),
            to_pack: filterOf(overview.lists.toPack),
            not_picked_up: filterOf(overview.lists.notPickedUp),
            out_for_delivery: filterOf(overview.lists.outForDelivery),
            failed_deliveries: filterOf(overview.lists.failedDeliveries),
            stuck: filterOf(overview.lists.stuck),
            returning: filterOf(overview.lists.returning),
            failed_messages: {
              status: 'failed' as const,
              from: overview.failedMessagesFrom.toISOString(),
            },
          },
        },
      };
    },
  );
}

/** Returns the filter in the format of `POST /shipments`. */
function filterOf({ granular_status: statuses, ...more }: Overview['lists'][keyof Overview['lists']]) {
  return {
    granular_status: [...statuses],
    ...('handover' in more && { handover: more.handover }),
    ...('end_time' in more && { ...more, end_time: Math.floor(more.end_time / 1000) }),
  };
}
