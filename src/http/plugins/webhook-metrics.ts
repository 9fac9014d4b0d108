import { Counter, Gauge, type Registry } from 'prom-client';
import type { ShippingService } from '../../usecases/service.ts';
import { webhookFigures } from '../../usecases/webhooks/webhook-figures.ts';

/**
 * Shows in `/metrics` what this process has delivered to webhooks, and what waits of all processes; the latter not
 * while the database is away.
 */
export function addWebhookMetrics(registry: Registry, service: ShippingService): void {
  const tries = new Counter({
    name: 'webhook_tries',
    help: 'Tries to deliver to webhooks by what came of them: delivered, retrying, failed',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  service.webhookTries.on('tried', ({ state }) => tries.inc({ outcome: state }));
  const pending = new Gauge({
    name: 'webhook_deliveries_pending',
    help: 'Deliveries to webhooks that are switched on, neither delivered nor given up',
    registers: [registry],
    async collect() {
      try {
        const figures = await webhookFigures(service);
        pending.set(figures.open);
        oldest.set(figures.oldestWaitsSeconds);
      } catch {
        pending.remove();
        oldest.remove();
      }
    },
  });
  const oldest = new Gauge({
    name: 'webhook_oldest_pending_seconds',
    help: 'For how long the oldest delivery waits that was never tried; 0 where there is none',
    registers: [registry],
  });
}
