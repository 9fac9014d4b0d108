import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { OPERATOR } from '../domain/actor.ts';
import { refused } from '../problems/problem.ts';
import { rowProblemSentence } from '../problems/row-problem.ts';
import { StartupError } from '../problems/startup-error.ts';
import { readTimestamp } from '../reading/timestamp.ts';
import { startAccountJobs } from '../service/background.ts';
import { assertAccount } from '../usecases/accounts/accounts.ts';
import { takeReceivedImport } from '../usecases/imports/begin-import.ts';
import { checkImport } from '../usecases/imports/check-import.ts';
import { dropFile, type Importer, receiveFile } from '../usecases/imports/receive-file.ts';
import { runImport } from '../usecases/imports/run-import.ts';
import {
  type CheckReport,
  firstRejections,
  getImport,
  type ImportKindName,
  rejectedLines,
} from '../usecases/imports/show-imports.ts';
import { courierInvoiceOptions } from '../usecases/money/courier-invoice-options.ts';
import { remittanceOptions } from '../usecases/money/remittance-options.ts';
import { emitWebhooks } from '../usecases/webhooks/emit-webhooks.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { fileBelow } from './file-argument.ts';
import { readId } from './ids.ts';
import { openOrders } from './open-orders.ts';
import { openProgressBar } from './progress-bar.ts';
import { stoppable } from './stop-signal.ts';

interface FileOptions {
  account: string;
  check?: boolean;
  rejected?: string;
  json?: boolean;
}

interface CourierFileOptions extends FileOptions {
  courier: string;
  trackingNumberColumn?: string;
  amountColumn?: string;
}

interface RemittanceFileOptions extends CourierFileOptions {
  utr?: string;
  date?: string;
  utrColumn?: string;
  dateColumn?: string;
}

interface InvoiceFileOptions extends CourierFileOptions {
  invoiceNumber?: string;
  weightUnit?: 'kg' | 'g';
  weightColumn?: string;
  invoiceNumberColumn?: string;
}

/** The number of rejected rows that are printed; a file contains all of them. */
const SHOWN = 20;
const STOPPED = 'Stopped: existing orders stay, and a running service imports the rest';
const JSON_NOTE = 'print {"id","state","rows","rejected","counts","problems"}, and the "warnings" of a check';

interface OrderFileOptions extends FileOptions {
  book?: boolean;
}

/** @param folder the base of relative file names */
export function addImportCommands(program: Command, folder: string): void {
  const remittance = program
    .command('remittance')
    .description('manage COD remittances; see docs/how-to/reconcile-money.md');
  withCourier(withFile(remittance.command('import'), folder))
    .description("import a courier's CSV file of its payments; importing the same file again changes nothing")
    .option('--utr <reference>', "the bank's reference, for rows without their own")
    .option('--date <day>', 'the payment date, for rows without their own')
    .option('--utr-column <name>', "the column with the bank's references")
    .option('--date-column <name>', 'the column with the payment dates')
    .action((path: string, options: RemittanceFileOptions) => {
      const date = options.date === undefined ? null : readTimestamp(options.date);
      if (date === undefined) throw refused('--date must be a date such as 2026-11-15');
      const said = remittanceOptions({
        courier: options.courier,
        utr: options.utr ?? null,
        date,
        columns: {
          tracking_number: options.trackingNumberColumn,
          amount: options.amountColumn,
          utr: options.utrColumn,
          date: options.dateColumn,
        },
      });
      return importFile(path, options, 'remittance', said);
    });

  const invoice = program
    .command('courier-invoice')
    .description("manage couriers' invoices; see docs/how-to/reconcile-money.md");
  withCourier(withFile(invoice.command('import'), folder))
    .description(
      "import a courier's invoice as CSV; a parcel that is heavier and more expensive becomes a weight difference",
    )
    .option('--invoice-number <number>', 'the invoice number, for rows without their own')
    .addOption(
      new Option('--weight-unit <unit>', 'the unit, if the column name does not say it').choices(['kg', 'g']),
    )
    .option('--weight-column <name>', 'the column with the charged weights')
    .option('--invoice-number-column <name>', 'the column with the invoice numbers')
    .action((path: string, options: InvoiceFileOptions) => {
      const said = courierInvoiceOptions({
        courier: options.courier,
        invoiceNumber: options.invoiceNumber ?? null,
        weightUnit: options.weightUnit ?? null,
        columns: {
          tracking_number: options.trackingNumberColumn,
          weight: options.weightColumn,
          amount: options.amountColumn,
          invoice_number: options.invoiceNumberColumn,
        },
      });
      return importFile(path, options, 'courier_invoice', said);
    });

  const orders = program.command('orders').description('import orders; see docs/how-to/import-orders.md');
  withFile(orders.command('import'), folder)
    .description('import orders from a file: CSV, or JSON lines if its name ends in .jsonl or .ndjson')
    .option('--book', 'book a courier for each order')
    .action((path: string, options: OrderFileOptions) => {
      const format = /\.(jsonl|ndjson)$/i.test(path) ? 'jsonl' : 'csv';
      return importFile(path, options, 'orders', { book: options.book === true, format });
    });
}

function withCourier(command: Command): Command {
  return command
    .requiredOption(
      '--courier <name>',
      'your name for the courier; its column names are remembered under this name',
    )
    .option('--tracking-number-column <name>', 'the column with the tracking numbers')
    .option('--amount-column <name>', 'the column with the amounts');
}

function withFile(command: Command, folder: string): Command {
  return command
    .argument('<file>', 'CSV with column names in the first line', fileBelow(folder))
    .requiredOption('--account <id>', 'the id of the account')
    .option('--check', 'only check the file: say what would be done and which problems there are')
    .option('--rejected <file>', 'file for rejected rows and their problems', fileBelow(folder))
    .option('--json', JSON_NOTE);
}

async function importFile(
  path: string,
  { account, check = false, rejected, json = false }: FileOptions,
  kind: ImportKindName,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const accountId = readId(account, 'an account');
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code}): give a CSV file`);
  });
  if (found.isDirectory()) throw new StartupError(`${path} is a folder: give a CSV file`);
  await stoppable(kind === 'orders' ? STOPPED : 'Stopped: nothing was changed', (signal) =>
    withSession(json, async (session) => {
      await assertAccount(session.service, accountId);
      const opened = kind === 'orders' ? await openMaking(session, accountId) : null;
      const importer = opened?.account ?? importerOf(session, accountId);
      const bar = openProgressBar(check ? 'Checking' : 'Importing', json);
      try {
        const wanted = { kind, options };
        const content = stoppableContent(path, signal);
        const file = await receiveFile(importer, { ...wanted, source: basename(path) }, content);
        const watch = (read: number, all: number) => {
          signal.throwIfAborted();
          bar.update(read, all);
        };
        if (check) {
          const checked = await checkImport(
            importer,
            { importId: file.importId, ...wanted },
            { onProgress: (read) => watch(read, file.bytes) },
          );
          bar.stop();
          const { importId: id, report, ...counted } = checked;
          const sentencesOf = (notes: CheckReport['problems']) =>
            notes.map(({ message: reason, ...place }) => rowProblemSentence({ ...place, reason }));
          if (rejected !== undefined) {
            await writeFile(rejected, rejectedLines({ ...session.service, accountId }, id));
          }
          const [problems, warnings] = [sentencesOf(report.problems), sentencesOf(report.warnings)];
          showResult(session, { id, state: 'checked', ...counted, problems, warnings });
          return;
        }
        const { importId } = file;
        await takeReceivedImport(importer, file, basename(path));
        const reading = opened === null ? watch : () => signal.throwIfAborted();
        await runImport(importer, accountId, importId, { onProgress: reading }).catch(
          async (error: unknown) => {
            if (signal.aborted) await dropFile(importer, importId);
            throw error;
          },
        );
        if (opened !== null) await opened.makeOrders(importId, signal, watch);
        bar.stop();
        await showImported(session, accountId, importId, rejected ?? null);
      } finally {
        bar.stop();
        await opened?.close();
      }
    }),
  );
}

function importerOf({ service, serviceUrl }: CommandSession, accountId: string): Importer {
  return { ...service, emitWebhooks: emitWebhooks(() => serviceUrl), accountId, actor: OPERATOR };
}

const LOOK_EVERY_MS = 200;

/** Runs order imports in this process, next to the services, until `close` is called. */
async function openMaking(session: CommandSession, accountId: string) {
  const orders = await openOrders(session, accountId);
  orders.account.importFailures.on('failed', ({ line, error }) =>
    session.output.warn(`line ${line}: ${error.split('\n', 1)[0]}`),
  );
  const turns = startAccountJobs(orders.account, pino({ level: 'silent' }));
  return {
    account: orders.account,
    makeOrders: async (importId: string, signal: AbortSignal, watch: (done: number, all: number) => void) => {
      for (;;) {
        const found = await getImport(orders.account, importId);
        if (found.finishedAt !== null) return;
        if (found.bytesRead > 0) watch(found.bytesRead, found.bytes);
        await sleep(LOOK_EVERY_MS, undefined, { signal });
      }
    },
    close: async () => {
      await turns.stop();
      await orders.close();
    },
  };
}

async function* stoppableContent(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    signal.throwIfAborted();
    yield chunk as Buffer;
  }
}

async function showImported(
  session: CommandSession,
  accountId: string,
  importId: string,
  rejected: string | null,
): Promise<void> {
  const imports = { ...session.service, accountId };
  const done = await getImport(imports, importId);
  if (done.failure !== null) throw refused(done.failure);
  if (rejected !== null) await writeFile(rejected, rejectedLines(imports, importId));
  const problems = await firstRejections(imports, importId, SHOWN);
  showResult(session, { id: importId, ...done, problems });
}

interface ImportOutcome {
  readonly id: string;
  readonly state: string;
  readonly rows: number;
  readonly rejected: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
  /** Only in the result of a check. */
  readonly warnings?: readonly string[];
}

function showResult({ output }: CommandSession, result: ImportOutcome): void {
  const { id, state, rows, rejected, counts, problems, warnings } = result;
  const done = Object.entries(counts).map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`);
  const more = rejected - Math.min(problems.length, SHOWN);
  output.result(
    { id, state, rows, rejected, counts, problems, ...(warnings && { warnings }) },
    [
      `${rows} rows ${state === 'checked' ? 'checked, nothing changed' : 'read'}: ${[...done, `${rejected} rejected`].join(', ')}`,
      ...problems.slice(0, SHOWN),
      ...(more > 0 ? [`... and ${more} more: --rejected <file> writes them all`] : []),
      ...(warnings ?? []).slice(0, SHOWN).map((warning) => `warning: ${warning}`),
    ].join('\n'),
  );
}
