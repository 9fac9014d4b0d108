import { main } from '../../src/cli.ts';
import { newRunFolder, type ProgramRun } from './service-process.ts';

/** Commands in one process run one after the other, because each replaces the output and the environment. */
let last: Promise<unknown> = Promise.resolve();

/** Is thrown instead of ending the process. */
class Exit extends Error {}

/**
 * Runs an operator command in this process, which takes a tenth of the time of a separate process. `runProgram`
 * tests the program itself.
 */
export function runCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  folder: string = process.cwd(),
): Promise<ProgramRun> {
  const mine = last.then(() => run(environment, words, folder));
  last = mine.catch(() => undefined);
  return mine;
}

async function run(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  folder: string,
): Promise<ProgramRun> {
  const { env, exit, exitCode } = process;
  const usualFolder = process.cwd();
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  process.env = { PATH: env.PATH, PORT: '0', RUN_DIR: newRunFolder(), ...environment };
  process.exit = (code) => {
    process.exitCode = code ?? process.exitCode;
    throw new Exit();
  };
  process.exitCode = undefined;
  process.chdir(folder);
  try {
    await main(words, folder);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    process.chdir(usualFolder);
    process.env = env;
    process.exit = exit;
    stdout.stop();
    stderr.stop();
  }
  const code = Number(process.exitCode ?? 0);
  process.exitCode = exitCode;
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Captures what is written to a stream until it is stopped. */
function capture(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
  return {
    text: () => text,
    stop: () => {
      stream.write = write;
    },
  };
}
