import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { boolean, withDefault } from '../../../reading/fields.ts';
import { beginReceivedImport } from '../../../usecases/imports/begin-import.ts';
import { checkInTurns } from '../../../usecases/imports/check-import.ts';
import type { ImportRequest } from '../../../usecases/imports/import-kind.ts';
import { receiveFile } from '../../../usecases/imports/receive-file.ts';
import { readIdempotencyKey, sendWritten } from '../../idempotency.ts';
import { clientOf } from '../../long-answer.ts';
import { answer } from '../../operation.ts';
import { fileOf } from '../../plugins/bodies.ts';
import { orNull, textLike, Uuid } from '../../schemas.ts';

/** What every import takes in its query. */
export const IMPORT_FIELDS = {
  check: withDefault(
    boolean({ description: 'Says what would be done and what is wrong, and changes nothing.' }),
    false,
  ),
};

/** The answers of every import; of a check, what it would do. */
export const IMPORT_ANSWERS = {
  200: answer(
    'With `check`: nothing was changed.',
    Type.Object({
      data: Type.Object({
        rows: Type.Integer({ examples: [1] }),
        rejected: Type.Integer({ examples: [0] }),
        counts: Type.Record(Type.String(), Type.Integer(), {
          description: 'What would be done.',
          examples: [{ recorded: 1 }],
        }),
        problems: Type.Array(
          Type.Object(
            {
              line: Type.Integer({ description: 'As an editor counts, the header included.', examples: [7] }),
              column: orNull(textLike('Amount')),
              message: textLike('Amount must be an amount in rupees'),
            },
            { title: 'RowProblem' },
          ),
          { description: 'Of the first 100 rows that would not be taken.' },
        ),
        unknown_columns: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'Columns that nothing is read from; left out where there are none, or that cannot be told.',
            examples: [['Gift wrap']],
          }),
        ),
      }),
    }),
  ),
  202: answer(
    'It runs in the background: `GET /imports/{id}` tells how far it is.',
    Type.Object({ data: Type.Object({ id: Uuid, state: Type.Literal('waiting') }) }),
  ),
};

/** What the description of every import says. */
export const IMPORT_NOTE =
  'The body is the CSV file itself: UTF-8, commas, the names of its columns in the first line, at most 100,000 rows and 64 MB. Rows that are wrong are left out and told, with what is wrong, by `GET /imports/{id}/rejected.csv`; all others are taken at once. The same file twice changes nothing.';

/** Takes a file in, and checks it or has it imported. */
export async function importFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, check, ...wanted }: Omit<ImportRequest, 'importId'> & { path: string; check: boolean },
): Promise<unknown> {
  const { account } = request;
  const content = fileOf(request);
  const file = await receiveFile(account, { ...wanted, source: null }, content);
  if (check) {
    const { signal } = clientOf(reply);
    const checked = await checkInTurns(account, { importId: file.importId, ...wanted }, signal);
    const problems = checked.refused.flatMap(({ line, refusals }) =>
      refusals.map(({ column, reason }) => ({ line, column, message: reason })),
    );
    const { rows, rejected, counts, unknownColumns } = checked;
    const unknown = unknownColumns.length === 0 ? {} : { unknown_columns: unknownColumns };
    return { data: { rows, rejected, counts, problems, ...unknown } };
  }
  const once = readIdempotencyKey(request, path, { ...wanted, digest: file.digest.toString('hex') });
  const answer = await beginReceivedImport(account, file, once, (id) =>
    JSON.stringify({ data: { id, state: 'waiting' } }),
  );
  return sendWritten(reply.code(202), answer);
}
