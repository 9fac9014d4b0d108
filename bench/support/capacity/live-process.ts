import { postmasterOf, processorTimeOf } from '../processor-time.ts';
import type { RunningService } from '../server-process.ts';

/** A running service with its PostgreSQL, for measuring their processor time. */
export interface LiveProcess {
  /** Used since they started. */
  processorMs(): { readonly service: number; readonly database: number };
}

/** @throws Error if the system does not tell */
export function liveProcess(service: RunningService): LiveProcess {
  const postmaster = postmasterOf(service.dataDir);
  return {
    processorMs: () => {
      const own = processorTimeOf(service.process.pid);
      const database = processorTimeOf(postmaster);
      if (own === null || database === null) throw new Error('This system does not tell processor times');
      return { service: own.own, database: database.own + database.others };
    },
  };
}
