import type { FastifyInstance } from 'fastify';

/** The interval of checks for other work. */
const LOOK_EVERY_MS = 20;
/** A process that was busy for less than this share of the time is idle. */
const IDLE_SHARE = 0.2;

/**
 * Does pieces of work once the service listens, one at a time, after spans in which it had little else to do. One that throws is
 * logged, and the next comes after it: nobody waits for the work, and requests are answered without it.
 *
 * @param doNext takes the next and does it, and says whether more is left
 */
export function addIdleWork(app: FastifyInstance, doNext: () => boolean): void {
  let timer: NodeJS.Timeout | undefined;
  const isMoreLeft = () => {
    try {
      return doNext();
    } catch (error) {
      app.log.error({ err: error }, 'a piece of idle work failed');
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
