import type { FastifyInstance } from 'fastify';

/** The interval of checks for idle time. */
const LOOK_EVERY_MS = 20;
/** A process that is busy for less than this share of the time is idle. */
const IDLE_SHARE = 0.2;

/**
 * Does pieces of work once the service listens, one at a time, when the process is idle. If a piece fails,
 * the error is logged and the next piece follows, because requests do not depend on this work.
 *
 * @param doNext does the next piece, and returns true if more are left
 */
export function addIdleWork(app: FastifyInstance, doNext: () => boolean): void {
  let timer: NodeJS.Timeout | undefined;
  const isMoreLeft = () => {
    try {
      return doNext();
    } catch (error) {
      app.log.error({ err: error }, 'idle work failed');
      return true;
    }
  };
  app.addHook('onListen', (done) => {
    let before = performance.eventLoopUtilization();
    timer = setInterval(() => {
      const isIdle = performance.eventLoopUtilization(before).utilization < IDLE_SHARE;
      if (isIdle && !isMoreLeft()) clearInterval(timer);
      before = performance.eventLoopUtilization();
    }, LOOK_EVERY_MS).unref();
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
