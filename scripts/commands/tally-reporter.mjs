import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * The first line of an error, without colours.
 *
 * @param {{ message?: string } | undefined} error
 */
function firstLine(error) {
  return stripVTControlCharacters(String(error?.message ?? error))
    .trim()
    .split('\n', 1)[0];
}

/**
 * A vitest reporter that writes a `Tally` as JSON to the file `TALLY_FILE`. In addition to failed tests, it counts every file
 * that could not be loaded, every failed hook and every unhandled error as one failure, and names each.
 */
export default class TallyReporter {
  /** @type {import('./tally.mjs').Tally} */
  #tally = { passed: 0, failed: 0, skipped: 0, failures: [], projects: [] };
  #root = '';

  /**
   * A global tear-down that fails, and may have left a server running, is only logged; vitest exits with
   * success.
   *
   * @param {import('vitest/node').Vitest} vitest
   */
  onInit(vitest) {
    this.#root = vitest.config.root;
    const log = vitest.logger.error.bind(vitest.logger);
    vitest.logger.error = (...args) => {
      log(...args);
      if (args[0] === 'error during close') this.#fail(`the end of the run: ${firstLine(args[1])}`);
    };
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<import('vitest').SerializedError>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const tally = this.#tally;
    for (const error of unhandledErrors) this.#fail(`outside of tests: ${firstLine(error)}`);
    for (const module of modules) {
      const file = relative(this.#root, module.moduleId);
      this.#addSeconds(module);
      for (const error of module.errors()) this.#fail(`${file}: ${firstLine(error)}`);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) this.#fail(`${file} > ${suite.fullName}: ${firstLine(error)}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') tally.passed += 1;
        else if (state === 'failed') this.#fail(`${file} > ${test.fullName}: ${firstLine(errors?.[0])}`);
        else tally.skipped += 1;
      }
    }
    this.#write();
  }

  /** Something kept running that should have been stopped; vitest gives up on it and exits with success. */
  onProcessTimeout() {
    this.#fail('the end of the run: something that a test started was not stopped');
  }

  /** @param {import('vitest/node').TestModule} module */
  #addSeconds(module) {
    const { setupDuration, collectDuration, duration } = module.diagnostic();
    const { name, config } = module.project;
    const budget = Number(config.env?.BUDGET_SECONDS ?? 0);
    let project = this.#tally.projects.find((one) => one.name === name);
    if (project === undefined) {
      project = { name, seconds: 0, budget };
      this.#tally.projects.push(project);
    }
    project.seconds += (setupDuration + collectDuration + duration) / 1000;
  }

  /** @param {string} failure */
  #fail(failure) {
    this.#tally.failed += 1;
    this.#tally.failures.push(failure);
    this.#write();
  }

  #write() {
    if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(this.#tally));
  }
}
