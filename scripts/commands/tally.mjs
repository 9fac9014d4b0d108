/**
 * The counts of a run of tests or checks.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * @param {Tally} tally
 * @returns {string} such as `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`
 */
export function formatTally({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run that ended with an error but without a failed test, or in which nothing ran, has failed too.
 *
 * @param {Tally | null} tally null if the run crashed
 * @param {number} code its exit code
 * @returns {Tally}
 */
export function honestTally(tally, code) {
  const { passed, failed, skipped } = tally ?? { passed: 0, failed: 0, skipped: 0 };
  const endedBadly = tally === null || code !== 0 || passed === 0;
  return { passed, skipped, failed: failed === 0 && endedBadly ? 1 : failed };
}
