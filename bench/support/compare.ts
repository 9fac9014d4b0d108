import { median } from './figures.ts';

/** Requests a second, and their times in milliseconds. */
export interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** Both sides, measured back to back. */
interface Round<Measured> {
  readonly ours: Measured;
  readonly bare: Measured;
}

const ROUNDS = 9;

/**
 * Measures two sides in turns, in many short rounds, so that other load on the machine affects both. One round
 * before them is not counted.
 */
export async function inTurns<Measured>(
  ours: () => Promise<Measured>,
  bare: () => Promise<Measured>,
): Promise<Round<Measured>[]> {
  const rounds: Round<Measured>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measuredBare = await bare();
    rounds.push({ bare: measuredBare, ours: await ours() });
  }
  return rounds.slice(1);
}

/**
 * The medians as rows of a Markdown table, and the ratio as a sentence: it is computed for each round, and its
 * median is the figure to quote.
 *
 * @param more the last cells of a row
 */
export function comparisonTable<Measured extends Figures>(
  rounds: readonly Round<Measured>[],
  what: string,
  more: { head: string; of: (measured: Measured) => number }[] = [],
): string {
  const row = (title: string, side: readonly Measured[]) => {
    const middle = (of: (measured: Measured) => number) => median(side.map(of));
    const cells = [middle(({ rate }) => rate), middle(({ p50 }) => p50), middle(({ p99 }) => p99)];
    const last = more.map(({ of }) => middle(of).toFixed(1));
    return `| ${[title, ...cells.map(Math.round), ...last].join(' | ')} |`;
  };
  const ratios = rounds.map(({ ours, bare }) => ours.rate / bare.rate);
  const p99Ratio = median(rounds.map(({ ours, bare }) => ours.p99 / bare.p99));
  return [
    `| | ${[`${what}/s`, 'p50 ms', 'p99 ms', ...more.map(({ head }) => head)].join(' | ')} |`,
    `|---|---:|---:|---:|${'---:|'.repeat(more.length)}`,
    row(
      'Dakiya',
      rounds.map(({ ours }) => ours),
    ),
    row(
      'baseline',
      rounds.map(({ bare }) => bare),
    ),
    '',
    `Throughput ratio: **${median(ratios).toFixed(2)}** (median of ${ROUNDS} rounds in turns; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}). p99 ratio: ${p99Ratio.toFixed(1)}.`,
  ].join('\n');
}
