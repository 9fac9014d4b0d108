import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The whole body of the route is a file of this media type, which the route reads as a stream. */
    file?: 'text/csv';
  }
}

const BYTE_ORDER_MARK = 0xfeff;

/** Content types of CSV and JSON Lines files. */
const FILE_TYPES = [
  'text/csv',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
];

/**
 * Parses bodies as JSON in UTF-8. An absent or empty body is `{}` with any content type. A body without a
 * content type counts as JSON.
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
    if (body.length > 0 && request.headers['content-type'] !== undefined) {
      const form = takesForms(request) ? ' or multipart/form-data' : '';
      throw new Problem('unsupported_media', `The body must be JSON (content type application/json${form})`);
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
  const sentence = `The body must be the file itself (content type ${routeOptions.config.file})`;
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
    throw new Problem('unsupported_media', 'The body must not be compressed');
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

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  return jsonOf(readText(request, body));
}

/** Parses a body; `{}` if it is empty. @throws Problem if it is not JSON */
export function jsonOf(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('unreadable', 'The body is not valid JSON');
  }
}

/** A body's text, without a byte order mark. @throws Problem if it is compressed or not UTF-8 */
export function readText(request: FastifyRequest, body: Buffer): string {
  if (body.length === 0) return '';
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem('unsupported_media', 'The body must not be compressed');
  }
  if (!isUtf8(body)) throw new Problem('unreadable', 'The body is not UTF-8');
  const text = body.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
