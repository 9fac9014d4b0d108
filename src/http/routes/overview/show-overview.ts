import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { showOverview } from '../../../usecases/overview/show-overview.ts';
import { clientOf } from '../../long-answer.ts';
import { answer, operation } from '../../operation.ts';
import { orNull } from '../../schemas.ts';

const count = (description: string) => Type.Integer({ description, examples: [3] });
const troubled = (description: string) =>
  orNull(Type.Integer({ description: `${description} Null for whoever may not see them.`, examples: [0] }));

const OverviewBody = Type.Object(
  {
    to_book: count('Orders that no courier has been booked for.'),
    to_pack: count('Booked, and not yet handed over.'),
    not_picked_up: count('The courier came to fetch them, and did not.'),
    out_for_delivery: count('With the rider.'),
    failed_deliveries: count('Need an answer: another attempt, or back to the origin.'),
    stuck: count('In transit, and last scanned three days ago or before, by days of India.'),
    returning: count('On their way back to the origin.'),
    requests: count('Of customers, and not yet decided.'),
    failed_messages: count('To customers, in the last seven days.'),
    troubled_webhooks: troubled('That fail, or were switched off.'),
    troubled_couriers: troubled('Courier accounts that lack a secret.'),
  },
  { title: 'Overview' },
);

export function addShowOverview(api: FastifyInstance): void {
  api.get(
    '/overview',
    {
      schema: operation({
        operationId: 'getOverview',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'What needs somebody today, exactly',
        answers: { 200: answer('How many of each.', Type.Object({ data: OverviewBody })) },
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
          troubled_webhooks: overview.troubledWebhooks,
          troubled_couriers: overview.troubledCouriers,
        },
      };
    },
  );
}
