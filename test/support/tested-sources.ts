import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vitest/config';
import { moduleName, TESTED } from '../../scripts/commands/compile.mjs';
import { inTree } from '../../scripts/commands/place.mjs';
import { makeTestedReady } from '../../scripts/commands/ready.mjs';
import { namesUnitFilesOnly } from '../../scripts/commands/unit-files.mjs';

const SOURCES = inTree('src') + sep;

/** Files that Node loads as they are. */
export const TESTED_SOURCES = /[\\/]dist-tests[\\/]/;

/** The build of this run: each project loads this module again, and all of them wait for the same one. */
const shared = globalThis as { dakiyaTestedSources?: Promise<void> };

/**
 * Has tests load the sources from a build of them. Vite would transform a thousand modules one by one for each project, and
 * each worker ask for each of them: that took 9 s of processor time for each project, and 1 s for each worker. A run that
 * watches, and one of unit test files that are named, load the sources themselves.
 */
export function testedSources(): Plugin {
  let isBuilt = false;
  /** What was transformed in an earlier run names the modules of its kind. */
  const kindOfRun = () => String(isBuilt);
  return {
    name: 'tested-sources',
    enforce: 'pre',
    async configureVitest({ vitest, experimental_defineCacheKeyGenerator: defineCacheKey }) {
      defineCacheKey(kindOfRun);
      if (vitest.config.watch || namesUnitFilesOnly(process.argv.slice(2))) return;
      shared.dakiyaTestedSources ??= makeTestedReady();
      await shared.dakiyaTestedSources;
      isBuilt = true;
    },
    resolveId: {
      filter: { id: /^\.\.?\/.*\.ts$/ },
      handler(source, importer) {
        if (!isBuilt || importer === undefined) return null;
        const path = resolve(dirname(importer), source);
        if (!path.startsWith(SOURCES) || path.endsWith('.test.ts')) return null;
        return join(TESTED, `${moduleName(relative(SOURCES, path))}.js`);
      },
    },
  };
}
