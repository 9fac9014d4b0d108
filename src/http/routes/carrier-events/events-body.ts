import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { ForeignJson, TooMuchJsonError } from '../../../problems/foreign-json.ts';
import { fieldProblem, type ProblemCode, refused } from '../../../problems/problem.ts';
import { about, say } from '../../../problems/sentence.ts';
import { listOf, object } from '../../../reading/fields.ts';
import { IS_REQUIRED } from '../../../reading/rules.ts';
import { readBytes, unreadable } from '../../plugins/bodies.ts';
import { ScanItem } from './scan-item.ts';

export const MOST_EVENTS = 1_000;

/** 1,000 events of 8 kB, the size of an event if every text in it is as long as allowed. */
export const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

const LINES_OF_JSON = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];

/** Replaces a line that is not JSON: its event is invalid. */
export const NOT_JSON: unique symbol = Symbol('not JSON');

/** The events as sent; each is checked separately. */
export interface EventsBody {
  readonly events: readonly unknown[];
}

const events = listOf(ScanItem, { max: MOST_EVENTS });
const envelope = object({ events });

/** The body as documented: `{"events": [...]}`, a bare list, or one event on each line. */
export const EventsBodySchema: typeof envelope = {
  ...envelope,
  findIgnored: (raw, path, found) => (Array.isArray(raw) ? events : envelope).findIgnored?.(raw, path, found),
  document: {
    content: {
      'application/json': { schema: { anyOf: [envelope.document, events.document] } },
      'application/x-ndjson': { schema: ScanItem.document },
    },
  },
};

/** Lets the routes of this scope take lines of JSON in addition to JSON. */
export function addEventLines(app: FastifyInstance): void {
  app.addContentTypeParser(
    LINES_OF_JSON,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const bytes = readBytes(request, body);
      if (bytes.length === 0) return {};
      const lines = bytes
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');
      checkCount(lines);
      const json = new ForeignJson(request.routeOptions.config.json);
      return lines.map((line) => parseLine(json, line));
    },
  );
}

function parseLine(json: ForeignJson, line: string): unknown {
  try {
    return json.parse(line);
  } catch (error) {
    if (error instanceof TooMuchJsonError) throw unreadable(error);
    return NOT_JSON;
  }
}

/** Reads only the envelope. The entries of the list may be anything. */
export const readEventsBody: FastifySchemaCompiler<unknown> = () => (body) => {
  try {
    return { value: { events: eventsOf(body) } };
  } catch (error) {
    return { error: error as Error };
  }
};

function eventsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return checkCount(body);
  if (typeof body !== 'object' || body === null) {
    throw refused(
      say('must_be_object_or_events', 'the request body must be a JSON object or a list of events'),
    );
  }
  const { events } = body as { events?: unknown };
  if (events === undefined || events === null || events === '')
    throw refused(fieldProblem('events', 'required', IS_REQUIRED));
  if (!Array.isArray(events)) throw badEvents('invalid');
  return checkCount(events);
}

function checkCount<Entry>(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length > MOST_EVENTS) throw badEvents('too_long');
  return entries;
}

function badEvents(code: ProblemCode) {
  const sentence = about('must_be_list_of_at_most', 'must be a list of at most {most} entries', {
    most: MOST_EVENTS,
  });
  return refused(fieldProblem('events', code, sentence));
}
