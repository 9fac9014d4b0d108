import { clearLine, cursorTo } from 'node:readline';

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
 * Opens a progress bar on stderr. Does nothing with `--json` or if stderr is no terminal. The bar is one line,
 * fits the terminal's width and changes no terminal mode, so nothing must be restored when the command ends.
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
  const length = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, room));
  const began = performance.now();
  let shown = '';
  let isInPhase = false;
  const show = (line: string) => {
    if (line === shown) return;
    shown = line;
    clearLine(stream, 0);
    cursorTo(stream, 0);
    stream.write(line);
  };
  const update = (done: number, total: number) => {
    if (isInPhase) return;
    const part = Math.min(1, done / Math.max(total, 1));
    const filled = Math.round(part * length);
    const bar = '█'.repeat(filled) + '░'.repeat(length - filled);
    const left = part === 0 ? '' : `  ${inWords((performance.now() - began) * (1 / part - 1))} left`;
    show(`${title} ${bar} ${Math.floor(part * 100)} %${left}`);
  };
  update(0, 1);
  return {
    update,
    phase: (words) => {
      isInPhase = true;
      show(`${words} ...`);
    },
    stop: () => {
      isInPhase = false;
      show('');
    },
  };
}

function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
