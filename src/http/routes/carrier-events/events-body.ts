import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { fieldProblem, type ProblemCode, refused } from '../../../problems/problem.ts';
import { listOf, object } from '../../../reading/fields.ts';
import { readText } from '../../plugins/bodies.ts';
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
      const text = readText(request, body);
      if (text === '') return {};
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      checkCount(lines);
      return lines.map(parseLine);
    },
  );
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
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
    throw refused('the request body must be a JSON object or a list of events');
  }
  const { events } = body as { events?: unknown };
  if (events === undefined || events === null || events === '')
    throw refused(fieldProblem('events', 'required', 'events is required'));
  if (!Array.isArray(events)) throw badEvents('invalid');
  return checkCount(events);
}

function checkCount<Entry>(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length > MOST_EVENTS) throw badEvents('too_long');
  return entries;
}

function badEvents(code: ProblemCode) {
  return refused(fieldProblem('events', code, `events must be a list of at most ${MOST_EVENTS} entries`));
}
