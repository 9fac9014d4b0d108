import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { PROBLEM_CODES } from '../../../problems/problem.ts';
import { boolean, optional, text, withDefault } from '../../../reading/fields.ts';
import { beginReceivedImport } from '../../../usecases/imports/begin-import.ts';
import { checkInQueue } from '../../../usecases/imports/check-import.ts';
import type { ImportRequest } from '../../../usecases/imports/import-kind.ts';
import { receiveFile } from '../../../usecases/imports/receive-file.ts';
import type { CheckReport, FileReading } from '../../../usecases/imports/show-imports.ts';
import { readIdempotencyKey, sendWritten } from '../../idempotency.ts';
import { answer } from '../../operation.ts';
import { DOUBT_CODES } from '../../order-warning-body.ts';
import { notesOf } from '../../plugins/answer-notes.ts';
import { fileOf } from '../../plugins/bodies.ts';
import { orNull, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';
import { clientOf } from '../../streamed-answer.ts';

export const IMPORT_FIELDS = {
  check: withDefault(
    boolean({
      description: 'Only checks the file: the answer says what would be done and which problems there are.',
    }),
    false,
  ),
  source: optional(
    text({
      max: 200,
      description: 'The name of the file, for the list of imports.',
      examples: ['november.csv'],
    }),
  ),
};

const ROW_CODES = [...PROBLEM_CODES, ...DOUBT_CODES];

export const LineNoteBody = Type.Object(
  {
    line: Type.Integer({ description: 'The number of the line, counting the header.', examples: [7] }),
    column: orNull(textLike('City', 'The name of the column in the file; null for the whole row.')),
    field: orNull(textLike('billing_city', 'Our name of that column.')),
    code: words('RowCode', ROW_CODES, 'What is wrong or odd, for programs. Words may be added.'),
    message: textLike('Pune does not fit billing_pincode 560038 (Bengaluru, Karnataka)'),
    message_details: SentenceBody,
    expected: Type.Optional(textLike('Bengaluru', 'A value that would fit, if one is known.')),
  },
  { title: 'RowProblem' },
);

const NOTE = {
  message: textLike('already fulfilled'),
  message_details: SentenceBody,
};

/** How a file was read, for its sender to judge. */
export const FileReadingBody = Type.Object(
  {
    form: words(
      'FileForm',
      ['csv', 'xlsx', 'jsonl'],
      'A table as text, a workbook of Excel, or lines of JSON.',
    ),
    encoding: orNull(textLike('UTF-8', 'Null for a workbook.')),
    separator: orNull(textLike(',', 'Null for a workbook and lines of JSON.')),
    sheet: orNull(textLike('Orders', 'The sheet of a workbook, else null.')),
    header_line: Type.Integer({ description: 'The line with the column names.', examples: [1] }),
    profile: orNull(textLike('shopify', 'The kind of a file of orders; `own` for our columns, else null.')),
    dates: words('DateOrder', ['day first', 'month first'], 'How dates such as 03/04/2026 are read.'),
    totals: Type.Integer({ description: 'The rows of totals, which are skipped.', examples: [0] }),
    left_out: Type.Array(
      Type.Object({ orders: Type.Integer({ examples: [12] }), ...NOTE }, { title: 'LeftOutOrders' }),
      { description: 'Orders that are left out, and why.', examples: [[]] },
    ),
    missing: Type.Array(Type.String(), {
      description: 'Fields that every order needs, and that neither a column nor a value for all rows gives.',
      examples: [['weight']],
    }),
    notes: Type.Array(Type.Object(NOTE, { title: 'FileNote' }), {
      description: 'What is odd about the whole file.',
      examples: [[]],
    }),
  },
  { title: 'FileReading' },
);

export function fileReadingBody(reading: FileReading): Static<typeof FileReadingBody> {
  const { form, encoding, separator, sheet, headerLine, profile, dateOrder, totals, missing } = reading;
  return {
    ...{ form, encoding, separator, sheet, header_line: headerLine, profile, dates: dateOrder, totals },
    left_out: reading.leftOut.map(({ orders, because }) => ({
      orders,
      ...sentenceField('message', because),
    })),
    missing: [...missing],
    notes: reading.notes.map((note) => sentenceField('message', note)),
  };
}

const CHECK_REPORT = {
  problems: Type.Array(LineNoteBody, {
    description:
      'The problems of the first 100 rejected rows; `GET /imports/{id}/rejected.csv` has all of them.',
  }),
  warnings: Type.Array(LineNoteBody, {
    description:
      'Warnings about the first 100 unusual orders, as for a new order or a booking. These orders are imported too.',
    examples: [
      [
        {
          line: 7,
          column: 'City',
          field: 'billing_city',
          code: 'city_elsewhere',
          message: 'Pune does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
          message_details: {
            message: 'Pune does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
            template: 'does_not_fit_pincode',
            values: {
              field: { type: 'field', value: 'billing_city', text: 'billing_city' },
              value: 'Pune',
              pincode_field: { type: 'field', value: 'billing_pincode', text: 'billing_pincode' },
              pincode: '560038',
              city: 'Bengaluru',
              state: 'Karnataka',
            },
          },
          expected: 'Bengaluru',
        },
      ],
    ],
  }),
  warned: Type.Integer({ description: 'The number of orders with warnings.', examples: [1] }),
  columns: Type.Array(
    Type.Object(
      {
        name: textLike('City', 'As in the file.'),
        field: orNull(textLike('billing_city', 'Our name; null if the column is ignored.')),
      },
      { title: 'FileColumn' },
    ),
    { description: 'The columns of the file. Empty for lines of JSON.' },
  ),
  unknown_columns: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Columns of the file that are ignored. Left out if there are none, or if this is not known.',
      examples: [['Gift wrap']],
    }),
  ),
};
export const CheckReportBody = Type.Object(CHECK_REPORT, { title: 'CheckReport' });

export function checkReportBody(report: CheckReport): Static<typeof CheckReportBody> {
  const { problems, warnings, warned, unknownColumns, columns = [] } = report;
  return {
    problems: problems.map(lineNoteBody),
    warnings: warnings.map(lineNoteBody),
    warned,
    columns: columns.map(({ name, field }) => ({ name, field })),
    ...(unknownColumns.length === 0 ? {} : { unknown_columns: [...unknownColumns] }),
  };
}

export function lineNoteBody({
  field = null,
  code = 'invalid',
  message,
  ...note
}: CheckReport['problems'][number]) {
  return { ...note, field, code, ...sentenceField('message', message) };
}

/** The answers of every import. The answer of a check tells what the import would do. */
export const IMPORT_ANSWERS = {
  200: answer(
    'With `check`: nothing was changed. `GET /imports/{id}` has the report for 30 days.',
    Type.Object({
      data: Type.Object({
        id: Uuid,
        rows: Type.Integer({ examples: [1] }),
        rejected: Type.Integer({ examples: [0] }),
        counts: Type.Record(Type.String(), Type.Integer(), {
          description: 'What would be done.',
          examples: [{ recorded: 1 }],
        }),
        reading: FileReadingBody,
        ...CHECK_REPORT,
      }),
    }),
  ),
  202: answer(
    'It runs in the background: `GET /imports/{id}` shows its progress.',
    Type.Object({ data: Type.Object({ id: Uuid, state: Type.Literal('waiting') }) }),
  ),
};

export const IMPORT_NOTE =
  'The body is the file: a table as text (separated by commas, semicolons, tabs or `|`; UTF-8, UTF-16 or Windows-1252) or an Excel workbook (`.xlsx`), at most 100,000 rows and 64 MB. Titles above the column names and rows of totals are skipped. Rows with an error are skipped; `GET /imports/{id}/rejected.csv` has them with the reasons. All others are imported in one step. Importing the same file again changes nothing.';

export async function importFile(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    path,
    check,
    source,
    ...wanted
  }: Omit<ImportRequest, 'importId'> & { path: string; check: boolean; source?: string | undefined },
): Promise<unknown> {
  const { account } = request;
  const content = fileOf(request);
  const file = await receiveFile(account, { ...wanted, source: source ?? null }, content);
  if (check) {
    const { signal } = clientOf(reply);
    const { importId, rows, rejected, counts, report, reading } = await checkInQueue(
      account,
      { importId: file.importId, ...wanted },
      signal,
    );
    return {
      data: {
        ...{ id: importId, rows, rejected, counts },
        reading: fileReadingBody(reading),
        ...checkReportBody(report),
      },
    };
  }
  const once = readIdempotencyKey(request, path, { ...wanted, digest: file.digest.toString('hex') });
  const answer = await beginReceivedImport(account, file, once, (id) =>
    JSON.stringify({ data: { id, state: 'waiting' }, ...notesOf(request) }),
  );
  return sendWritten(reply.code(202), answer);
}
