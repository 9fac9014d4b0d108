import type { FastifyInstance } from 'fastify';
import {
  boolean,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { namedAccount } from '../../../usecases/accounts/check-operator.ts';
import { importInQueue, importRates, rehearseImport } from '../../../usecases/rates/import-rates.ts';
import { changedCells, RATE_KINDS } from '../../../usecases/rates/rate-book-file.ts';
import { DEFAULT_BOOK, revertRates } from '../../../usecases/rates/rate-versions.ts';
import type { Service } from '../../../usecases/service.ts';
import { operatorOperation } from '../../operation.ts';
import { addFileBodies, fileOf } from '../../plugins/bodies.ts';
import { clientOf } from '../../streamed-answer.ts';
import type { RateRouteOptions } from '../rates/rate-route-options.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

/** Far more than a row for every pincode and carrier. */
const LARGEST_FILE = 256 * 1024 * 1024;

const FileQuery = object({
  kind: oneOf(RATE_KINDS, { description: 'Which rows.' }),
  dry_run: withDefault(boolean({ description: 'Only say what would change.' }), false),
  source: optional(text({ max: 200, description: 'Where the rows are from, for the history.' })),
});
const RevertBody = object({
  version: wholeNumber({
    atLeast: 0,
    atMost: Number.MAX_SAFE_INTEGER,
    description: 'As the history shows it; 0 is the state before the first.',
  }),
});

export interface OperatorRateOptions extends RateRouteOptions {
  /** Its statements may take long: requests have seconds. */
  readonly patientDatabase: Service['database'];
}

/** Adds what accounts may not do with rates: import files of any size, and revert any book. */
export async function addOperatorRates(
  operator: FastifyInstance,
  { rateBooks, patientDatabase: database }: OperatorRateOptions,
): Promise<void> {
  operator.post<{ Body: ValueOf<typeof RevertBody> }>(
    '/rates/revert',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'revertRateBook',
        summary:
          'Restore a version of a rate book, as a new version; without an account, the book is found by it',
        body: RevertBody,
      }),
    },
    async ({ account, body }) => {
      const { owner, ...change } = await revertRates({ ...account, database }, account.actor, {
        version: body.version,
        owner: namedAccount(account),
      });
      return { data: { ...change, account_id: owner === DEFAULT_BOOK ? null : owner } };
    },
  );
  await operator.register(async (scope) => {
    addFileBodies(scope);
    scope.post<{ Querystring: ValueOf<typeof FileQuery> }>(
      '/rates/import',
      {
        bodyLimit: LARGEST_FILE,
        config: { ...WHOLE_SERVICE_CONFIG.config, file: 'text/csv' },
        schema: operatorOperation({
          operationId: 'importRates',
          summary: 'Replace all rows of a kind with those of a CSV file, as `rates export` writes it',
          querystring: FileQuery,
        }),
      },
      async (request, reply) => {
        const { query } = request;
        const account = { ...request.account, database };
        const file = {
          kind: query.kind,
          owner: account.accountId,
          source: query.source ?? 'API',
          content: fileOf(request),
          signal: clientOf(reply).signal,
        };
        const { directory } = rateBooks.ground;
        if (!query.dry_run) return { data: await importInQueue(account, directory, file, importRates) };
        const { examples, ...counts } = await importInQueue(account, directory, file, rehearseImport);
        return { data: { version: null, ...counts, examples: examples.map(changedCells) } };
      },
    );
  });
}
