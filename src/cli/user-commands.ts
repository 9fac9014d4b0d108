import { randomBytes } from 'node:crypto';
import { text as readStream } from 'node:stream/consumers';
import type { Command } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { createUser } from '../usecases/create-user.ts';
import { readId } from './ids.ts';
import { readName } from './names.ts';
import { withSession } from './session.ts';

interface UserOptions {
  account: string;
  name: string;
  phone?: string;
  email?: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('make users, who get tokens for a password');

  user
    .command('create')
    .description('make a user; without --password-stdin a password is made and shown this once')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', "the person's name")
    .option('--phone <number>', 'Indian mobile number, a username')
    .option('--email <address>', 'email address, a username')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print {"user_id","password"}; password is null where it was given')
    .action(async (options: UserOptions) => {
      const accountId = readId(options.account, 'an account');
      const name = readName(options.name);
      const given = options.passwordStdin ? (await readStream(process.stdin)).replace(/\r?\n$/, '') : null;
      const password = given ?? randomBytes(12).toString('base64url');
      await withSession(options.json === true, async ({ service, output }) => {
        const { userId } = await createUser(service, OPERATOR, accountId, {
          name,
          phone: options.phone ?? null,
          email: options.email ?? null,
          password,
        });
        output.result(
          { user_id: userId, password: given === null ? password : null },
          given === null
            ? `User      ${userId}\nPassword  ${password}\n          (shown this once)`
            : `User  ${userId}`,
        );
      });
    });
}
