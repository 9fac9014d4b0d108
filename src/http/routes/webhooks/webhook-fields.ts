import { pathParameters, uuid } from '../../../reading/fields.ts';

/** The `:id` of a path. An id that is not a UUID is answered like an unknown webhook. */
export const WebhookPath = pathParameters({ id: uuid() }, 'Webhook');

export const DeliveryPath = pathParameters(
  {
    id: uuid({ description: 'The id of the webhook.' }),
    delivery: uuid({ description: 'The id of the delivery, which is the `event_id`.' }),
  },
  'Delivery',
);
