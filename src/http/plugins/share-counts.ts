import type { CallerLimit, CallerNews } from './caller-limit.ts';

/** The channel by which processes share counts. */
export interface News {
  share(text: string): Promise<void>;
  on(event: 'counts', listener: (text: string) => void): unknown;
  off(event: 'counts', listener: (text: string) => void): unknown;
}

const SHARE_EVERY_MS = 1_000;
/** An entry takes about 40 bytes, and a notification of PostgreSQL has room for 8,000. */
const CALLERS_PER_MESSAGE = 150;

/**
 * Makes a limit hold over all processes: every second, in the background, each process tells the others its
 * counts. So a caller exceeds the limit by at most what the other processes allow in one second.
 *
 * @param processId the id of this process, which ignores its own counts
 * @returns a function that ends the sharing
 */
export function shareCounts(
  limit: CallerLimit,
  news: News,
  processId: string,
  onError: (error: unknown) => void,
): { shareNow(): Promise<void>; stop(): void } {
  const listen = (text: string) => {
    const [from, counts] = JSON.parse(text) as [string, CallerNews[]];
    if (from !== processId) for (const of of counts) limit.learn(of);
  };
  const tellNow = async () => {
    const counts = limit.takeNews();
    for (let from = 0; from < counts.length; from += CALLERS_PER_MESSAGE) {
      await news.share(JSON.stringify([processId, counts.slice(from, from + CALLERS_PER_MESSAGE)]));
    }
  };
  news.on('counts', listen);
  const timer = setInterval(() => void tellNow().catch(onError), SHARE_EVERY_MS);
  timer.unref();
  return {
    shareNow: tellNow,
    stop: () => {
      clearInterval(timer);
      news.off('counts', listen);
    },
  };
}
