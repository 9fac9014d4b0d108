import { clearLine, cursorTo } from 'node:readline';
import { Presets, SingleBar } from 'cli-progress';

export interface ProgressBar {
  /** Takes both numbers in the same unit, which can be any unit. */
  readonly update: (done: number, total: number) => void;
  /** Shows a phase of unknown length instead of the bar. */
  readonly phase: (title: string) => void;
  /** Removes the bar, so that its line is empty again. */
  stop(): void;
}

const LONGEST_BAR = 40;
const SHORTEST_BAR = 5;
/** The width of the percentage and the remaining time, such as `1h 10m`. */
const ROOM_FOR_FIGURES = 22;

/**
 * Opens a progress bar on stderr. Does nothing with `--json` or if stderr is no terminal. The bar fits the
 * terminal's width and changes no terminal mode, so nothing must be restored when the command ends.
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
