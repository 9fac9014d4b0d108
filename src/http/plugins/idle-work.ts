import type { FastifyInstance } from 'fastify';

/** It is looked so often whether there is something else to do. */
const LOOK_EVERY_MS = 20;
/** Who did less of that time is idle. */
const IDLE_SHARE = 0.2;

/**
 * Does pieces of work once the service listens, one at a time, after spans in which it had little else to do.
 *
 * @param doNext does the next, and says whether more is left
 */
export function addIdleWork(app: FastifyInstance, doNext: () => boolean): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', (done) => {
    let before = performance.eventLoopUtilization();
    timer = setInterval(() => {
      const isIdle = performance.eventLoopUtilization(before).utilization < IDLE_SHARE;
      if (isIdle && !doNext()) clearInterval(timer);
      before = performance.eventLoopUtilization();
    }, LOOK_EVERY_MS).unref();
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
