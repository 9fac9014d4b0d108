import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownImport } from '../http/routes/imports/index.ts';
import { rowProblemSentence } from '../problems/row-problem.ts';
import { saidByPartner } from '../problems/sentence.ts';
import { StartupError } from '../problems/startup-error.ts';
import type { Output } from './output.ts';
import { openProgressBar } from './progress-bar.ts';
import { callService, type ServiceAddress } from './service-client.ts';
import { stoppable } from './stop-signal.ts';

type LineNote = ShownImport['problems'][number];

interface CheckedImport
  extends Pick<ShownImport, 'id' | 'rows' | 'rejected' | 'counts' | 'problems' | 'reading'> {
  readonly warnings: readonly LineNote[];
}

/** The number of rows with problems that are shown; a file contains all of them. */
const SHOWN = 20;
const LOOK_EVERY_MS = 200;

/**
 * Shows what came of a file: of a check at once, of an import when it has ended.
 *
 * @param answer of the operation that took the file
 * @param rejected the file for rejected rows, or null
 * @throws StartupError if the import failed
 */
export async function showImport(
  service: ServiceAddress,
  accountId: string | null,
  answer: Response,
  { rejected, output, json }: { rejected: string | null; output: Output; json: boolean },
): Promise<void> {
  const get = (path: string, signal?: AbortSignal) =>
    callService(service, {
      method: 'GET',
      path: `/custom/api/v1/imports/${path}`,
      accountId,
      ...(signal && { signal }),
    });
  const { data } = (await answer.json()) as { data: CheckedImport };
  const isCheck = answer.status === 200;
  const done = isCheck ? { state: 'checked', ...data } : await ended(data.id, get, json);
  if (rejected !== null) await writeFile(rejected, (await get(`${data.id}/rejected`)).body ?? '');
  const { id, state, rows, rejected: count, counts } = done;
  const reading = done.reading ?? null;
  // What no row has is said once.
  const isOfRow = ({ field, code }: LineNote) =>
    code !== 'required' || field === null || !reading?.missing.includes(field);
  const problems = done.problems.filter(isOfRow).map(sentenceOf);
  const warnings = 'warnings' in done ? done.warnings.map(sentenceOf) : [];
  const told = Object.entries(counts).map(([what, some]) => `${some} ${what.replaceAll('_', ' ')}`);
  const more = count - Math.min(problems.length, SHOWN);
  output.result(
    {
      ...{ id, state, rows, rejected: count, counts, problems },
      ...(isCheck && { warnings }),
      ...(reading !== null && { reading }),
    },
    [
      `${rows} rows ${isCheck ? 'checked, nothing changed' : 'read'}: ${[...told, `${count} rejected`].join(', ')}`,
      ...(reading === null ? [] : readingLines(reading)),
      ...problems.slice(0, SHOWN),
      ...(more > 0 ? [`... and ${more} more: --rejected <file> writes them all`] : []),
      ...warnings.slice(0, SHOWN).map((warning) => `warning: ${warning}`),
    ].join('\n'),
  );
}

/** What was recognised, left out and missed in a file. */
function readingLines(reading: NonNullable<ShownImport['reading']>): string[] {
  const { form, encoding, separator, sheet, header_line: line, profile, missing } = reading;
  const how = [
    ...(profile === null ? [] : [`profile ${profile}`]),
    form === 'xlsx' ? `sheet ${JSON.stringify(sheet)}` : `${encoding}`,
    ...(separator === null ? [] : [`separated by ${JSON.stringify(separator)}`]),
    `column names in line ${line}`,
    ...(reading.totals > 0 ? [`${reading.totals} rows of totals skipped`] : []),
  ];
  const isUsual = profile === null && how.join() === 'UTF-8,separated by ",",column names in line 1';
  return [
    ...(isUsual ? [] : [how.join(', ')]),
    ...reading.left_out.map(({ orders, message }) => `${orders} left out: ${message}`),
    ...(missing.length === 0
      ? []
      : [`missing: ${missing.join(', ')} (name a column, or give a value for all rows)`]),
    ...reading.notes.map(({ message }) => `warning: ${message}`),
  ];
}

function ended(
  id: string,
  get: (path: string, signal: AbortSignal) => Promise<Response>,
  json: boolean,
): Promise<ShownImport> {
  return stoppable('Stopped waiting: the service goes on with the import', async (signal) => {
    const bar = openProgressBar('Importing', json);
    try {
      for (;;) {
        const { data } = (await (await get(id, signal)).json()) as { data: ShownImport };
        if (data.failure !== null) throw new StartupError(data.failure);
        if (data.finished_at !== null) return data;
        bar.update(data.progress, 1);
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    } finally {
      bar.stop();
    }
  });
}

function sentenceOf({ message: reason, ...place }: LineNote): string {
  return rowProblemSentence({ ...place, reason: saidByPartner(reason) }).text;
}
