import { forgetJobs } from '../../storage/jobs/jobs.ts';
import type { Service } from '../service.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes jobs that are over after 30 days. */
export async function forgetOldJobs({ database, now }: Service): Promise<void> {
  await forgetJobs(database, new Date(now().getTime() - KEPT_MS));
}
