import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter that counts what the others only print: in addition to failed tests, every file that
 * could not be loaded, every failed hook and every unhandled error counts as one failure. Writes a `Tally` as
 * JSON to the file `TALLY_FILE`.
 */
export default class TallyReporter {
  /** @type {import('./tally.mjs').Tally} */
  #tally = { passed: 0, failed: 0, skipped: 0 };

  /**
   * A global tear-down that fails, and may have left a server running, is only logged; vitest exits with
   * success.
   *
   * @param {import('vitest/node').Vitest} vitest
   */
  onInit(vitest) {
    const log = vitest.logger.error.bind(vitest.logger);
    vitest.logger.error = (...args) => {
      log(...args);
      if (args[0] !== 'error during close') return;
      this.#tally.failed += 1;
      this.#write();
    };
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      tally.failed += module.errors().length;
      for (const suite of module.children.allSuites()) tally.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') tally.passed += 1;
        else if (state === 'failed') tally.failed += 1;
        else tally.skipped += 1;
      }
    }
    this.#tally = tally;
    this.#write();
  }

  /** Something kept running that should have been stopped; vitest gives up on it and exits with success. */
  onProcessTimeout() {
    this.#tally.failed += 1;
    this.#write();
  }

  #write() {
    if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(this.#tally));
  }
}
