import { Command } from 'commander';
import { addAccountCommands } from './cli/account-commands.ts';
import { addBackupCommands } from './cli/backup-commands.ts';
import { addCarrierCommands } from './cli/carrier-commands.ts';
import { addClusterCommands } from './cli/cluster-commands.ts';
import { addCountsCommands } from './cli/counts-commands.ts';
import { addCourierCommands } from './cli/courier-commands.ts';
import { addDemoCommands } from './cli/demo-commands.ts';
import { addHandoverCommands } from './cli/handover-commands.ts';
import { addHealthCommands } from './cli/health-commands.ts';
import { addImportCommands } from './cli/import-commands.ts';
import { addKeyCommands } from './cli/key-commands.ts';
import { addMessageCommands } from './cli/message-commands.ts';
import { printSentences } from './cli/output.ts';
import { addRatesCommands } from './cli/rates-commands.ts';
import { addRequestCommands } from './cli/request-commands.ts';
import { addSimulateCommand } from './cli/simulate-command.ts';
import { addStoreCommands } from './cli/store-commands.ts';
import { addUserCommands } from './cli/user-commands.ts';
import { addWebhookCommands } from './cli/webhook-commands.ts';
import { readVersion } from './package-root.ts';
import { Problem } from './problems/problem.ts';
import { StartupError } from './problems/startup-error.ts';
import { unavailableProblem } from './storage/outage.ts';

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
  addAccountCommands(program);
  addKeyCommands(program);
  addUserCommands(program);
  addStoreCommands(program, folder);
  addRatesCommands(program, folder);
  addImportCommands(program, folder);
  addHandoverCommands(program, folder);
  addCarrierCommands(program);
  addCourierCommands(program);
  addSimulateCommand(program);
  addCountsCommands(program);
  addMessageCommands(program);
  addRequestCommands(program);
  addWebhookCommands(program);
  addBackupCommands(program, folder);
  addClusterCommands(program);
  addDemoCommands(program);
  addHealthCommands(program);
  try {
    await program.parseAsync(arguments_, { from: 'user' });
  } catch (error) {
    const sentences = sentencesOf(error);
    if (!sentences) throw error;
    printSentences(sentences);
    process.exitCode = 1;
  }
}

function sentencesOf(error: unknown): readonly string[] | null {
  if (error instanceof Problem) return error.sentences;
  if (error instanceof StartupError) return [error.message];
  return unavailableProblem(error)?.sentences ?? null;
}
