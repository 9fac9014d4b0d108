import { Gauge, type Registry } from 'prom-client';
import { importFigures } from '../../usecases/imports/import-figures.ts';
import type { ShippingService } from '../../usecases/service.ts';

/** Shows in `/metrics` what imports of all processes wait or run; not while the database is away. */
export function addImportMetrics(registry: Registry, service: ShippingService): void {
  const pending = new Gauge({
    name: 'imports_pending',
    help: 'Imports that wait or run',
    registers: [registry],
    async collect() {
      try {
        const { open, oldestSeconds } = await importFigures(service);
        pending.set(open);
        oldest.set(oldestSeconds);
      } catch {
        pending.remove();
        oldest.remove();
      }
    },
  });
  const oldest = new Gauge({
    name: 'import_oldest_pending_seconds',
    help: 'For how long the oldest of them has waited and run; 0 where there is none',
    registers: [registry],
  });
}
