import { Counter, type Registry } from 'prom-client';
import type { MessageParts } from '../../usecases/messages/messaging.ts';
import type { ShopParts } from '../../usecases/shops/open-shop.ts';
import type { AnnouncementParts } from '../../usecases/tracking/on-moments.ts';
import type { WebhookParts } from '../../usecases/webhooks/emit-webhooks.ts';

/** Counts the outcomes of this process's webhooks, messages, scans and shops' webhooks in `/metrics`. */
export function addOutcomeCounters(
  registry: Registry,
  {
    webhookTries,
    messageTries,
    scansTaken,
    shopBells,
  }: Pick<MessageParts, 'messageTries'> &
    Pick<AnnouncementParts, 'scansTaken'> &
    Pick<WebhookParts, 'webhookTries'> &
    Pick<ShopParts, 'shopBells'>,
): void {
  const webhooks = new Counter({
    name: 'webhook_tries',
    help: 'Tries of webhook deliveries by outcome: delivered, retrying, failed',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  webhookTries.on('tried', ({ state }) => webhooks.inc({ outcome: state }));
  const messages = new Counter({
    name: 'message_tries',
    help: 'Tries to send messages to customers by outcome: sent, queued (again), failed',
    labelNames: ['channel', 'outcome'] as const,
    registers: [registry],
  });
  messageTries.on('tried', ({ channel, status }) => messages.inc({ channel, outcome: status }));
  const scans = new Counter({
    name: 'scans',
    help: 'Scans by source and result; invalid means that a scan could not be read, unread that its words are unknown',
    labelNames: ['source', 'result'] as const,
    registers: [registry],
  });
  scansTaken.on('taken', ({ source, results }) => {
    for (const result of results) scans.inc({ source, result });
  });
  const bells = new Counter({
    name: 'shop_webhooks',
    help: 'Webhooks of shops by outcome: order, ping, gone, refused (forged, or too old)',
    labelNames: ['shop', 'outcome'] as const,
    registers: [registry],
  });
  shopBells.on('rung', ({ shop, outcome }) => bells.inc({ shop, outcome }));
}
