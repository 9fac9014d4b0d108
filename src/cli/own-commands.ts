import type { Command } from 'commander';
import { addBackupCommands } from './backup-commands.ts';
import { addClusterCommands } from './cluster-commands.ts';
import { addCountsCommands } from './counts-commands.ts';
import { addDemoCommands } from './demo-commands.ts';
import { addSearchCommands } from './search-commands.ts';
import { addSimulateCommand } from './simulate-command.ts';
import { addStandInCommands } from './stand-in-command.ts';
import { addTrialCommands } from './trial-commands.ts';

/** Adds the commands that do more than call an operation of the service. */
export function addOwnCommands(program: Command, folder: string): void {
  addStandInCommands(program);
  addTrialCommands(program, folder);
  addSimulateCommand(program);
  addCountsCommands(program);
  addSearchCommands(program);
  addBackupCommands(program, folder);
  addClusterCommands(program);
  addDemoCommands(program);
}
