import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Scan } from '../../../domain/tracking/scan.ts';
import { LARGE_JSON } from '../../../problems/foreign-json.ts';
import { type Sentence, say } from '../../../problems/sentence.ts';
import { isObject } from '../../../reading/blank.ts';
import { namesOf, sentUnder } from '../../../reading/field-names.ts';
import { buildRequestReading } from '../../../reading/request-reading.ts';
import { recordScans } from '../../../usecases/tracking/record-scans.ts';
import type { ScanResult } from '../../../usecases/tracking/scan-result.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, textLike } from '../../schemas.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';
import {
  addEventLines,
  type EventsBody,
  EventsBodySchema,
  LARGEST_BODY_BYTES,
  MOST_EVENTS,
  NOT_JSON,
  readEventsBody,
} from './events-body.ts';
import { ScanItem, scanOfItem } from './scan-item.ts';

const EventResultBody = Type.Object(
  {
    tracking_number: orNull(textLike('ND00000000017', 'As sent.')),
    result: Type.String({
      description:
        '`applied`; `recorded`: kept in the history, but the shipment did not change; `duplicate`; `unknown tracking number`; `invalid: ` followed by the problem, which `result_details` has as a sentence.',
      examples: ['applied', 'invalid: status is required'],
    }),
    result_details: Type.Optional(SentenceBody),
    why: Type.Optional(
      Type.String({
        enum: ['already_final', 'already_moving', 'already_withdrawn', 'already_past'],
        description:
          'For a `recorded` event: the reason why it changed nothing, such as the status of the shipment at that time; `already_past`: it is older than the current status.',
      }),
    ),
  },
  { title: 'CarrierEventResult' },
);

const LONGEST_ECHO = 100;
const LINE_NOT_JSON = say('line_not_json', 'the line is not valid JSON');
const TRACKING_NUMBER_NAMES = namesOf('tracking_number', ScanItem.fields.tracking_number);

export function addCarrierEvents(app: FastifyInstance): void {
  addEventLines(app);
  const read = buildRequestReading({}).readerOf(ScanItem);
  app.post<{ Body: EventsBody }>(
    '/carrier-events',
    {
      bodyLimit: LARGEST_BODY_BYTES,
      config: { json: LARGE_JSON },
      validatorCompiler: readEventsBody,
      schema: operation({
        operationId: 'recordCarrierEvents',
        tag: 'Tracking',
        role: 'courier',
        summary: 'Record courier scans',
        description: `For couriers, with a carrier credential. Up to ${MOST_EVENTS} events; each has its own result, in the order sent. Repeats change nothing. With \`application/x-ndjson\`, send one event on each line.`,
        body: EventsBodySchema,
        answers: {
          200: answer(
            'The result of each event, in the order sent.',
            Type.Object({ data: Type.Array(EventResultBody) }),
          ),
        },
      }),
    },
    async (request) => {
      const { events } = request.body;
      const scans: Scan[] = [];
      const refusals = events.map((event): Sentence | null => {
        if (event === NOT_JSON) return LINE_NOT_JSON;
        const { value, error } = read(event);
        if (error !== undefined) return error.sentence;
        scans.push(scanOfItem(value));
        return null;
      });
      const results = (await recordScans(request.carrier, scans)).values();
      return {
        data: events.map((event, index) => {
          const why = refusals[index] ?? null;
          const result = why === null ? results.next().value : { result: 'invalid' as const, why };
          return resultBody(event, result);
        }),
      };
    },
  );
}

function resultBody(
  event: unknown,
  result: ScanResult | { readonly result: 'invalid'; readonly why: Sentence } | undefined,
): Static<typeof EventResultBody> {
  if (result === undefined) throw new Error('a scan has no result');
  const tracking_number = trackingNumberOf(event);
  switch (result.result) {
    case 'invalid':
      return {
        tracking_number,
        ...sentenceField('result', say('event_invalid', 'invalid: {why}', { why: result.why })),
      };
    case 'recorded':
      return { tracking_number, result: 'recorded', why: result.why };
    default:
      return { tracking_number, result: result.result };
  }
}

function trackingNumberOf(event: unknown): string | null {
  if (!isObject(event)) return null;
  const sent = event[sentUnder(TRACKING_NUMBER_NAMES, event) ?? ''];
  return typeof sent === 'string' || Number.isSafeInteger(sent) ? String(sent).slice(0, LONGEST_ECHO) : null;
}
