import { Gauge, type Registry } from 'prom-client';
import { jobFigures } from '../../usecases/jobs/job-figures.ts';
import type { ShippingService } from '../../usecases/service.ts';

/** Shows in `/metrics` what jobs of all processes wait or run; not while the database is away. */
export function addJobMetrics(registry: Registry, service: ShippingService): void {
  const pending = new Gauge({
    name: 'jobs_pending',
    help: 'Jobs over many shipments that wait or run',
    registers: [registry],
    async collect() {
      try {
        const { jobs, seconds } = await jobFigures(service);
        pending.set(jobs);
        oldest.set(seconds);
      } catch {
        pending.remove();
        oldest.remove();
      }
    },
  });
  const oldest = new Gauge({
    name: 'job_longest_without_turn_seconds',
    help: 'For how long the one of them has waited whose last turn is longest ago; 0 where there is none',
    registers: [registry],
  });
}
