import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { fieldProblem, type ProblemDetail, refused } from '../../../problems/problem.ts';
import { about, fieldNamed } from '../../../problems/sentence.ts';
import { list, object, oneOf, optional, text, type ValueOf, wholeNumber } from '../../../reading/fields.ts';
import { carrierChoice } from '../../../resources/order/order.ts';
import { type BegunJob, createJob, type JobSubjects } from '../../../usecases/jobs/create-job.ts';
import { JOB_ACTIONS } from '../../../usecases/jobs/show-jobs.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/list-shipments.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { ignoredFieldsOf } from '../../plugins/answer-notes.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { Uuid } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';

const MOST_NAMED = 10_000;
const tags = (description: string) => optional(list(text({ max: 50 }), { max: 20, description }));

const Body = object(
  {
    action: oneOf(JOB_ACTIONS, {
      description:
        '`ship` books a courier, `rto` requests the return to origin, `label` makes one file of labels, `manifest` adds the parcels to today’s manifest of each warehouse and carrier (`GET /manifests`), `tag` adds and removes tags.',
      examples: ['ship'],
    }),
    shipment_ids: optional(
      list(text({ max: 100 }), {
        min: 1,
        max: MOST_NAMED,
        examples: [['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d']],
        nearMisses: ['ids', 'shipment_id'],
      }),
    ),
    filter: optional(
      object(SHIPMENT_FILTERS.fields, { inOrder: SHIPMENT_FILTERS.inOrder, nearMisses: ['filters'] }),
    ),
    total: optional(
      wholeNumber({
        atLeast: 0,
        atMost: Number.MAX_SAFE_INTEGER,
        description:
          'With `filter`: the number of matching shipments that you saw. If a different number matches now, nothing is done.',
      }),
    ),
    carrier_id: carrierChoice,
    comments: optional(
      text({ max: 500, multiline: true, description: 'For `reattempt`: a note for the courier.' }),
    ),
    add_tags: tags('For `tag`: the tags to add.'),
    remove_tags: tags('For `tag`: the tags to remove.'),
  },
  { requiresOneOf: [['shipment_ids', 'filter']] },
);

type Sent = ValueOf<typeof Body>;

const Begun = Type.Object({ data: Type.Object({ id: Uuid, state: Type.Literal('waiting') }) });

const PATH = '/jobs';

export function addCreateJob(api: FastifyInstance): void {
  api.post<{ Body: Sent }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'createJob',
        tag: 'Jobs',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Create a job for many shipments',
        description:
          'For the given shipments, or for all that match the filters of the listing (at most 100,000). It runs in the background, one shipment after the other; `GET /jobs/{id}` shows its progress.',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 202: answer('The job is queued.', Begun) },
        problems: ['unavailable'],
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const subjects = subjectsOf(body, ignoredFieldsOf(request));
      const { action, carrier_id, comments, add_tags = [], remove_tags = [] } = body;
      if (action === 'tag' && add_tags.length + remove_tags.length === 0) {
        const second = fieldNamed('remove_tags');
        const sentence = about('one_of_two_required', 'or {second} is required', { second });
        throw refused(fieldProblem('add_tags', 'required', sentence));
      }
      const options = {
        carrierId: carrier_id ?? null,
        comments: comments ?? null,
        addTags: add_tags,
        removeTags: remove_tags,
      };
      const { signal } = clientOf(reply);
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 202,
        body: ({ jobId, state }: BegunJob) => ({ data: { id: jobId, state } }),
        run: (answerOf) => createJob(account, { action, options, subjects }, signal, answerOf),
      });
    },
  );
}

/** Returns the shipments of a job. Refuses a filter with an unknown value: it would select too many. */
function subjectsOf({ shipment_ids, filter, total }: Sent, ignored: readonly string[]): JobSubjects {
  if (filter === undefined) return { shipmentIds: shipment_ids ?? [] };
  const problems: ProblemDetail[] = [];
  const { filters, unknownValues } = SHIPMENT_FILTERS.read(filter);
  if (shipment_ids !== undefined) {
    const other = fieldNamed('shipment_ids');
    const sentence = about('must_not_both_be_given', 'and {other} must not both be given', { other });
    problems.push(fieldProblem('filter', 'not_allowed', sentence));
  }
  if (total === undefined) {
    const other = fieldNamed('filter');
    const sentence = about('required_with', 'is required with {other}', { other });
    problems.push(fieldProblem('total', 'required', sentence));
  }
  if (total === 0) {
    const sentence = about('nothing_to_do', 'is 0: there is nothing to do');
    problems.push(fieldProblem('total', 'too_small', sentence));
  }
  for (const field of ignored.filter((name) => /^filters?\./.test(name))) {
    problems.push(fieldProblem(field, 'unknown', about('is_no_filter', 'is not a filter')));
  }
  for (const value of unknownValues) {
    const sentence = about('has_unknown_value', 'has a value that is not known: {value}', { value });
    problems.push(fieldProblem('filter', 'unknown', sentence));
  }
  if (total === undefined || problems.length > 0) throw refused(problems);
  return { filters, total };
}
