import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { rupeesNumber } from '../../../domain/rupees.ts';
import { fieldProblem, Problem, refused } from '../../../problems/problem.ts';
import { about, say, word } from '../../../problems/sentence.ts';
import {
  boolean,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import type { Client } from '../../../usecases/long-work.ts';
import {
  importInQueue,
  importRates,
  type RateFileImport,
  rehearseImport,
} from '../../../usecases/rates/import-rates.ts';
import { changedCells, RATE_KINDS, rateLines, showRates } from '../../../usecases/rates/rate-book-file.ts';
import { effectOnRecentParcels, type RateEffect } from '../../../usecases/rates/rate-effect.ts';
import { DEFAULT_BOOK, listVersionsOfBook, revertRates } from '../../../usecases/rates/rate-versions.ts';
import { editRates, type RateEdits, rehearseEdits } from '../../../usecases/rates/set-rate.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { addFileBodies, fileOf } from '../../plugins/bodies.ts';
import { amount, orNull, Time, textLike, words } from '../../schemas.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { WHOLE_SERVICE_CONFIG } from '../operator/whole-service.ts';
import type { RateRouteOptions } from '../rates/rate-route-options.ts';

/** Rows are locked while they are compared, so complete maps are imported on the command line. */
const LARGEST_FILE = 1024 * 1024;
const FILE_NOTE =
  'The body is CSV, or an Excel workbook, like that of `GET /rate-cards/export`: its rows replace all rows of that kind that the account has. At most 1 MB; for larger files use the command `dakiya rates import`.';
const FILE_EXAMPLE = 'carrier_id,offered,markup_percent\nh7vd3r8c,yes,7.5\n';

const kind = oneOf(RATE_KINDS, { description: 'The kind of rows.', examples: ['carrier-settings'] });
const book = withDefault(
  oneOf(['own', 'default'] as const, {
    description: 'The account’s own rows, or the default rows of all accounts.',
    examples: ['own'],
  }),
  'own',
);
const BookQuery = object({ kind: withDefault(kind, 'rate-cards'), book });
const FileQuery = object({
  kind,
  version: optional(
    wholeNumber({
      atLeast: 0,
      atMost: Number.MAX_SAFE_INTEGER,
      description:
        'The `meta.version` of `GET /rate-cards` from which the file was made. If rows of this kind were changed after it, the answer is 409, so that nobody overwrites the changes of another person by mistake.',
      examples: [0],
    }),
  ),
  source: optional(
    text({ max: 200, description: 'Where the rows are from, for the history.', examples: ['rates.csv'] }),
  ),
});
const RevertBody = object({
  version: wholeNumber({
    atLeast: 0,
    atMost: Number.MAX_SAFE_INTEGER,
    description: 'One of the account’s versions; 0 is the state before the first.',
    examples: [0],
  }),
});

const COUNTS = {
  added: Type.Integer({ examples: [1] }),
  changed: Type.Integer({ examples: [0] }),
  removed: Type.Integer({ examples: [0] }),
};
const CellsByColumn = orNull(
  Type.Record(Type.String(), Type.String(), {
    examples: [{ carrier_id: 'h7vd3r8c', offered: 'yes', markup_percent: '7.5' }],
  }),
);
const Changed = Type.Object(
  {
    version: orNull(Type.Integer({ description: 'Null if no row changed.', examples: [12] })),
    ...COUNTS,
  },
  { title: 'RateChange' },
);

const EditsBody = object({
  edits: listOf(
    object({
      kind,
      cells: mapOf(text({ max: 200, mayBeNumber: true }), {
        max: 60,
        description:
          'By column, as in the files. The key columns name the row; columns that are left out keep their values, and null empties a cell.',
        examples: [{ carrier_id: 'h7vd3r8c', markup_percent: '7.5' }],
      }),
      remove: withDefault(
        boolean({ description: 'Removes the row, so that the default row counts.' }),
        false,
      ),
    }),
    { max: 2_000 },
  ),
  version: FileQuery.fields.version,
  source: FileQuery.fields.source,
});

const Parcels = Type.Integer({ examples: [12] });
const RateEffectBody = Type.Object(
  {
    parcels: Type.Integer({
      description: 'How many parcels were compared: the newest 200 of the last 30 days.',
      examples: [200],
    }),
    cheapest: Type.Object(
      {
        parcels: Type.Integer({
          description: 'How many parcels a carrier takes both before and after the change.',
          examples: [198],
        }),
        before: amount(9_120.5),
        after: amount(9_377),
      },
      { description: 'What these parcels cost together, each with its cheapest carrier.' },
    ),
    carriers: Type.Array(
      Type.Object({
        carrier_id: textLike('h7vd3r8c'),
        carrier_name: textLike('Morpankhi Surface 500 g'),
        dearer: Parcels,
        dearer_by: amount(82.5, 'The sum of the differences.'),
        cheaper: Parcels,
        cheaper_by: amount(0),
        gained: Type.Integer({ description: 'Parcels that it takes only after the change.', examples: [0] }),
        lost: Type.Integer({ description: 'Parcels that it takes only before the change.', examples: [0] }),
        cheapest_before: Type.Integer({
          description: 'Parcels for which it is the cheapest carrier.',
          examples: [40],
        }),
        cheapest_after: Type.Integer({ examples: [31] }),
      }),
      { description: 'The carriers with a difference, by name.' },
    ),
  },
  { title: 'RateEffect', description: 'What the change does to recent parcels.' },
);

function effectBody({ parcels, cheapest, carriers }: RateEffect): Static<typeof RateEffectBody> {
  return {
    parcels,
    cheapest: {
      parcels: cheapest.parcels,
      before: rupeesNumber(cheapest.beforePaise),
      after: rupeesNumber(cheapest.afterPaise),
    },
    carriers: carriers.map((one) => ({
      carrier_id: one.carrierId,
      carrier_name: one.carrierName,
      dearer: one.dearer,
      dearer_by: rupeesNumber(one.dearerPaise),
      cheaper: one.cheaper,
      cheaper_by: rupeesNumber(one.cheaperPaise),
      gained: one.gained,
      lost: one.lost,
      cheapest_before: one.cheapestBefore,
      cheapest_after: one.cheapestAfter,
    })),
  };
}

/** Changes of single rows, as the panel makes them. */
function addRateCardEdits(api: FastifyInstance, { rateBooks }: RateRouteOptions): void {
  const editsOf = ({ account, body }: FastifyRequest<{ Body: ValueOf<typeof EditsBody> }>): RateEdits => ({
    owner: account.accountId,
    source: body.source ?? 'API',
    madeFrom: body.version,
    edits: body.edits.map(({ kind: editedKind, cells, remove }) => ({
      kind: editedKind,
      isRemoved: remove,
      cells: Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell ?? ''])),
    })),
  });
  const { directory } = rateBooks.ground;
  /** In one turn, as imports, because the transaction keeps a connection. */
  const inQueue = <Answer>(
    { accountId, longWork }: FastifyRequest['account'],
    reply: FastifyReply,
    work: () => Promise<Answer>,
  ) => longWork.patiently({ accountId, signal: clientOf(reply).signal }, work);

  api.post<{ Body: ValueOf<typeof EditsBody> }>(
    '/rate-cards/edits/preview',
    {
      bodyLimit: LARGEST_FILE,
      schema: operation({
        operationId: 'previewRateEdits',
        tag: 'Rates',
        role: 'manager',
        summary: 'Preview edits of rates',
        description: 'Answers with what the edits would change. Nothing is changed.',
        problems: ['conflict'],
        body: EditsBody,
        answers: {
          200: answer(
            'The changes that would be made.',
            Type.Object({
              data: Type.Object({ ...COUNTS, effect: RateEffectBody }, { title: 'RateEditsRehearsal' }),
            }),
          ),
        },
      }),
    },
    (request, reply) => {
      const { account } = request;
      return inQueue(account, reply, async () => {
        const rehearsed = await rehearseEdits(account, directory, account.actor, editsOf(request));
        const { kinds, rows, ...counts } = rehearsed;
        const effect = await effectOnRecentParcels(account, rateBooks, { kinds, rows });
        return { data: { ...counts, effect: effectBody(effect) } };
      });
    },
  );

  api.post<{ Body: ValueOf<typeof EditsBody> }>(
    '/rate-cards/edits',
    {
      bodyLimit: LARGEST_FILE,
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'editRates',
        tag: 'Rates',
        role: 'manager',
        summary: 'Edit rates',
        description:
          'Changes, adds or removes single rows as one new version. An account’s first own row of a carrier starts as a copy of the default row. If any cell is wrong, nothing is changed. Bookings keep their prices.',
        problems: ['conflict'],
        body: EditsBody,
        answers: { 200: answer('What changed.', Type.Object({ data: Changed })) },
      }),
    },
    (request, reply) => {
      const { account } = request;
      return inQueue(account, reply, async () => ({
        data: await editRates(account, directory, account.actor, editsOf(request)),
      }));
    },
  );
}

export async function addRateCards(api: FastifyInstance, options: RateRouteOptions): Promise<void> {
  addShowRateCards(api);
  addRateCardEdits(api, options);
  addRateCardVersions(api);
  addRevertRateCards(api);
  await api.register(async (scope) => {
    addFileBodies(scope);
    addRateCardFiles(scope, options);
  });
}

function addRateCardFiles(api: FastifyInstance, { rateBooks }: RateRouteOptions): void {
  const fileIn = async (
    request: FastifyRequest<{ Querystring: ValueOf<typeof FileQuery> }>,
    reply: FastifyReply,
  ): Promise<RateFileImport & Pick<Client, 'signal'>> => ({
    kind: request.query.kind,
    owner: request.account.accountId,
    source: request.query.source ?? 'API',
    madeFrom: request.query.version,
    content: await held(fileOf(request)),
    signal: clientOf(reply).signal,
  });

  api.post<{ Querystring: ValueOf<typeof FileQuery> }>(
    '/rate-cards/preview',
    {
      bodyLimit: LARGEST_FILE,
      config: { file: 'text/csv' },
      schema: operation({
        operationId: 'previewRateCards',
        tag: 'Rates',
        role: 'manager',
        summary: 'Preview a file of rates',
        description: `Answers with what the file would change and what is wrong with it. Nothing is changed. ${FILE_NOTE}`,
        problems: ['conflict'],
        querystring: FileQuery,
        fileExample: FILE_EXAMPLE,
        answers: {
          200: answer(
            'The changes that would be made.',
            Type.Object({
              data: Type.Object(
                {
                  rows: Type.Integer({ examples: [1] }),
                  ...COUNTS,
                  examples: Type.Array(
                    Type.Object({
                      key: textLike('h7vd3r8c'),
                      before: CellsByColumn,
                      after: CellsByColumn,
                    }),
                    { description: 'The first 20 of each kind.' },
                  ),
                },
                { title: 'RateRehearsal' },
              ),
            }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const file = await fileIn(request, reply);
      const { directory } = rateBooks.ground;
      const { examples, ...counts } = await importInQueue(request.account, directory, file, rehearseImport);
      return { data: { ...counts, examples: examples.map(changedCells) } };
    },
  );

  api.post<{ Querystring: ValueOf<typeof FileQuery> }>(
    '/rate-cards/publish',
    {
      bodyLimit: LARGEST_FILE,
      config: { file: 'text/csv' },
      schema: operation({
        operationId: 'publishRateCards',
        tag: 'Rates',
        role: 'manager',
        summary: 'Publish a file of rates',
        description: `The rates take effect as a new version. ${FILE_NOTE} A file with a wrong row changes nothing. Bookings keep their prices.`,
        problems: ['conflict'],
        querystring: FileQuery,
        fileExample: FILE_EXAMPLE,
        answers: { 200: answer('What changed.', Type.Object({ data: Changed })) },
      }),
    },
    async (request, reply) => {
      const file = await fileIn(request, reply);
      const { rows: _, ...change } = await importInQueue(
        request.account,
        rateBooks.ground.directory,
        file,
        importRates,
      );
      return { data: change };
    },
  );
}

function addRevertRateCards(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof RevertBody> }>(
    '/rate-cards/revert',
    {
      schema: operation({
        operationId: 'revertRateCards',
        tag: 'Rates',
        role: 'manager',
        summary: 'Revert the rates to a version',
        description: 'Restores the account’s rates of that version, as a new version.',
        body: RevertBody,
        answers: { 200: answer('What changed.', Type.Object({ data: Changed })) },
      }),
    },
    async ({ account, body }) => {
      const isKnown = ({ version }: { version: number }) => version === body.version;
      if (body.version !== 0 && !(await listVersionsOfBook(account, account.accountId)).some(isKnown)) {
        const named = { value: String(body.version), thing: word('a version') };
        const sentence = about('not_of_account', '{value} is not {thing} of this account', named);
        throw refused(fieldProblem('version', 'unknown', sentence));
      }
      const { owner: _, ...change } = await revertRates(account, account.actor, {
        version: body.version,
        owner: account.accountId,
      });
      return { data: change };
    },
  );
}

function addShowRateCards(api: FastifyInstance): void {
  type Asked = { Querystring: ValueOf<typeof BookQuery> };
  const ownerOf = ({ account, query }: FastifyRequest<Asked>) =>
    query.book === 'own' ? account.accountId : DEFAULT_BOOK;
  api.get<Asked>(
    '/rate-cards',
    {
      schema: operation({
        operationId: 'listRateCards',
        tag: 'Rates',
        role: 'viewer',
        summary: 'List rows of a rate book',
        description:
          'The first 1,000 rows, sorted by key. `meta.total` is the number of all rows; `GET /rate-cards/export` gives all. A row of the account replaces the default row.',
        querystring: BookQuery,
        answers: {
          200: answer(
            'The rows, each as its cells in the order of the columns.',
            Type.Object({
              data: Type.Array(Type.Array(Type.String()), { examples: [[['h7vd3r8c', 'yes', '7.5']]] }),
              meta: Type.Object({
                kind: words('RateKind', RATE_KINDS),
                columns: Type.Array(Type.String(), {
                  examples: [['carrier_id', 'offered', 'markup_percent']],
                }),
                version: Type.Integer({ description: '0: no version yet.', examples: [12] }),
                total: Type.Integer({ examples: [1] }),
              }),
            }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { kind: requestedKind } = request.query;
      const { signal } = clientOf(reply);
      const { rows, ...meta } = await showRates(request.account, ownerOf(request), requestedKind, signal);
      return { data: rows, meta: { kind: requestedKind, ...meta } };
    },
  );
  api.get<Asked>(
    '/rate-cards/export',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'exportRateCards',
        tag: 'Rates',
        role: 'viewer',
        summary: 'Export rate rows as CSV',
        description: 'All rows of one kind. The file can be changed and sent to `POST /rate-cards/publish`.',
        querystring: BookQuery,
        answers: { 200: fileAnswer('A heading and the rows.', ['text/csv']) },
      }),
    },
    async (request, reply) => {
      const { kind: requestedKind } = request.query;
      return sendCsv(
        reply,
        requestedKind,
        rateLines(request.account, ownerOf(request), requestedKind, clientOf(reply)),
      );
    },
  );
}

function addRateCardVersions(api: FastifyInstance): void {
  api.get(
    '/rate-cards/versions',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'listRateCardVersions',
        tag: 'Rates',
        role: 'viewer',
        summary: 'List versions of the rates',
        description: 'The last 1,000 versions of the account’s rates, newest first.',
        answers: {
          200: answer(
            'The versions.',
            Type.Object({
              data: Type.Array(
                Type.Object(
                  {
                    version: Type.Integer({ examples: [12] }),
                    made_at: Time,
                    made_by: textLike('Asha'),
                    kind: words('RateVersionKind', [...RATE_KINDS, 'all']),
                    source: textLike('rates.csv'),
                    ...COUNTS,
                  },
                  { title: 'RateVersion' },
                ),
              ),
            }),
          ),
        },
      }),
    },
    async ({ account }) => {
      const versions = await listVersionsOfBook(account, account.accountId);
      return {
        data: versions.map(({ madeAt, actor, ...version }) => ({
          ...version,
          made_at: madeAt.toISOString(),
          made_by: actor.name,
        })),
      };
    },
  );
}

/**
 * Reads the whole file before a transaction begins, so that a slow sender holds no database connection.
 *
 * @throws Problem `too_large`; the headers need not tell the size
 */
async function held(content: AsyncIterable<Buffer>): Promise<Readable> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes > LARGEST_FILE) {
      const sentence = say('file_larger_than', 'The file is larger than {most} MB', {
        most: LARGEST_FILE / 1024 / 1024,
      });
      throw new Problem('too_large', sentence);
    }
    parts.push(part);
  }
  return Readable.from(parts);
}
