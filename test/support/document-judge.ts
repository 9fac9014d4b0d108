import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestDatabase } from './database.ts';

/** The longest part of a path, in characters; `buildApp` refuses longer ones. */
const LONGEST_PART = 300;

/**
 * Judges everything that the service sends by its OpenAPI document. Each schema is compiled once, when it is
 * first needed.
 */
export class DocumentJudge {
  readonly #document: Record<string, unknown>;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #paths: readonly (readonly [pattern: RegExp, path: string])[];

  constructor(document: Record<string, unknown>) {
    this.#document = document;
    this.#ajv.addSchema(document, 'openapi');
    this.#paths = Object.keys(document.paths as object)
      // If two paths fit, the one with fewer parameters wins.
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => [
        new RegExp(`^${path.replace(/[.*+?]/g, '\\$&').replace(/\{\w+\}/g, `[^/]{1,${LONGEST_PART}}`)}$`),
        path,
      ]);
  }

  /** Why the document does not allow an answer; null if it does, or if it has no such operation. */
  whyNotAnswer(
    { method, url }: { method: string; url: string },
    { statusCode, headers, body }: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
  ): string | null {
    const path = this.#pathOf(url);
    const operation = ['paths', path ?? '', method.toLowerCase()];
    if (path === null || this.#at(operation) === undefined) return null;
    const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
    // The document promises no answer 500, and a person at a wrong address gets an HTML page.
    if (statusCode === 500 || (statusCode === 404 && mediaType === 'text/html')) return null;
    const name = `${method} ${path} ${statusCode}`;
    const place = [...operation, 'responses', String(statusCode)];
    const stated = this.#at(place);
    if (stated === undefined) return `${name} is no stated status: ${body}`;
    const at = '$ref' in stated ? String(stated.$ref).slice(2).split('/') : place;
    const content = this.#at([...at, 'content']);
    if (content === undefined) return body === '' ? null : `${name} has a body: ${body}`;
    if (!(mediaType in content)) return `${name}: ${mediaType} is no stated content type`;
    if (mediaType !== 'application/json') return null;
    const wrong = this.#judge([...at, 'content', mediaType, 'schema'], JSON.parse(body));
    return wrong === null ? null : `${name}: ${wrong}\n${body}`;
  }

  /** Why the document does not allow a request; null if it does. */
  whyNotRequest({ method, url, body }: { method: string; url: string; body: unknown }): string | null {
    const path = this.#pathOf(url);
    const operation = ['paths', path ?? '', method.toLowerCase()];
    const stated = this.#at(operation);
    if (stated === undefined) return `${method} ${url} is no operation`;
    const parameters = (this.#at([...operation, 'parameters']) ?? []) as readonly {
      in: string;
      name: string;
    }[];
    const asked = [...new URL(url, 'http://localhost').searchParams].map(([name, value]) => {
      const index = parameters.findIndex((one) => one.in === 'query' && one.name === name);
      if (index < 0) return `${name} is no parameter`;
      return this.#judge([...operation, 'parameters', String(index), 'schema'], value);
    });
    const content = [...operation, 'requestBody', 'content', 'application/json', 'schema'];
    const wrong = [...asked, body === undefined ? null : this.#judge(content, body)].filter(Boolean);
    return wrong.length === 0 ? null : `${method} ${path}: ${wrong.join('; ')}`;
  }

  /** Why the document does not allow the body of a webhook; null if it does. */
  whyNotWebhook(event: string, body: unknown): string | null {
    const place = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    const wrong = this.#judge(place, body);
    return wrong === null ? null : `webhook ${event}: ${wrong}\n${JSON.stringify(body)}`;
  }

  #pathOf(url: string): string | null {
    const [pathname = ''] = url.replace(/^\w+:\/\/[^/]+/, '').split('?', 1);
    try {
      decodeURIComponent(pathname);
    } catch {
      return null;
    }
    return this.#paths.find(([pattern]) => pattern.test(pathname))?.[1] ?? null;
  }

  #at(place: readonly string[]): object | undefined {
    return place.reduce<unknown>(
      (found, key) => (found as Record<string, unknown> | undefined)?.[key],
      this.#document,
    ) as object | undefined;
  }

  #judge(place: readonly string[], value: unknown): string | null {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `openapi#/${pointer.join('/')}`;
    const validate = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, validate);
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}

let judge: DocumentJudge | null = null;

/** The judge of this process: every app has the same document. */
export function documentJudge(app: FastifyInstance): DocumentJudge {
  judge ??= new DocumentJudge(app.swagger() as unknown as Record<string, unknown>);
  return judge;
}

/** Collects what an app sends and the document does not allow. `inject` fails at once, everything else at the end. */
export class AppJudge {
  readonly #app: FastifyInstance;
  readonly #wrong: string[] = [];
  #newestWebhook = 0;

  constructor(app: FastifyInstance) {
    this.#app = app;
    const inject = app.inject.bind(app);
    const judged = async (request: InjectOptions | string) => {
      const response = await inject(request);
      const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
      const why = documentJudge(app).whyNotAnswer({ method, url: String(url) }, response);
      if (why !== null) throw new Error(NOT_ALLOWED + why);
      return response;
    };
    app.inject = ((request?: InjectOptions | string) =>
      request === undefined ? inject() : judged(request)) as typeof app.inject;
    app.server.prependListener('request', (request, response) => this.#listen(request, response));
  }

  /** Judges an answer over the network after it is sent. */
  #listen({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
    const { writeHead, write, end } = response;
    let headers: LightMyRequestResponse['headers'] = {};
    const sent: Buffer[] = [];
    const keep = ([chunk]: readonly unknown[]) => {
      const isJson = String(headers['content-type']).startsWith('application/json');
      if (isJson && (typeof chunk === 'string' || chunk instanceof Uint8Array)) sent.push(Buffer.from(chunk));
    };
    response.writeHead = ((...given: unknown[]) => {
      headers = { ...response.getHeaders(), ...(given.at(-1) as object) } as typeof headers;
      return writeHead.apply(response, given as Parameters<typeof writeHead>);
    }) as typeof writeHead;
    response.write = ((...given: unknown[]) => {
      keep(given);
      return write.apply(response, given as Parameters<typeof write>);
    }) as typeof write;
    response.end = ((...given: unknown[]) => {
      keep(given);
      return end.apply(response, given as Parameters<typeof end>);
    }) as typeof end;
    response.once('finish', () => {
      const { statusCode } = response;
      const body = Buffer.concat(sent).toString('utf8');
      const why = documentJudge(this.#app).whyNotAnswer({ method, url }, { statusCode, headers, body });
      if (why !== null) this.#wrong.push(why);
    });
  }

  /** @throws Error if an answer over the network, or a waiting or sent webhook, since the last call is not allowed */
  async finish({ sql }: TestDatabase): Promise<void> {
    const rows = await sql<{ event: string; body: string; position: number }>(
      'select event, body, position from webhook_events where position > $1',
      [this.#newestWebhook],
    );
    this.#newestWebhook = Math.max(this.#newestWebhook, ...rows.map(({ position }) => position));
    const webhooks = rows.flatMap(
      ({ event, body }) => documentJudge(this.#app).whyNotWebhook(event, JSON.parse(body)) ?? [],
    );
    const [why] = [...this.#wrong.splice(0), ...webhooks];
    if (why !== undefined) throw new Error(NOT_ALLOWED + why);
  }
}

const NOT_ALLOWED = 'The OpenAPI document does not allow what was sent: ';
