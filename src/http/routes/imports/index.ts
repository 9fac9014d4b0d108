import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ToldRow } from '../../../domain/money/told-money.ts';
import {
  list,
  object,
  oneOf,
  optional,
  pathParameters,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import {
  firstProblems,
  getImport,
  type ImportKindName,
  type ImportState,
  listAccountImports,
  rejectedFile,
  rejectedRows,
  type StoredImport,
  type StoredMoney,
} from '../../../usecases/imports/show-imports.ts';
import { allWords } from '../../all-words.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { amount, orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { clientOf, sendCsv, sendPrivately } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import {
  CheckReportBody,
  checkReportBody,
  FileReadingBody,
  fileReadingBody,
  LineNoteBody,
  lineNoteBody,
} from './import-file.ts';

const KIND_WORDS = allWords<ImportKindName>({ remittance: true, courier_invoice: true, orders: true });
const STATE_WORDS = allWords<Exclude<ImportState, 'arriving'>>({
  waiting: true,
  running: true,
  done: true,
  failed: true,
  stopped: true,
});

const Query = object({
  kind: optional(list(oneOf(KIND_WORDS), { max: KIND_WORDS.length })),
  ...NEWEST_FIELDS,
});
const ImportPath = pathParameters({ id: uuid() }, 'Import');
const when = orNull(Time);

const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
} as const;

const MONEY = {
  courier: textLike('Titlipath', 'The courier of the parcels.'),
  amount: amount(450, 'What the file says.'),
  expected: amount(499, 'The COD of the parcels; for an invoice their charges as booked, without GST.'),
  difference: amount(-49, 'By how much the file says more; below 0 if it says less.'),
};

const MoneyBody = Type.Object(
  {
    couriers: Type.Array(
      Type.Object(
        { ...MONEY, rows: Type.Integer({ description: 'The new rows.', examples: [1] }) },
        { title: 'ImportedMoney' },
      ),
    ),
    differing: Type.Integer({
      description: 'The number of rows that differ; for an invoice, by more than the tolerance.',
      examples: [1],
    }),
    differences: Type.Optional(
      Type.Array(
        Type.Object(
          {
            line: Type.Integer({ examples: [2] }),
            tracking_number: textLike('ND00000000017'),
            shipment_id: Uuid,
            ...MONEY,
          },
          { title: 'MoneyDifference' },
        ),
        { description: 'The 100 largest differences. Left out in lists.' },
      ),
    ),
  },
  { title: 'MoneyOfImport' },
);

const ImportBody = Type.Object(
  {
    id: Uuid,
    kind: words('ImportKind', KIND_WORDS),
    state: words(
      'ImportState',
      STATE_WORDS,
      '`failed`: nothing of the file was imported. `stopped`: the person who sent it lost the permission, and the rest was not imported; `failure` has the reason.',
    ),
    progress: Type.Number({ description: 'The progress, from 0 to 1.', examples: [1] }),
    rows: Type.Integer({ examples: [1] }),
    rejected: Type.Integer({ examples: [0] }),
    counts: Type.Record(Type.String(), Type.Integer(), {
      description: 'The number of each kind of result.',
      examples: [{ recorded: 1 }],
    }),
    orders: Type.Optional(Type.Integer({ description: 'For a file of orders.', examples: [1] })),
    created: Type.Optional(Type.Integer({ description: 'For a file of orders.', examples: [1] })),
    booked: Type.Optional(Type.Integer({ description: 'For a file of orders.', examples: [1] })),
    is_check: Type.Boolean({
      description: 'Whether it was only a check: `counts` has what would be done, and nothing was changed.',
      examples: [false],
    }),
    money: Type.Union([MoneyBody, Type.Null()], {
      description:
        'For a finished courier’s file: what it says beside what was expected. For a check, of the rows that would be recorded.',
      examples: [null],
    }),
    reading: Type.Union([FileReadingBody, Type.Null()], {
      description: 'How the file was read; null before.',
      examples: [null],
    }),
    report: Type.Union([CheckReportBody, Type.Null()], { description: 'For a check.', examples: [null] }),
    source: orNull(textLike('november.csv', 'The name of the file, if known.')),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'The reason why it failed or stopped.',
      examples: [null],
    }),
    failure_details: SentenceOrNull,
    made_by: textLike('shop server'),
    created_at: Time,
    started_at: when,
    finished_at: when,
  },
  { title: 'Import' },
);

const ShownImportBody = Type.Object(
  {
    ...ImportBody.properties,
    problems: Type.Array(LineNoteBody, {
      description:
        'The problems of the first 100 rejected rows, once it has ended; `GET /imports/{id}/rejected.csv` has all of them.',
    }),
  },
  { title: 'ShownImport' },
);

export type ShownImport = Static<typeof ShownImportBody>;

export function addImports(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/imports',
    {
      schema: operation({
        operationId: 'listImports',
        tag: 'Imports',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List imports',
        description: 'Newest first, with their progress. Checks are not listed.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the imports, newest first.',
            Type.Object({ data: Type.Array(ImportBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const page = { ...pageOf(request.query), kinds: request.query.kind ?? null };
      const found = await listAccountImports(request.account, page);
      return { data: found.rows.map(importBody), meta: newestMetaBody(request.query, found) };
    },
  );
  api.get<{ Params: ValueOf<typeof ImportPath> }>(
    '/imports/:id',
    {
      schema: operation({
        operationId: 'getImport',
        tag: 'Imports',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the progress of an import',
        description:
          'With the number of rows that were accepted and rejected. A check keeps its report for 30 days.',
        params: ImportPath,
        answers: { 200: answer('The import.', Type.Object({ data: ShownImportBody })) },
      }),
    },
    async ({ account, params }) => {
      const found = await getImport(account, params.id);
      return {
        data: { ...importBody(found), problems: (await firstProblems(account, found)).map(lineNoteBody) },
      };
    },
  );
  api.get<{ Params: ValueOf<typeof ImportPath> }>(
    '/imports/:id/rejected.csv',
    {
      schema: operation({
        operationId: 'getRejectedRows',
        tag: 'Imports',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get rejected rows as CSV',
        description: 'The rows as they were sent, each with its problems. Kept for 30 days, like the file.',
        params: ImportPath,
        answers: { 200: fileAnswer('The rows with what is wrong.', ['text/csv']) },
      }),
    },
    async (request, reply) => {
      const rows = await rejectedRows(request.account, request.params.id, clientOf(reply));
      return sendCsv(reply, 'rejected', rows);
    },
  );
  api.get<{ Params: ValueOf<typeof ImportPath> }>(
    '/imports/:id/rejected',
    {
      schema: operation({
        operationId: 'getRejectedFile',
        tag: 'Imports',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get rejected rows as the file came',
        description:
          'As CSV, Excel workbook or lines of JSON, each row with its problems in `errors`. Correct it and send it again. Kept for 30 days.',
        params: ImportPath,
        answers: { 200: fileAnswer('The rows with what is wrong.', Object.values(MEDIA_TYPES)) },
      }),
    },
    async (request, reply) => {
      const { form, parts } = await rejectedFile(request.account, request.params.id, clientOf(reply));
      return form === 'csv'
        ? sendCsv(reply, 'rejected', parts)
        : sendPrivately(reply, { type: MEDIA_TYPES[form], name: `rejected.${form}` }, parts);
    },
  );
}

function importBody(one: StoredImport) {
  return {
    id: one.importId,
    kind: one.kind,
    state: one.state,
    progress: progressOf(one),
    rows: one.rows,
    rejected: one.rejected,
    counts: one.counts,
    ...(one.kind === 'orders' ? { orders: 0, created: 0, booked: 0, ...one.counts } : {}),
    is_check: one.checkReport !== null,
    money: one.money && moneyBody(one.money),
    reading: one.reading && fileReadingBody(one.reading),
    report: one.checkReport && checkReportBody(one.checkReport),
    source: one.source,
    ...sentenceField('failure', one.failure),
    made_by: one.actor.name,
    created_at: one.createdAt.toISOString(),
    started_at: one.startedAt?.toISOString() ?? null,
    finished_at: one.finishedAt?.toISOString() ?? null,
  };
}

function moneyBody({ couriers, differing, differences }: StoredMoney) {
  return {
    couriers: couriers.map((one) => ({ rows: one.rows, ...amountsOf(one) })),
    differing,
    ...(differences && {
      differences: differences.map((one) => ({
        line: one.line,
        tracking_number: one.trackingNumber,
        shipment_id: one.shipmentId,
        ...amountsOf(one),
      })),
    }),
  };
}

function amountsOf(told: StoredMoney['couriers'][number] | ToldRow) {
  const { courier, toldPaise, expectedPaise } = told;
  return {
    courier,
    amount: toldPaise / 100,
    expected: expectedPaise / 100,
    difference: (toldPaise - expectedPaise) / 100,
  };
}

function progressOf({ checkReport, bytes, bytesRead }: StoredImport): number {
  if (checkReport !== null) return 1;
  return bytes === 0 ? 0 : Math.min(1, bytesRead / bytes);
}
