/**
 * The counts of a run of tests or checks.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 *
 * @typedef {object} ProjectTime
 * @property {string} name
 * @property {number} seconds of the workers for all of its files
 * @property {number} budget in seconds; 0 for none
 *
 * The counts of a run of tests, with a line for each failure.
 *
 * @typedef {Counts & { failures: string[], projects: ProjectTime[] }} Tally
 */

/**
 * @param {Counts} counts
 * @returns {string} such as `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`
 */
export function formatTally({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run that ended with an error but without a failed test, or in which nothing ran, has failed too.
 *
 * @param {Counts | null} tally null if the run crashed
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function honestTally(tally, code) {
  const { passed, failed, skipped } = tally ?? { passed: 0, failed: 0, skipped: 0 };
  const endedBadly = tally === null || code !== 0 || passed === 0;
  return { passed, skipped, failed: failed === 0 && endedBadly ? 1 : failed };
}

/** More failures than these hide the first ones. */
const SHOWN_FAILURES = 20;

/**
 * What comes before the last line: the failures, and the seconds of each project beside its budget.
 *
 * @param {Pick<Tally, 'failures' | 'projects'>} tally
 * @returns {string[]} lines
 */
export function tallyLines({ failures, projects }) {
  const more = failures.length - SHOWN_FAILURES;
  return [
    ...failures.slice(0, SHOWN_FAILURES).map((failure) => `FAILED  ${failure}`),
    ...(more > 0 ? [`and ${more} more failures`] : []),
    ...projects.map(({ name, seconds, budget }) => {
      const over = budget > 0 && seconds > budget ? ', over its budget' : '';
      return `${name.padEnd(10)} ${seconds.toFixed(0).padStart(5)} s${budget > 0 ? ` of ${budget} s${over}` : ''}`;
    }),
  ];
}
