import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The number of runs of a property test: `usual`, or `LAWS_RUNS` if that is set and larger, as in the project
 * `laws`. For slow tests with a small usual number.
 */
export function lawRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, Number(process.env.LAWS_RUNS ?? 0)) };
}

/** The test files with property tests, as paths below the project's folder. */
export function filesWithLaws(root: string): string[] {
  return ['src', 'simulators', 'panel/src', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter(
      (path) =>
        path.endsWith('.test.ts') && readFileSync(join(root, path), 'utf8').includes("from 'fast-check'"),
    );
}
