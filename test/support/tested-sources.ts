import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vitest/config';
import { moduleName, PROGRAM_SOURCES, TESTED } from '../../scripts/commands/compile.mjs';
import { inTree, ROOT } from '../../scripts/commands/place.mjs';
import { makeTestedReady } from '../../scripts/commands/ready.mjs';
import { namesUnitFilesOnly } from '../../scripts/commands/unit-files.mjs';

const SOURCES = PROGRAM_SOURCES.map((folder) => inTree(folder) + sep);

/** Files that Node loads as they are. */
export const TESTED_SOURCES = /[\\/]dist-tests[\\/]/;

/** The build of this run. Each project loads this module again, and all of them wait for the same build. */
const shared = globalThis as { dakiyaTestedSources?: Promise<void> };

/**
 * Makes tests load the sources from a build. Vite would transform a thousand modules for each project, and
 * each worker would request each of them. That took 9 s of processor time for each project and 1 s for each
 * worker. A run that watches, or one of named unit tests, loads the sources themselves.
 */
export function testedSources(): Plugin {
  let isBuilt = false;
  /** Modules transformed in an earlier run are valid for the same kind of run only. */
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
        if (!SOURCES.some((folder) => path.startsWith(folder)) || path.endsWith('.test.ts')) return null;
        return join(TESTED, `${moduleName(relative(ROOT, path))}.js`);
      },
    },
  };
}
