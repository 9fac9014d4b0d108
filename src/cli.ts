import { Command } from 'commander';
import { addApiCommands } from './cli/api-commands.ts';
import { COMMANDS } from './cli/command-rows.ts';
import { addDoctorCommand } from './cli/doctor-command.ts';
import type { Operation } from './cli/operations.ts';
import { printSentences } from './cli/output.ts';
import { readVersion } from './package-root.ts';
import { Problem } from './problems/problem.ts';
import { StartupError } from './problems/startup-error.ts';

/**
 * Runs one operator command. Prints a problem that the operator can solve on stderr, in sentences, with exit
 * code 1.
 *
 * @param arguments_ the words after `dakiya`
 * @param folder the working directory, for relative file names
 */
export async function main(
  arguments_: readonly string[] = process.argv.slice(2),
  folder: string = process.cwd(),
): Promise<void> {
  const program = new Command('dakiya')
    .description('Operator commands of Dakiya; they work beside a running service')
    .version(readVersion())
    .showHelpAfterError('(add --help for the options)');
  await addApiCommands(program, arguments_, { folder, describe: describeOperations });
  addDoctorCommand(program);
  const [first = ''] = arguments_;
  // The other commands load most of the service, which takes longer than a command of the API.
  const isOfApi =
    ['call', 'doctor'].includes(first) ||
    COMMANDS.some(({ words }) => `${arguments_.join(' ')} `.startsWith(`${words.replace(/ [<[].*/, '')} `));
  if (!isOfApi) (await import('./cli/own-commands.ts')).addOwnCommands(program, folder);
  try {
    await program.parseAsync(arguments_, { from: 'user' });
  } catch (error) {
    const sentences = await sentencesOf(error);
    if (!sentences) throw error;
    printSentences(sentences);
    process.exitCode = 1;
  }
}

/** Lists the operations without a service, which takes about a second. */
async function describeOperations(): Promise<Operation[]> {
  const { buildAppToDescribe } = await import('./app.ts');
  const token = 'none';
  const app = await buildAppToDescribe(token);
  const answer = await app.inject({ url: '/operator/operations', headers: { authorization: token } });
  return answer.json().data;
}

async function sentencesOf(error: unknown): Promise<readonly string[] | null> {
  if (error instanceof Problem) return error.sentences;
  if (error instanceof StartupError) return [error.message];
  const { unavailableProblem } = await import('./storage/outage.ts');
  return unavailableProblem(error)?.sentences ?? null;
}
