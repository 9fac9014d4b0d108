// `bundle-main.mjs [--by-room] <folder> <name>=<source>...`: bundles programs with their imports from the
// project into one folder of few files, each program under its name. In a process of its own, which a signal
// can end.
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';
import { inTree } from './place.mjs';

/**
 * Packages of many small modules, which take longer to find and open than to run: these are bundled. All
 * others are loaded from node_modules, because some look for files of their own.
 */
const MANY_MODULES = /^(libphonenumber-js|typebox|uuid)(\/|$)/;

/** A module of a room, with the room's name. */
const ROOM = /[\\/](?:src|simulators)[\\/]([^\\/]+)[\\/]/;

/**
 * One file for each room: a folder of `src` or `simulators`. They import each other in one direction
 * only, so any of them can be loaded first.
 *
 * @type {import('rolldown').OutputOptions['codeSplitting']}
 */
const ROOMS = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'packages', test: /[\\/]node_modules[\\/]/ },
    {
      name: (id) => `room-${ROOM.exec(id)?.[1]}`,
      debugName: 'room',
      test: ROOM,
    },
  ],
};

const args = process.argv.slice(2);
const byRoom = args[0] === '--by-room';
const [folder = '', ...programs] = byRoom ? args.slice(1) : args;
try {
  const bundle = await rolldown({
    cwd: inTree(),
    input: Object.fromEntries(programs.map((program) => program.split('='))),
    platform: 'node',
    tsconfig: inTree('tsconfig.json'),
    ...(byRoom && { preserveEntrySignatures: 'allow-extension' }),
    // Loading these has no side effects, so unused parts are left out.
    treeshake: { moduleSideEffects: (id) => !id.includes('/node_modules/') },
    external: (id) => /^[^./]/.test(id) && !MANY_MODULES.test(id),
  });
  await bundle.write({
    dir: folder,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Next to the programs, so that the project's folder is always the parent folder.
    chunkFileNames: '[name]-[hash].js',
    ...(byRoom && { codeSplitting: ROOMS }),
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${stripVTControlCharacters(message)}\n`);
  process.exitCode = 1;
}
