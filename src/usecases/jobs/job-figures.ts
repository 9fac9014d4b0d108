import { readJobBacklog } from '../../storage/jobs/jobs.ts';
import type { Service } from '../service.ts';

/** What jobs of all accounts wait or run, for the metrics. */
export function jobFigures({ database }: Service): ReturnType<typeof readJobBacklog> {
  return readJobBacklog(database);
}
