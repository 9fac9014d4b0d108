// `bundle-main.mjs <folder> <name>=<source>...`: puts programs and what they import of the project into one folder of
// few files, each program under its name. In a process of its own, which a signal can end.
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';
import { inTree } from './place.mjs';

/**
 * Packages of many small modules, which take longer to find and open than to run: these go into the programs.
 * All others are loaded from node_modules, where some look for files of theirs.
 */
const MANY_MODULES = /^(@fastify\/type-provider-typebox|kysely|libphonenumber-js|typebox|uuid)(\/|$)/;

const [folder = '', ...programs] = process.argv.slice(2);
try {
  const bundle = await rolldown({
    cwd: inTree(),
    input: Object.fromEntries(programs.map((program) => program.split('='))),
    platform: 'node',
    tsconfig: inTree('tsconfig.json'),
    // Nothing of these happens by being loaded, and what is not used of them stays out.
    treeshake: { moduleSideEffects: (id) => !id.includes('/node_modules/') },
    external: (id) => /^[^./]/.test(id) && !MANY_MODULES.test(id),
  });
  await bundle.write({
    dir: folder,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Beside the programs: the project's folder is the one above, wherever code has come to stand.
    chunkFileNames: '[name]-[hash].js',
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${stripVTControlCharacters(message)}\n`);
  process.exitCode = 1;
}
