import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { readConfig } from '../config.ts';
import { OPERATOR } from '../domain/actor.ts';
import { indiaDateTime, parseMoment } from '../domain/india-time.ts';
import { explainQuote } from '../domain/rates/explain-quote.ts';
import { QuoteRequestBody, quoteRequest } from '../http/routes/rates/quote-request.ts';
import { rateFiles } from '../package-root.ts';
import { refused } from '../problems/problem.ts';
import { StartupError } from '../problems/startup-error.ts';
import { RATE_KINDS, type RateKind } from '../rate-files/rate-kinds.ts';
import { buildRequestReading } from '../reading/request-reading.ts';
import { assertAccount } from '../usecases/accounts/accounts.ts';
import { importRates, type RateFileImport, rehearseImport } from '../usecases/rates/import-rates.ts';
import { openRateBooks } from '../usecases/rates/open-rate-books.ts';
import { changedCells, exportRates } from '../usecases/rates/rate-book-file.ts';
import type { RateBooks } from '../usecases/rates/rate-books.ts';
import { DEFAULT_BOOK, listVersionsOfBook, revertRates } from '../usecases/rates/rate-versions.ts';
import type { RateChange } from '../usecases/rates/replace-rates.ts';
import { removeRate, setRate } from '../usecases/rates/set-rate.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { explanationLines } from './explanation-text.ts';
import { fileBelow } from './file-argument.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';
import { openProgressBar } from './progress-bar.ts';
import { countsText, rowChangeLines } from './row-changes.ts';
import { stoppable } from './stop-signal.ts';

interface BookOptions {
  account?: string;
  json?: boolean;
}

interface ExplainOptions extends BookOptions {
  from: string;
  to: string;
  weight: string;
  size: string;
  journey: string;
  payment?: string;
  value?: string;
  qc: boolean;
  at?: string;
}

/** Without this mark, spreadsheets misread UTF-8 and then save misread names. */
const BYTE_ORDER_MARK = '\ufeff';

const BYTES_FOR_ONE_BOOK = 64 * 1024 * 1024;

/** @param folder the base of relative file names */
export function addRatesCommands(program: Command, folder: string): void {
  const rates = program
    .command('rates')
    .description(
      'manage rate books: the default one, and the rates of an account (--account); see docs/how-to/maintain-rates.md',
    );

  ofBook(rates.command('import'))
    .description('replace all rows of a kind with those of a CSV file')
    .addArgument(kindArgument())
    .argument('<file>', 'as `rates export` writes it', fileBelow(folder))
    .option('--dry-run', 'only say what would change')
    .option(
      '--json',
      'print {"version","rows","added","changed","removed"}; version is null if nothing changed, and a dry run has "examples"',
    )
    .action(importFile);

  ofBook(rates.command('export'))
    .description('write the rows of a kind as CSV to standard output')
    .addArgument(kindArgument())
    .option('--json', 'print [{"<column>":"<cell>"}] instead')
    .action(exportKind);

  ofBook(rates.command('set'))
    .description('change or add one row; columns that are left out keep their values')
    .addArgument(kindArgument())
    .argument('<column=value...>', 'such as carrier_id=w2nz6j5b offered=no, or platform_fee=7.50')
    .option('--json', 'print {"version","added","changed","removed"}')
    .action(setRow);

  ofBook(rates.command('remove'))
    .description('remove one row')
    .addArgument(kindArgument())
    .argument('[column=value...]', 'the key columns of the row, such as carrier_id=w2nz6j5b')
    .option('--json', 'print {"version","added","changed","removed"}')
    .action(removeRow);

  ofBook(rates.command('history'))
    .description('list the versions of a book, newest first')
    .option('--json', 'print [{"version","made_at","kind","source","added","changed","removed","made_by"}]')
    .action(history);

  rates
    .command('revert')
    .description('restore a version of a book, as a new version')
    .argument('<version>', 'as shown by `rates history`; 0 with --account is the state before the first')
    .option('--account <id>', 'the account of the version; default: found by the version')
    .option('--json', 'print {"version","account_id","added","changed","removed"}')
    .action(revert);

  ofBook(rates.command('explain'))
    .description('quote a parcel and explain each figure, and why a carrier is left out')
    .requiredOption('--from <pincode>', 'the pickup pincode')
    .requiredOption('--to <pincode>', 'the delivery pincode')
    .requiredOption('--weight <grams>', 'dead weight')
    .requiredOption('--size <LxWxH>', 'length, width and height in centimetres, such as 20x15x10')
    .addOption(
      new Option('--journey <journey>', 'which way').choices(['forward', 'return']).default('forward'),
    )
    .option('--payment <method>', 'cod or prepaid; not for a return')
    .option('--value <rupees>', 'the COD amount')
    .option('--no-qc', 'a return without quality check')
    .option('--at <time>', 'the time of the quote, such as "2026-11-16 13:59" (India); default: now')
    .option('--json', 'print the explanation as JSON')
    .action(explain);
}

function ofBook(command: Command): Command {
  return command.option('--account <id>', "the account's own rows; default: the default book's");
}

function kindArgument(): Argument {
  return new Argument('<kind>', 'which rows').choices(RATE_KINDS);
}

interface RatesSession extends CommandSession {
  /** The id of the account, or `DEFAULT_BOOK`. */
  readonly owner: string;
  readonly rateBooks: RateBooks;
}

/** Runs work with rate books; loads the sample rate book if the service never ran. */
async function withRates(
  { account, json = false }: BookOptions,
  work: (session: RatesSession) => Promise<void>,
): Promise<void> {
  const owner = account === undefined ? DEFAULT_BOOK : readId(account, 'an account');
  await withSession(json, async (session) => {
    const { service, output } = session;
    if (owner !== DEFAULT_BOOK) await assertAccount(service, owner);
    const rateBooks = await openRateBooks(service, rateFiles(readConfig()), {
      bytes: BYTES_FOR_ONE_BOOK,
      warn: (message, fields) => output.note(`${message} ${JSON.stringify(fields)}`),
    });
    try {
      await work({ ...session, owner, rateBooks });
    } finally {
      await rateBooks.stop();
    }
  });
}

async function importFile(
  kind: RateKind,
  path: string,
  options: BookOptions & { dryRun?: boolean },
): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code}): give a CSV file`);
  });
  if (found.isDirectory()) throw new StartupError(`${path} is a folder: give a CSV file`);
  await stoppable('Stopped: nothing was changed', (signal) =>
    withRates(options, async ({ service, output, owner, rateBooks }) => {
      const bar = openProgressBar('Importing', options.json === true);
      const file: RateFileImport = {
        kind,
        owner,
        source: basename(path),
        content: readWithProgress(path, signal, (bytes) => bar.update(bytes, found.size)),
        onRead: () => bar.phase(options.dryRun === true ? 'Comparing' : 'Comparing and applying'),
        signal,
      };
      const { directory } = rateBooks.ground;
      try {
        if (options.dryRun === true) {
          const { examples, ...counts } = await rehearseImport(service, directory, OPERATOR, file);
          bar.stop();
          output.result(
            { version: null, ...counts, examples: examples.map(changedCells) },
            [
              `${counts.rows} rows read; would change: ${countsText(counts)}`,
              ...rowChangeLines(counts, examples),
            ].join('\n'),
          );
        } else {
          const change = await importRates(service, directory, OPERATOR, file);
          bar.stop();
          output.result(change, `${change.rows} rows read; ${changeText(change)}`);
        }
      } finally {
        bar.stop();
      }
    }),
  );
}

async function* readWithProgress(
  path: string,
  signal: AbortSignal,
  progress: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    signal.throwIfAborted();
    bytes += (chunk as Buffer).length;
    progress(bytes);
    yield chunk as Buffer;
  }
}

async function exportKind(kind: RateKind, options: BookOptions): Promise<void> {
  await withRates(options, async ({ service, owner, output }) => {
    if (options.json !== true) {
      await output.text(BYTE_ORDER_MARK);
      await exportRates(service, owner, kind, (rows) => output.text(stringify(rows as string[][])));
      return;
    }
    const all: (readonly string[])[] = [];
    await exportRates(service, owner, kind, (rows) => void all.push(...rows));
    const [columns = [], ...rows] = all;
    output.result(
      rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
      '',
    );
  });
}

async function setRow(kind: RateKind, cells: string[], options: BookOptions): Promise<void> {
  await withRates(options, async ({ service, output, owner, rateBooks }) => {
    const { directory } = rateBooks.ground;
    const change = await setRate(service, directory, OPERATOR, { kind, owner, cells: readCells(cells) });
    output.result(change, changeText(change));
  });
}

async function removeRow(kind: RateKind, cells: string[], options: BookOptions): Promise<void> {
  await withRates(options, async ({ service, output, owner, rateBooks }) => {
    const { directory } = rateBooks.ground;
    const change = await removeRate(service, directory, OPERATOR, { kind, owner, cells: readCells(cells) });
    output.result(change, changeText(change));
  });
}

async function history(options: BookOptions): Promise<void> {
  await withRates(options, async ({ service, output, owner }) => {
    const versions = await listVersionsOfBook(service, owner);
    const rows = versions.map(({ version, madeAt, kind, source, added, changed, removed, actor }) => ({
      version,
      made_at: madeAt.toISOString(),
      kind,
      source,
      added,
      changed,
      removed,
      made_by: actor.name,
    }));
    output.result(
      rows,
      table(
        ['VERSION', 'MADE (IST)', 'KIND', 'ADDED', 'CHANGED', 'REMOVED', 'BY', 'SOURCE'],
        rows.map((row) => [
          String(row.version),
          indiaDateTime(Date.parse(row.made_at)),
          row.kind,
          ...[row.added, row.changed, row.removed].map(String),
          row.made_by,
          row.source,
        ]),
      ),
    );
  });
}

async function revert(text: string, options: BookOptions): Promise<void> {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) throw refused(`${text} is not a version`);
  if (text === '0' && options.account === undefined) throw refused('0 needs --account');
  await withRates(options, async ({ service, output, owner: requestedOwner }) => {
    const { owner, ...change } = await revertRates(service, OPERATOR, {
      version: Number(text),
      owner: options.account === undefined ? null : requestedOwner,
    });
    const accountId = owner === DEFAULT_BOOK ? null : owner;
    const book = accountId === null ? 'the default book' : `account ${accountId}`;
    output.result({ ...change, account_id: accountId }, `${book}: ${changeText(change)}`);
  });
}

async function explain(options: ExplainOptions): Promise<void> {
  const sides = /^\s*([\d.]+)\s*[x*]\s*([\d.]+)\s*[x*]\s*([\d.]+)\s*$/i.exec(options.size);
  if (sides === null) throw refused('--size must be length x width x height such as 20x15x10');
  const at = options.at === undefined ? null : parseMoment(options.at);
  if (options.at !== undefined && at === null) throw refused('--at must be a time such as 2026-11-16 13:59');
  await withRates(options, async ({ service, output, owner, rateBooks }) => {
    const { directory } = rateBooks.ground;
    const reading = buildRequestReading({ knownPincode: (pincode) => directory.has(pincode) });
    const { value, error } = reading.readWith(QuoteRequestBody, {
      journey_type: options.journey,
      origin_pincode: options.from,
      destination_pincode: options.to,
      dead_weight: options.weight,
      length: sides[1],
      width: sides[2],
      height: sides[3],
      payment_method: options.payment ?? (options.value === undefined ? 'prepaid' : 'cod'),
      shipment_value: options.value,
      qc_applicable: options.qc,
    });
    if (error !== undefined) throw error;
    const now = at ?? service.now().getTime();
    const explanation = explainQuote(await rateBooks.bookOf(owner), quoteRequest(value), now);
    output.result(explanation, explanationLines(explanation).join('\n'));
  });
}

function readCells(cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    cells.map((cell) => {
      const equals = cell.indexOf('=');
      if (equals < 1) throw refused(`${cell} is not column=value`);
      return [cell.slice(0, equals).trim(), cell.slice(equals + 1).trim()];
    }),
  );
}

function changeText(change: RateChange): string {
  return change.version === null ? 'nothing to change' : `version ${change.version}: ${countsText(change)}`;
}
