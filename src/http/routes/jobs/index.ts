import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  object,
  oneOf,
  optional,
  pathParameters,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import {
  getJob,
  JOB_ACTIONS,
  JOB_RESULTS,
  JOB_STATES,
  jobResults,
  labelsOfJob,
  listAccountJobs,
  listJobResults,
  type ShownJob,
  stopJob,
} from '../../../usecases/jobs/show-jobs.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { orNull, Time, Uuid, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { sendLabels } from '../labels/send-labels.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { addCreateJob } from './create-job.ts';

const JobPath = pathParameters({ id: uuid() }, 'Job');
const Query = object(NEWEST_FIELDS);
type OfJob = { Params: ValueOf<typeof JobPath> };

const JobBody = Type.Object(
  {
    id: Uuid,
    action: words('JobAction', JOB_ACTIONS),
    state: words(
      'JobState',
      JOB_STATES,
      '`stopped`: the remaining shipments are unchanged; `failure` has the reason if nobody stopped it.',
    ),
    done: Type.Integer({
      description: 'The number of processed shipments, including failed ones.',
      examples: [120],
    }),
    total: Type.Integer({ examples: [400] }),
    failed: Type.Integer({ examples: [2] }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description:
        'The reason why the service stopped the job, for example because its user was disabled or its key revoked. Null if the service did not stop it.',
      examples: [null],
    }),
    failure_details: SentenceOrNull,
    made_by: Type.String({ examples: ['shop server'] }),
    created_at: Time,
    started_at: orNull(Time),
    finished_at: orNull(Time),
  },
  { title: 'Job' },
);

/** The largest number of a row, which is a PostgreSQL `integer`. */
const MOST_ROWS = 2_147_483_647;

const ResultsQuery = object({
  per_page: withDefault(wholeNumber({ atLeast: 1, atMost: 100 }), 20),
  after: withDefault(
    wholeNumber({ atLeast: 0, atMost: MOST_ROWS, description: '`meta.next_after` of the previous page.' }),
    0,
  ),
  result: optional(oneOf(JOB_RESULTS, { description: 'Only shipments with this result.' })),
});

const ResultBody = Type.Object(
  {
    shipment_id: Type.String({
      description: 'The id as sent.',
      examples: ['01a1fcaa-4f78-7079-ad54-2c330776c936'],
    }),
    tracking_number: orNull(Type.String({ examples: ['TITL61818056980'] })),
    order_id: orNull(Type.String({ examples: ['CHAI-1001'] })),
    result: words('JobResult', JOB_RESULTS),
    message: orNull(
      Type.String({
        description: 'The result, or the reason for the failure.',
        examples: ['Shipment is delivered already'],
      }),
    ),
    message_details: SentenceOrNull,
  },
  { title: 'JobResultRow' },
);

export function addJobs(api: FastifyInstance): void {
  addCreateJob(api);
  addListJobs(api);
  addGetJob(api);
  addListResults(api);
  addJobFiles(api);
  addStopJob(api);
}

function addListJobs(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/jobs',
    {
      schema: operation({
        operationId: 'listJobs',
        tag: 'Jobs',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List jobs',
        description: 'Newest first. Kept for 30 days.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the jobs.',
            Type.Object({ data: Type.Array(JobBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const found = await listAccountJobs(request.account, pageOf(request.query));
      return { data: found.rows.map(jobBody), meta: newestMetaBody(request.query, found) };
    },
  );
}

function addGetJob(api: FastifyInstance): void {
  api.get<OfJob>(
    '/jobs/:id',
    {
      schema: operation({
        operationId: 'getJob',
        tag: 'Jobs',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the progress of a job',
        description: 'With the number of shipments that are done, and of those that failed.',
        params: JobPath,
        answers: { 200: answer('The job.', Type.Object({ data: JobBody })) },
      }),
    },
    async ({ account, params }) => ({ data: jobBody(await getJob(account, params.id)) }),
  );
}

function addListResults(api: FastifyInstance): void {
  api.get<OfJob & { Querystring: ValueOf<typeof ResultsQuery> }>(
    '/jobs/:id/results',
    {
      schema: operation({
        operationId: 'listJobResults',
        tag: 'Jobs',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List the results of a job',
        description: 'The result of each shipment, page by page.',
        params: JobPath,
        querystring: ResultsQuery,
        answers: {
          200: answer(
            'A page of the shipments, in the order of the job.',
            Type.Object({
              data: Type.Array(ResultBody),
              meta: Type.Object({
                per_page: Type.Integer({ examples: [20] }),
                next_after: orNull(Type.Integer({ examples: [20] })),
              }),
            }),
          ),
        },
      }),
    },
    async ({ account, params, query: { per_page, after, result } }) => {
      const page = { after, limit: per_page, result: result ?? null };
      const { rows, next } = await listJobResults(account, params.id, page);
      return {
        data: rows.map((row) => ({
          shipment_id: row.named,
          tracking_number: row.trackingNumber,
          order_id: row.displayId,
          result: row.result,
          ...sentenceField('message', row.message),
        })),
        meta: { per_page, next_after: next },
      };
    },
  );
}

function addJobFiles(api: FastifyInstance): void {
  api.get<OfJob>(
    '/jobs/:id/results.csv',
    {
      schema: operation({
        operationId: 'getJobResults',
        tag: 'Jobs',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export job results as CSV',
        description:
          'One row for each shipment: `shipment_id`, `tracking_number`, `order_id`, `result`, `message`.',
        params: JobPath,
        answers: { 200: fileAnswer('A row for each shipment.', ['text/csv']) },
      }),
    },
    async ({ account, params }, reply) => {
      return sendCsv(reply, 'results', await jobResults(account, params.id, clientOf(reply)));
    },
  );
  api.get<OfJob>(
    '/jobs/:id/labels.pdf',
    {
      schema: operation({
        operationId: 'getJobLabels',
        tag: 'Jobs',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the labels of a job',
        description:
          'All labels in one PDF file. It is made on request and shows the shipments as they are now.',
        params: JobPath,
        answers: { 200: fileAnswer('The labels.', ['application/pdf']) },
        problems: ['refused'],
      }),
    },
    async ({ account, params }, reply) => {
      const shipmentIds = await labelsOfJob(account, params.id);
      const { accountId } = account;
      return sendLabels(reply, account, {
        accountId,
        shipmentIds,
        format: 'pdf',
        paper: '4x6',
        name: 'labels',
      });
    },
  );
}

function addStopJob(api: FastifyInstance): void {
  api.delete<OfJob>(
    '/jobs/:id',
    {
      schema: operation({
        operationId: 'stopJob',
        tag: 'Jobs',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Stop a job',
        description:
          'It stops after the current shipment. What is done stays done. A finished job does not change.',
        params: JobPath,
        answers: { 200: answer('The job.', Type.Object({ data: JobBody })) },
      }),
    },
    async ({ account, params }) => ({ data: jobBody(await stopJob(account, params.id)) }),
  );
}

function jobBody(job: ShownJob): Static<typeof JobBody> {
  return {
    id: job.jobId,
    action: job.action,
    state: job.state,
    done: job.done,
    total: job.total,
    failed: job.failed,
    ...sentenceField('failure', job.failure),
    made_by: job.actor.name,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}
