import { createHmac } from 'node:crypto';
import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';

const WITHIN_MS = 5_000;

/** Dakiya puts the addresses that want to know into the store, each with its secret. */
const BELLS = 'dakiya_bells';

/** Tells Dakiya that an order has changed. A bell that is lost is no loss: Dakiya also asks for changes every few minutes. */
export default async function ringDakiya({ event, container }: SubscriberArgs<Told>): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const { data: stores } = await query.graph({ entity: 'store', fields: ['metadata'] });
  const bells = Object.entries((stores[0]?.metadata?.[BELLS] ?? {}) as Record<string, string>);
  if (bells.length === 0) return;
  const orderId = event.name.startsWith('payment.')
    ? await orderOfPayment()
    : (event.data.order_id ?? event.data.id);
  if (orderId === undefined) return;
  const body = JSON.stringify({ order_id: orderId });
  await Promise.all(
    bells.map(async ([address, secret]) => {
      try {
        const signature = createHmac('sha256', secret).update(body).digest('base64');
        await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-dakiya-signature': signature },
          body,
          signal: AbortSignal.timeout(WITHIN_MS),
        });
      } catch (error) {
        logger.warn(`Dakiya was not told of ${orderId}: ${error instanceof Error ? error.message : error}`);
      }
    }),
  );

  async function orderOfPayment(): Promise<string | undefined> {
    const fields = ['payment_collection.order.id'];
    const { data: payments } = await query.graph({
      entity: 'payment',
      fields,
      filters: { id: event.data.id },
    });
    const [payment] = payments as { payment_collection?: { order?: { id: string } } }[];
    return payment?.payment_collection?.order?.id;
  }
}

interface Told {
  readonly id?: string;
  readonly order_id?: string;
}

export const config: SubscriberConfig = {
  event: [
    'order.placed',
    'order.updated',
    'order.canceled',
    'order.completed',
    'order.archived',
    'order.fulfillment_created',
    'order.fulfillment_canceled',
    'order.claim_created',
    'order.exchange_created',
    'order-edit.confirmed',
    'payment.captured',
    'payment.refunded',
  ],
};
