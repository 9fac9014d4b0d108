const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * A vitest plug-in in the form of a reporter: a signal cancels the run and lets the global tear-down stop the
 * database. By itself vitest would exit at once and leave the server running. A second signal does end it at
 * once.
 */
export default class StopInOrderReporter {
  /** @type {import('vitest/node').Vitest | null} */
  #vitest = null;

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart() {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop);
      process.exitCode = 1;
      void this.#vitest?.cancelCurrentRun('keyboard-input');
    };
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, stop);
    }
  }
}
