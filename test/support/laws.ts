import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many times a law is tried: `usual` times, and at least `LAWS_RUNS` times where that is set, as the project
 * `nightly` does. For laws that take long, whose usual number is small.
 */
export function lawRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, Number(process.env.LAWS_RUNS ?? 0)) };
}

/** The test files that state laws, as paths below the project's folder. */
export function filesWithLaws(root: string): string[] {
  return ['src', 'panel/src', 'test']
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
