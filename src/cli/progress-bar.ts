import { clearLine, cursorTo } from 'node:readline';
import { Presets, SingleBar } from 'cli-progress';

/** Shows how far something is, for a person who waits. */
export interface ProgressBar {
  /** Both numbers in one unit of no meaning. */
  readonly update: (done: number, total: number) => void;
  /** Says what goes on instead, of which nobody can tell how far it is. */
  readonly phase: (title: string) => void;
  /** Leaves an empty line. */
  stop(): void;
}

const LONGEST_BAR = 40;
const SHORTEST_BAR = 5;
/** The width of the percentage and the remaining time, such as `1h 10m`. */
const ROOM_FOR_FIGURES = 22;

/**
 * A bar on stderr, where that is a terminal and the command speaks to a person; else nothing. It fits the
 * terminal's width and changes none of its modes, so that whatever ends the command leaves it as it was.
 */
export function openProgressBar(
  title: string,
  json: boolean,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBar {
  if (json || !stream.isTTY) {
    return { update: () => undefined, phase: () => undefined, stop: () => undefined };
  }
  const room = stream.columns - title.length - ROOM_FOR_FIGURES;
  const bar = new SingleBar(
    {
      format: `${title} {bar} {percentage} %  {eta_formatted} left`,
      stream,
      clearOnComplete: true,
      linewrap: true,
      barsize: Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, room)),
    },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  let isInPhase = false;
  return {
    update: (done, total) => {
      if (isInPhase) return;
      bar.setTotal(Math.max(total, 1));
      bar.update(done);
    },
    phase: (words) => {
      bar.stop();
      isInPhase = true;
      stream.write(`${words} ...`);
    },
    stop: () => {
      bar.stop();
      if (!isInPhase) return;
      isInPhase = false;
      clearLine(stream, 0);
      cursorTo(stream, 0);
    },
  };
}
