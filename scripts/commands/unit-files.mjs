/** An option of vitest whose value is the next argument; no other is looked for. */
const WITH_VALUE = new Set(['--project', '-t', '--testNamePattern']);

/**
 * True when the arguments name test files below `src` or `panel/src` only. Such a run needs no build: each file loads the few
 * sources it tests as they are, which is quicker than a build of all of them.
 *
 * @param {readonly string[]} args vitest's arguments, with or without its command `run`
 */
export function namesUnitFilesOnly(args) {
  const files = args.filter(
    (arg, at) => arg !== 'run' && !arg.startsWith('-') && !WITH_VALUE.has(args[at - 1] ?? ''),
  );
  return files.length > 0 && files.every((file) => /^(?:\.\/)?(?:src|panel\/src)\/.+\.test\.ts$/.test(file));
}
