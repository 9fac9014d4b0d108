/** Options of vitest whose value is the next argument. */
const WITH_VALUE = new Set(['--project', '-t', '--testNamePattern']);

/**
 * The arguments that name files.
 *
 * @param {readonly string[]} args vitest's arguments, with or without its command `run`
 */
export function namedFiles(args) {
  return args.filter(
    (arg, at) => arg !== 'run' && !arg.startsWith('-') && !WITH_VALUE.has(args[at - 1] ?? ''),
  );
}

/**
 * Tells whether the arguments name only test files below `src`, `simulators` or `panel/src`. Such a run
 * needs no build: each file loads the few sources that it tests directly, which is faster than building all of
 * them.
 *
 * @param {readonly string[]} args vitest's arguments, with or without its command `run`
 */
export function namesUnitFilesOnly(args) {
  const files = namedFiles(args);
  return (
    files.length > 0 &&
    files.every((file) => /^(?:\.\/)?(?:src|simulators|panel\/src)\/.+\.test\.ts$/.test(file))
  );
}
