import { randomBytes } from 'node:crypto';
import { text as readStream } from 'node:stream/consumers';
import { Argument, type Command, Option } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { ROLES, type Role } from '../domain/role.ts';
import { refused } from '../problems/problem.ts';
import { assertAccount } from '../usecases/accounts/accounts.ts';
import { inviteUser } from '../usecases/accounts/invite-user.ts';
import { makeResetLink } from '../usecases/accounts/reset-password.ts';
import { setPassword } from '../usecases/accounts/set-password.ts';
import { linkAddress } from '../usecases/accounts/sign-in-links.ts';
import {
  changeUser,
  createUser,
  disableUser,
  enableUser,
  findNamedUser,
  listAccountUsers,
  type User,
  unlockUser,
} from '../usecases/accounts/users.ts';
import type { Service } from '../usecases/service.ts';
import { readName } from './command-names.ts';
import { withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

interface CreateOptions {
  account: string;
  name: string;
  phone?: string;
  email?: string;
  role: Role;
  store?: string[];
  warehouse?: string[];
  passwordStdin?: boolean;
  json?: boolean;
}

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('create, list and disable users, who sign in with a password');

  ofNewUser(user.command('create'))
    .description('create a user; without --password-stdin a password is generated and shown only once')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print {"user_id","password"}; password is null if it was given')
    .action(create);

  ofNewUser(user.command('invite'))
    .description('create a user who sets a password with a link, once and within 48 hours')
    .option('--json', 'print {"user_id","url","expires_at"}')
    .action(invite);

  user
    .command('list')
    .description('list the users of an account, oldest first')
    .requiredOption('--account <id>', 'the account')
    .option(
      '--json',
      'print [{"user_id","name","phone","email","role","created_at","disabled_at","locked_until","awaits_password"}]; locked_until is null for users who are not locked',
    )
    .action(list);

  ofUser(user.command('disable'))
    .description(
      'disable a user, even the last owner: the password stops working, and tokens and sessions end within a second',
    )
    .option('--json', 'print {"user_id","disabled":true,"tokens_ended"}')
    .action(disable);

  ofUser(user.command('enable'))
    .description('enable a disabled user')
    .option('--json', 'print {"user_id","disabled":false}')
    .action(enable);

  ofUser(user.command('set-role'))
    .addArgument(new Argument('<role>', 'what the user may do from now on').choices(ROLES))
    .description(
      'change the role of a user; it takes effect within a second; the last owner who can sign in stays owner',
    )
    .option('--json', 'print {"user_id","role"}')
    .action(setRole);

  ofUser(user.command('set-password'))
    .description(
      "set another password, and end the user's tokens and sessions; without --password-stdin it is generated and shown only once",
    )
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print {"user_id","password","tokens_ended"}; password is null if it was given')
    .action(changePassword);

  ofUser(user.command('password-link'))
    .description(
      'create a link with which the user sets another password, once and within an hour; older links stop working',
    )
    .option('--json', 'print {"user_id","url","expires_at"}')
    .action(passwordLink);

  ofUser(user.command('unlock'))
    .description('unlock a user who is locked after five wrong passwords')
    .option('--json', 'print {"user_id","was_locked"}')
    .action(unlock);
}

function ofNewUser(command: Command): Command {
  return command
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', "the person's name")
    .option('--phone <number>', 'Indian mobile number, a username')
    .option('--email <address>', 'email address, a username')
    .addOption(new Option('--role <role>', "the user's permissions").choices(ROLES).default('owner'))
    .option('--store <id...>', 'restrict the user to these stores')
    .option('--warehouse <id...>', 'restrict the user to these warehouses');
}

function ofUser(command: Command): Command {
  return command.argument('<user>', 'the id that `user list` shows, the phone number or the email address');
}

async function create(options: CreateOptions): Promise<void> {
  const accountId = readId(options.account, 'an account');
  const name = readName(options.name);
  const { password, made } = await choosePassword(options);
  await withSession(options.json === true, async ({ service, output }) => {
    const user = { ...newUserOf(options), name, password };
    const { userId } = await createUser(service, OPERATOR, accountId, user);
    output.result({ user_id: userId, password: made }, passwordText(userId, made));
  });
}

async function invite(options: CreateOptions): Promise<void> {
  const accountId = readId(options.account, 'an account');
  const user = { ...newUserOf(options), name: readName(options.name) };
  await withSession(options.json === true, async ({ service, output, serviceUrl, config }) => {
    await assertAccount(service, accountId);
    const account = { ...service, accountId, actor: OPERATOR };
    const { user: made, link } = await inviteUser(account, user, async (_, invited) => invited);
    output.result(...linkResult(made, linkAddress(config.publicUrl ?? serviceUrl, link), link.expiresAt));
  });
}

async function setRole(named: string, role: Role, options: { json?: boolean }): Promise<void> {
  await withUser(named, options, async (service, { userId, accountId }) => {
    await changeUser({ ...service, accountId, actor: OPERATOR }, userId, { role });
    return { json: { user_id: userId, role }, human: `User ${userId} is now ${role}` };
  });
}

function linkResult({ userId, name }: Pick<User, 'userId' | 'name'>, url: string, expiresAt: Date) {
  const expires_at = expiresAt.toISOString();
  const human = `${url}\n(for ${name} only: it works once, until ${expires_at})`;
  return [{ user_id: userId, url, expires_at }, human] as const;
}

function newUserOf({ phone, email, role, store, warehouse }: CreateOptions) {
  return {
    phone: phone ?? null,
    email: email ?? null,
    role,
    storeIds: store ?? null,
    warehouseIds: warehouse ?? null,
  };
}

async function list(options: { account: string; json?: boolean }): Promise<void> {
  const accountId = readId(options.account, 'an account');
  await withSession(options.json === true, async ({ service, output }) => {
    const now = service.now();
    const users = (await listAccountUsers(service, accountId)).map((user) => userBody(user, now));
    const rows = users.map((user) => [
      user.user_id,
      stateOf(user),
      user.role,
      user.phone ?? '',
      user.email ?? '',
      user.name,
    ]);
    output.result(users, table(['USER', 'STATE', 'ROLE', 'PHONE', 'EMAIL', 'NAME'], rows));
  });
}

function stateOf({ disabled_at, locked_until, awaits_password }: ReturnType<typeof userBody>): string {
  if (disabled_at) return 'disabled';
  if (awaits_password) return 'invited';
  return locked_until ? `locked until ${locked_until}` : 'active';
}

async function passwordLink(named: string, options: { json?: boolean }): Promise<void> {
  await withSession(options.json === true, async ({ service, output, serviceUrl, config }) => {
    const user = await findNamedUser(service, named);
    if (user.disabledAt !== null) throw refused(`User ${user.userId} is disabled: enable the user first`);
    const link = await makeResetLink(service, OPERATOR, user);
    output.result(...linkResult(user, linkAddress(config.publicUrl ?? serviceUrl, link), link.expiresAt));
  });
}

async function disable(named: string, options: { json?: boolean }): Promise<void> {
  await withUser(named, options, async (service, user) => {
    const tokens = await disableUser(service, OPERATOR, user);
    return {
      json: { user_id: user.userId, disabled: true, tokens_ended: tokens },
      human: `User ${user.userId} is disabled; ${endedText(tokens)}`,
    };
  });
}

async function enable(named: string, options: { json?: boolean }): Promise<void> {
  await withUser(named, options, async (service, user) => {
    await enableUser(service, OPERATOR, user);
    return {
      json: { user_id: user.userId, disabled: false },
      human: `User ${user.userId} can sign in`,
    };
  });
}

async function changePassword(
  named: string,
  options: { passwordStdin?: boolean; json?: boolean },
): Promise<void> {
  const { password, made } = await choosePassword(options);
  await withUser(named, options, async (service, user) => {
    const tokens = await setPassword(service, OPERATOR, user, password);
    return {
      json: { user_id: user.userId, password: made, tokens_ended: tokens },
      human: `${passwordText(user.userId, made)}\n          ${endedText(tokens)}`,
    };
  });
}

async function unlock(named: string, options: { json?: boolean }): Promise<void> {
  await withUser(named, options, async (service, user) => {
    const wasLocked = await unlockUser(service, OPERATOR, user);
    return {
      json: { user_id: user.userId, was_locked: wasLocked },
      human: `User ${user.userId} ${wasLocked ? 'can try again' : 'was not locked'}`,
    };
  });
}

async function withUser(
  named: string,
  { json }: { json?: boolean },
  work: (service: Service, user: User) => Promise<{ json: unknown; human: string }>,
): Promise<void> {
  await withSession(json === true, async ({ service, output }) => {
    const result = await work(service, await findNamedUser(service, named));
    output.result(result.json, result.human);
  });
}

/** Returns the given password, or a new one that the operator is shown. */
async function choosePassword(options: {
  passwordStdin?: boolean;
}): Promise<{ password: string; made: string | null }> {
  if (options.passwordStdin) {
    return { password: (await readStream(process.stdin)).replace(/\r?\n$/, ''), made: null };
  }
  const made = randomBytes(12).toString('base64url');
  return { password: made, made };
}

function passwordText(userId: string, made: string | null): string {
  return made === null
    ? `User  ${userId}`
    : `User      ${userId}\nPassword  ${made}\n          (shown only once)`;
}

function endedText(tokens: number): string {
  return tokens === 1 ? '1 token or session ended' : `${tokens} tokens and sessions ended`;
}

function userBody(user: User, now: Date) {
  const isLocked = user.lockedUntil !== null && user.lockedUntil > now;
  return {
    user_id: user.userId,
    name: user.name,
    phone: user.phone,
    email: user.email,
    role: user.role,
    created_at: user.createdAt.toISOString(),
    disabled_at: user.disabledAt?.toISOString() ?? null,
    locked_until: isLocked ? (user.lockedUntil?.toISOString() ?? null) : null,
    awaits_password: user.awaitsPassword,
  };
}
