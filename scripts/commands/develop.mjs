import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { compilerProgram } from './compile.mjs';
import { inTree } from './place.mjs';
import { runProgram, stoppable } from './program.mjs';
import { makeReady, reportFailure } from './ready.mjs';

/** Next to `dist`, so that a build or another running service is not disturbed. */
const OUT = inTree('dist-dev');
const ENTRY = inTree('dist-dev', 'src', 'main.js');

/**
 * Keeps the compiler and the service running: the compiler compiles changes, and the service restarts when a
 * loaded file changes. A change that does not compile is not written, so the service stays as it was.
 */
export async function develop() {
  try {
    await makeReady({ dev: true, built: false });
    rmSync(OUT, { recursive: true, force: true });
    await stoppable(async () => {
      const compiling = new AbortController();
      const compiler = compileOnChange().finally(() => compiling.abort());
      await Promise.all([compiler, serve(compiling.signal)]);
    });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

async function compileOnChange() {
  const args = ['-p', inTree('tsconfig.build.json'), '--outDir', OUT, '--watch', '--preserveWatchOutput'];
  await runProgram(await compilerProgram(), args, { shown: true });
}

/** @param {AbortSignal} compilerEnded */
async function serve(compilerEnded) {
  while (!existsSync(ENTRY)) {
    if (compilerEnded.aborted) return;
    await pause(100);
  }
  const args = ['--watch', '--watch-preserve-output', inTree('scripts', 'commands', 'dev-main.mjs')];
  await runProgram(process.execPath, args, { shown: true });
}
