import { Presets, SingleBar } from 'cli-progress';

/** Shows how far something is, for a person who waits. */
export interface ProgressBar {
  /** Both numbers in one unit of no meaning. */
  readonly update: (done: number, total: number) => void;
  stop(): void;
}

/** A bar on stderr, where that is a terminal and the command speaks to a person; else nothing. */
export function openProgressBar(title: string, json: boolean): ProgressBar {
  if (json || !process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: `${title} {bar} {percentage} %  {eta_formatted} left`,
      stream: process.stderr,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  return {
    update: (done, total) => {
      bar.setTotal(Math.max(total, 1));
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
