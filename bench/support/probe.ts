import { type Client, post } from './server-process.ts';

export const PROBE_EVERY_MS = 100;

/** Reads the first page of shipments until something is done. @returns the milliseconds of each answer */
export async function probe(client: Client, done: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  // A failure is thrown below, after which the benchmark stops its service.
  void done.then(end, end);
  const times: number[] = [];
  while (!isDone) {
    const began = performance.now();
    await post(client, '/shipments', {});
    const took = performance.now() - began;
    times.push(took);
    await wait(Math.max(PROBE_EVERY_MS - took, 0));
  }
  await done;
  return times;
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
