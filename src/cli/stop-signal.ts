import { StartupError } from '../problems/startup-error.ts';

/**
 * Runs work that the first SIGINT, SIGTERM or SIGHUP aborts; a second signal ends the process.
 *
 * @param sentence the message for the operator when the work was stopped
 */
export async function stoppable<T>(sentence: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => {
    for (const signal of signals) process.removeListener(signal, stop);
    controller.abort(new StartupError(sentence));
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
  }
}
