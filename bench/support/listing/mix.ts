import { type BenchRequest, timed } from './answers.ts';

/** The results of 16 connections. */
export interface MixMeasured {
  /** The median and the 99th percentile of first pages in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly firstPages: number;
  /** For all other pages. */
  readonly others: number;
}

const FIRST_PAGE_CONNECTIONS = 4;
const OTHER_CONNECTIONS = 12;

/** Four connections request the first page repeatedly, twelve all other pages in turn. */
export async function mixedLoad(
  firstPage: BenchRequest,
  others: readonly BenchRequest[],
  seconds: number,
): Promise<MixMeasured> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let asked = 0;
  let answered = 0;
  const watch = async () => {
    while (performance.now() < end) times.push(await timed(firstPage));
  };
  const press = async () => {
    while (performance.now() < end) {
      const next = others[asked % others.length];
      asked += 1;
      if (next !== undefined) await timed(next);
      answered += 1;
    }
  };
  await Promise.all([
    ...Array.from({ length: FIRST_PAGE_CONNECTIONS }, watch),
    ...Array.from({ length: OTHER_CONNECTIONS }, press),
  ]);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), firstPages: sorted.length, others: answered };
}
