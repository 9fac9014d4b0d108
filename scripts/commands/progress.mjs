/** On a terminal the line is updated often; in a log an occasional line is enough. */
const TICK_ON_TERMINAL = 1_000;
const TICK_IN_LOG = 10_000;

/**
 * Prints to stderr what is being done while `work` runs.
 *
 * @template T
 * @param {string} label such as `Building`
 * @param {() => Promise<T>} work
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<T>}
 */
export async function withProgress(label, work, stream = process.stderr) {
  const began = Date.now();
  const elapsed = () => formatElapsed(Date.now() - began);
  const terminal = Boolean(stream.isTTY);
  stream.write(terminal ? `${label} ...` : `${label} ...\n`);
  const ticking = setInterval(
    () => stream.write(terminal ? `\r${label} ... ${elapsed()}` : `${label} ... ${elapsed()}\n`),
    terminal ? TICK_ON_TERMINAL : TICK_IN_LOG,
  );
  try {
    const result = await work();
    stream.write(terminal ? `\r${label} ... done in ${elapsed()}\n` : `${label} ... done in ${elapsed()}\n`);
    return result;
  } catch (error) {
    if (terminal) stream.write('\n');
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

/** @param {number} milliseconds */
export function formatElapsed(milliseconds) {
  const seconds = milliseconds / 1000;
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
