import { inTree, ROOT } from './place.mjs';
import { runNode, stoppable } from './program.mjs';
import { makeReady, reportFailure } from './ready.mjs';

/** Takes the pictures of the documentation; names select the files that take them. Sets the exit code. */
export async function takePictures(names = process.argv.slice(2)) {
  try {
    await makeReady({ dev: true, built: false });
    const vitest = inTree('node_modules', 'vitest', 'vitest.mjs');
    const config = inTree('test', 'pictures', 'vitest.config.ts');
    const args = ['run', '--root', ROOT, '--config', config, ...names];
    const { code } = await stoppable(() => runNode(vitest, args, { shown: true }));
    process.exitCode = code ?? 1;
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
