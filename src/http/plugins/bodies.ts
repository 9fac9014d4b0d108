import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseForeignForm, UnreadableFormError } from '../../problems/foreign-form.ts';
import {
  bodyHolds,
  type JsonLimits,
  parseForeignJson,
  TooMuchJsonError,
} from '../../problems/foreign-json.ts';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { hasCredential } from './credential.ts';
import { BODY_MUST_BE_JSON } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The whole body of the route is a file of this media type, which the route reads as a stream. */
    file?: 'text/csv';
    /** True if a body may be a form without a credential in a header: the route neither reads nor sets a cookie. */
    form?: true;
    /** What the JSON of a body may hold; `USUAL_JSON` if missing. */
    json?: JsonLimits;
  }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

export const BODY_NOT_JSON = say('body_not_json', 'The body is not valid JSON');
const MUST_NOT_BE_COMPRESSED = say('must_not_be_compressed', 'The body must not be compressed');
const MUST_BE_JSON_OR_FORM = say(
  'must_be_json_or_form',
  'The body must be JSON (content type application/json or multipart/form-data)',
);

/** Content types of tables and JSON Lines files. What a file is, its bytes say. */
const FILE_TYPES = [
  'text/csv',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/tab-separated-values',
  'text/plain',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
];

/**
 * Parses bodies as JSON in UTF-8. An absent or empty body is `{}` with any content type. A body without a
 * content type counts as JSON. Requests with a credential in a header may also be forms.
 */
export function addBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      let value: unknown;
      try {
        value = parseJson(request, body);
      } catch (error) {
        done(error as Error);
        return;
      }
      done(null, value);
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (takesFile(request)) throw notTheFile(request);
    if (takesUrlEncoded(request)) return parseForm(request, body);
    if (body.length > 0 && request.headers['content-type'] !== undefined) {
      throw new Problem('unsupported_media', takesForms(request) ? MUST_BE_JSON_OR_FORM : BODY_MUST_BE_JSON);
    }
    return parseJson(request, body);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    request.body ??= {};
    done();
  });
}

/** Tells whether the route reads its body as a stream. */
export function takesFile({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.file !== undefined;
}

/** Lets the routes of this scope take files as their bodies: `request.body` is a stream. */
export function addFileBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser(FILE_TYPES, (_request, payload, done) => done(null, payload));
  scope.addHook('preHandler', (request, _reply, done) => {
    const { file } = request.routeOptions.config;
    const isFile = request.body instanceof Readable;
    done(file === undefined || isFile ? undefined : notTheFile(request));
  });
}

function notTheFile({ routeOptions }: FastifyRequest): Problem {
  const sentence = say(
    'body_must_be_file',
    'The body must be the file itself (content type {content_type})',
    {
      content_type: String(routeOptions.config.file),
    },
  );
  return new Problem('unsupported_media', sentence);
}

/**
 * The file in a request. A reader may end before the file does, and is still answered: the connection stays.
 *
 * @throws Problem if it is compressed
 */
export function fileOf(request: FastifyRequest): AsyncIterable<Buffer> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem('unsupported_media', MUST_NOT_BE_COMPRESSED);
  }
  return (request.body as Readable).iterator({ destroyOnReturn: false });
}

/** Tells whether the request is a form for a route that takes forms. */
export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '') && takesForms(request);
}

function takesForms({ server }: FastifyRequest): boolean {
  return server.hasContentTypeParser('multipart/form-data');
}

/**
 * Tells whether the body is a form, and may be one. A page of another site can make a browser post a form with its cookies, but not with
 * a credential in a header.
 */
function takesUrlEncoded(request: FastifyRequest): boolean {
  const isUrlEncoded = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  if (!isUrlEncoded) return false;
  return request.routeOptions.config.form === true || (request.account !== null && hasCredential(request));
}

/** @throws Problem if its encoding is broken, or it holds too much */
function parseForm(request: FastifyRequest, body: Buffer): unknown {
  const sent = readBytes(request, body).toString('utf8');
  try {
    return parseForeignForm(sent, request.routeOptions.config.json);
  } catch (error) {
    if (error instanceof UnreadableFormError) throw new Problem('unreadable', error.sentence);
    throw unreadable(error);
  }
}

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  return jsonOf(readBytes(request, body), request.routeOptions.config.json);
}

/** Parses a body; `{}` if it is empty. @throws Problem if it is not JSON, or holds too much */
export function jsonOf(sent: Buffer | string, limits?: JsonLimits): unknown {
  if (sent.length === 0) return {};
  try {
    return parseForeignJson(sent, limits);
  } catch (error) {
    throw unreadable(error);
  }
}

/** The problem of a body whose JSON could not be parsed. */
export function unreadable(error: unknown): Problem {
  return new Problem('unreadable', error instanceof TooMuchJsonError ? bodyHolds(error) : BODY_NOT_JSON);
}

/** The bytes of a body, without a byte order mark. @throws Problem if it is compressed or not UTF-8 */
export function readBytes(request: FastifyRequest, body: Buffer): Buffer {
  if (body.length === 0) return body;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem('unsupported_media', MUST_NOT_BE_COMPRESSED);
  }
  if (!isUtf8(body)) throw new Problem('unreadable', say('body_not_utf_8', 'The body is not UTF-8'));
  const isMarked = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? body.subarray(BYTE_ORDER_MARK.length) : body;
}
