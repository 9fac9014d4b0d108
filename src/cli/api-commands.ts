import { writeFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { Argument, Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { StartupError } from '../problems/startup-error.ts';
import { COMMANDS, type CommandRow, type Given, GROUPS } from './command-rows.ts';
import { fileBelow } from './file-argument.ts';
import { readId } from './ids.ts';
import {
  commandFields,
  FILE_WORD,
  type KnownField,
  type Operation,
  operationRequest,
  readOperations,
} from './operations.ts';
import { type Output, openOutput } from './output.ts';
import { callService, findService, type ServiceAddress } from './service-client.ts';
import { shownText } from './shown-text.ts';
import { uploadFile } from './upload-file.ts';

export interface ApiCommandsOptions {
  /** The base of relative file names. */
  readonly folder: string;
  /** Lists the operations for `--help` while no service runs. */
  readonly describe: () => Promise<Operation[]>;
}

/**
 * Adds the commands that call an operation of the running service, which tells their options and
 * descriptions.
 *
 * @param words those of the command that is run
 */
export async function addApiCommands(
  program: Command,
  words: readonly string[],
  options: ApiCommandsOptions,
): Promise<void> {
  const summaries = await summariesFor(words, options);
  const groups = new Map<string, Command>();
  for (const [name, description] of Object.entries(GROUPS)) {
    groups.set(name, program.command(name).description(description));
  }
  for (const row of COMMANDS) {
    const [path, usage] = pathAndUsage(row);
    const name = path.at(-1) ?? '';
    stub(
      parentOf(groups, program, path),
      name,
      usage,
      row.about ?? summaries.get(row.operation) ?? '',
    ).action((_options: unknown, stubbed: Command) => run(row, stubbed.args, options));
  }
  stub(program, 'call', '<operation>', 'call any operation of the service; without a name, list them').action(
    (_options: unknown, stubbed: Command) => callAny(stubbed.args, options),
  );
}

/** A command that leaves its words to `run`, which knows its options. */
function stub(parent: Command, name: string, usage: string, description: string): Command {
  return parent
    .command(name)
    .usage(usage)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments();
}

function parentOf(groups: Map<string, Command>, program: Command, path: readonly string[]): Command {
  let parent = program;
  for (let depth = 1; depth < path.length; depth += 1) {
    const key = path.slice(0, depth).join(' ');
    const found = groups.get(key) ?? parent.command(path[depth - 1] ?? '');
    groups.set(key, found);
    parent = found;
  }
  return parent;
}

function pathAndUsage({ words }: CommandRow): readonly [path: string[], usage: string] {
  const all = words.split(' ');
  const first = all.findIndex((word) => /^[<[]/.test(word));
  const path = first < 0 ? all : all.slice(0, first);
  return [path, [...all.slice(path.length), '[options]'].join(' ')];
}

const HELP = /^(--help|-h|help)$/;

/** Reads what operations do, for a list of commands. */
async function summariesFor(
  words: readonly string[],
  { describe }: ApiCommandsOptions,
): Promise<Map<string, string>> {
  const [group = '', next = '--help'] = words;
  if (!(group in GROUPS) || !HELP.test(next)) return new Map();
  const operations = await findService(readConfig()).then(readOperations).catch(describe);
  return new Map(operations.map(({ operation_id, summary }) => [operation_id, summary]));
}

async function callAny(words: readonly string[], options: ApiCommandsOptions): Promise<void> {
  const [named] = words;
  if (named !== undefined && !named.startsWith('-')) {
    await run({ words: `call ${named}`, operation: named }, words.slice(1), options);
    return;
  }
  const operations = await readOperations(await findService(readConfig()));
  const listed = operations.map(({ operation_id, summary }) => ({ operation: operation_id, summary }));
  const output = openOutput(words.includes('--json'));
  output.result(listed, shownText(listed, ['operation', 'summary']));
}

/** Reads the words of a command by its operation, calls the service, and prints the answer. */
async function run(
  row: CommandRow,
  words: readonly string[],
  { folder, describe }: ApiCommandsOptions,
): Promise<void> {
  const finding = findService(readConfig());
  const operations = await finding.then(readOperations).catch((error: unknown) => {
    if (words.some((word) => HELP.test(word))) return describe();
    throw error;
  });
  const operation = operationOf(row.operation, operations);
  const fields = commandFields(operation, row);
  const command = commandOf(row, operation, fields, folder);
  command.action(async (...parsed: unknown[]) => {
    const options = command.opts<Record<string, unknown>>();
    const output = openOutput(options.json === true);
    const service = await finding;
    if (service.note !== null) output.warn(service.note);
    const given = await givenFields(fields, command, parsed, options, folder);
    const asked = row.show !== undefined && Object.keys(given).length === 0 ? row.show : null;
    const called = asked === null ? operation : operationOf(asked, operations);
    const file = row.words.endsWith(FILE_WORD)
      ? parsed[fields.filter((one) => one.isArgument).length]
      : options.file;
    const to = hasOwnTo(fields) ? undefined : options.to;
    await send(service, called, row, given, { ...options, file, to }, output);
  });
  await command.parseAsync([...words], { from: 'user' });
}

function operationOf(id: string, operations: readonly Operation[]): Operation {
  const found = operations.find(({ operation_id }) => operation_id === id);
  if (found === undefined) throw new StartupError(`There is no operation ${id}: \`dakiya call\` lists them`);
  return found;
}

function commandOf(
  row: CommandRow,
  { summary, description, file }: Operation,
  fields: readonly KnownField[],
  folder: string,
): Command {
  const [path] = pathAndUsage(row);
  const command = new Command(`dakiya ${path.join(' ')}`)
    .description(description === null ? summary : `${summary}\n\n${description}`)
    .showHelpAfterError('(add --help for the options)');
  const positional = fields.filter(({ isArgument }) => isArgument);
  for (const { argument, about, choices, isRequired } of positional) {
    const made = new Argument(isRequired ? `<${argument}>` : `[${argument}]`, about);
    command.addArgument(choices === null ? made : made.choices(choices));
  }
  if (row.words.endsWith(FILE_WORD)) command.argument(FILE_WORD, 'the file', fileBelow(folder));
  else if (file !== null) command.requiredOption('--file <file>', 'the file', fileBelow(folder));
  if (row.isImport)
    command.option('--rejected <file>', 'write rejected rows and their problems', fileBelow(folder));
  if (row.account !== 'none') {
    command.option(
      '--account <id>',
      row.account === 'optional' ? 'the account; default: the whole service' : 'the account',
    );
  }
  for (const { flags, about, choices, isArgument } of fields) {
    if (isArgument) continue;
    const made = new Option(flags, about);
    command.addOption(choices === null ? made : made.choices(choices));
    if (row.stdin?.includes(made.attributeName())) {
      command.option(`--${made.name()}-stdin`, 'read it from standard input');
    }
  }
  if (!hasOwnTo(fields))
    command.option('--to <file>', 'write the answer to a file, such as a PDF', fileBelow(folder));
  return command.option('--json', 'print the answer as JSON');
}

/** Tells whether `--to` is a field, as the destination of `rates explain`. */
function hasOwnTo(fields: readonly KnownField[]): boolean {
  return fields.some(({ flags, isArgument }) => !isArgument && flags.startsWith('--to '));
}

/** Returns the sent fields by name: arguments, and options that were given. */
async function givenFields(
  fields: readonly KnownField[],
  command: Command,
  parsed: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<Given> {
  const given: Record<string, unknown> = {};
  const positional = fields.filter(({ isArgument }) => isArgument);
  for (const [index, field] of positional.entries()) {
    if (parsed[index] !== undefined) given[field.name] = await field.valueOf(parsed[index], folder);
  }
  for (const field of fields) {
    const key = field.isArgument ? null : new Option(field.flags).attributeName();
    if (key === null) continue;
    if (options[`${key}Stdin`] === true)
      given[field.name] = (await readStream(process.stdin)).replace(/\r?\n$/, '');
    else if (command.getOptionValueSource(key) === 'cli')
      given[field.name] = await field.valueOf(options[key], folder);
  }
  return given;
}

async function send(
  service: ServiceAddress,
  operation: Operation,
  row: CommandRow,
  given: Given,
  options: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<void> {
  const { account, to, file, rejected } = options as Readonly<Record<string, string | undefined>>;
  const json = options.json === true;
  const accountId = account === undefined ? null : readId(account, 'an account');
  const fields = row.body?.(given) ?? given;
  const request = { ...(await operationRequest(operation, fields, file ?? null)), accountId };
  const answer = await (file === undefined
    ? callService(service, request)
    : uploadFile(service, request, json));
  if (row.isImport) {
    const { showImport } = await import('./show-import.ts');
    await showImport(service, accountId, answer, { rejected: rejected ?? null, output, json });
    return;
  }
  await showAnswer(service, answer, accountId, { row, to: to ?? null, output, json });
}

async function showAnswer(
  service: ServiceAddress,
  answer: Response,
  accountId: string | null,
  { row, to, output, json }: { row: CommandRow; to: string | null; output: Output; json: boolean },
): Promise<void> {
  const type = answer.headers.get('content-type') ?? '';
  const location = answer.headers.get('location');
  if (!type.startsWith('application/json')) {
    if (to !== null) await writeFile(to, answer.body ?? '');
    if (location !== null) {
      const made = await callService(service, { method: 'GET', path: location, accountId });
      await showAnswer(service, made, accountId, { row, to: null, output, json });
    } else if (to !== null) output.note(`Written to ${to}`);
    else if (json && type.startsWith('text/csv')) {
      const { parse } = await import('csv-parse/sync');
      output.result(parse(await answer.text(), { columns: true }), '');
    } else if (!(await copyOut(answer, output))) output.result({}, 'Done');
    return;
  }
  const body = (await answer.json()) as { data?: unknown; meta?: { total?: number } };
  const data = partOf(body.data ?? body, row.of);
  output.result(data, row.text?.(data) ?? shownText(data, row.columns ?? null));
  const { total } = body.meta ?? {};
  if (Array.isArray(data) && total !== undefined && total > data.length)
    output.note(`${total} in total: see --help for more`);
}

/** Prints an answer as it arrives. Returns false if it is empty. */
async function copyOut({ body }: Response, output: Output): Promise<boolean> {
  let isAny = false;
  for await (const part of body ?? []) {
    isAny ||= part.length > 0;
    await output.text(part);
  }
  return isAny;
}

function partOf(data: unknown, of: CommandRow['of']): unknown {
  const parts = data as Record<string, unknown>;
  if (of === undefined) return data;
  return typeof of === 'string' ? parts[of] : Object.fromEntries(of.map((name) => [name, parts[name]]));
}
