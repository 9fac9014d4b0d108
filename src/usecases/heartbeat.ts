import { StartupError } from '../problems/startup-error.ts';
import { markProcessSeen, removeProcess, SEEN_EVERY_MS } from '../storage/booking/processes.ts';
import { isDistributed } from '../storage/cluster/distribute.ts';
import type { ProcessParts } from './health/job-workers.ts';
import type { Service } from './service.ts';

const DISTRIBUTED =
  'The tables were distributed over a cluster while this process ran, and it must end: start it again';

/**
 * Reports every two seconds that this process is alive, so that no other process takes over its work. Each
 * report also shows that the database accepts writes, and that its tables are where they were at the start.
 */
export class Heartbeat {
  private readonly service: Service & ProcessParts;
  private readonly onError: (error: unknown) => void;
  private timer: NodeJS.Timeout | undefined;
  private marking: Promise<void> = Promise.resolve();

  constructor(service: Service & ProcessParts, onError: (error: unknown) => void) {
    this.service = service;
    this.onError = onError;
  }

  /** Resolves when the process is registered as alive; before, it must not accept requests. */
  async start(): Promise<void> {
    await this.mark();
    this.timer = setInterval(() => {
      this.marking = this.mark().catch(this.onError);
    }, SEEN_EVERY_MS);
    this.timer.unref();
  }

  private async mark(): Promise<void> {
    const { database, processId, jobWorkers } = this.service;
    try {
      if (!database.isCluster && (await isDistributed(database.pool))) throw new StartupError(DISTRIBUTED);
      await markProcessSeen(database, processId, [...jobWorkers.names]);
      this.service.writing.fails = false;
    } catch (error) {
      this.service.writing.fails = true;
      throw error;
    }
  }

  /** Records that the process ended properly. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.marking;
    await removeProcess(this.service.database, this.service.processId).catch(this.onError);
  }
}
