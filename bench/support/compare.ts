import autocannon from 'autocannon';

/** The requests to one side of a comparison. */
export interface Side
  extends Pick<autocannon.Options, 'method' | 'headers' | 'body' | 'requests' | 'setupClient'> {
  readonly url: string;
}

/** One side's medians over the rounds. */
export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Comparison {
  readonly ours: Measured;
  readonly baseline: Measured;
  /** The median over the rounds of ours divided by the baseline, each pair measured back to back. */
  readonly throughputRatio: number;
  readonly p99Ratio: number;
  readonly lowestThroughputRatio: number;
  readonly highestThroughputRatio: number;
}

const ROUNDS = 9;
const SECONDS = 2;

/**
 * Measures two servers in turns, in many short rounds, so that other load on the machine affects both: the
 * ratio is computed for each round, and its median over the rounds is the figure to quote.
 */
export async function compare(ours: Side, baseline: Side, connections: number): Promise<Comparison> {
  await load(baseline, connections);
  await load(ours, connections);
  const rounds: { ours: Measured; baseline: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ baseline: await load(baseline, connections), ours: await load(ours, connections) });
  }
  const ratios = rounds.map((round) => round.ours.requestsPerSecond / round.baseline.requestsPerSecond);
  return {
    ours: medians(rounds.map((round) => round.ours)),
    baseline: medians(rounds.map((round) => round.baseline)),
    throughputRatio: median(ratios),
    p99Ratio: median(rounds.map((round) => round.ours.p99 / round.baseline.p99)),
    lowestThroughputRatio: Math.min(...ratios),
    highestThroughputRatio: Math.max(...ratios),
  };
}

/** The comparison as rows of a Markdown table. */
export function comparisonTable({ ours, baseline, ...ratios }: Comparison): string {
  const row = (name: string, side: Measured) =>
    `| ${name} | ${Math.round(side.requestsPerSecond)} | ${side.p50} | ${side.p99} |`;
  return [
    '| | requests/s | p50 ms | p99 ms |',
    '|---|---:|---:|---:|',
    row('Dakiya', ours),
    row('baseline', baseline),
    '',
    `Throughput ratio: **${ratios.throughputRatio.toFixed(2)}** (median of ${ROUNDS} rounds of ${SECONDS} s; ${ratios.lowestThroughputRatio.toFixed(2)} to ${ratios.highestThroughputRatio.toFixed(2)}). p99 ratio: ${ratios.p99Ratio.toFixed(1)}.`,
  ].join('\n');
}

async function load(side: Side, connections: number): Promise<Measured> {
  const result = await autocannon({ ...side, connections, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${side.url}: ${result.non2xx} answers that are not 2xx, ${result.errors} errors`);
  }
  return { requestsPerSecond: result.requests.mean, p50: result.latency.p50, p99: result.latency.p99 };
}

function medians(list: readonly Measured[]): Measured {
  return {
    requestsPerSecond: median(list.map((one) => one.requestsPerSecond)),
    p50: median(list.map((one) => one.p50)),
    p99: median(list.map((one) => one.p99)),
  };
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
