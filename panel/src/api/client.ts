import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '#api';
import { inWords, loadSentences, type Said } from '../words/sentences.ts';

/** One problem of an answer: the service's sentence, and the field of the request that it is about. */
export interface FieldProblem extends Said {
  readonly field: string | null;
  readonly code: string;
}

/** An answer with a status of 400 or more. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  /** The operator finds the request in the logs by this id. */
  readonly requestId: string | null;

  constructor(status: number, problems: readonly FieldProblem[], requestId: string | null) {
    super(problems.map(({ message }) => message).join(' ') || `HTTP ${status}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
  }

  /**
   * The problem of a field that has any of these names, in the reader's words and without a name in front: 'is
   * required'. A field of a form puts its label there. Null if nothing is wrong.
   */
  of(...fields: readonly string[]): string | null {
    const found = this.problems.filter(({ field }) => field !== null && fields.includes(field));
    if (found.length === 0) return null;
    return found.map((one) => inWords(one, { isNamed: true })).join('; ');
  }
}

/** Tells whether somebody else has made the same change already, or makes it now. */
export function isConflict(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.problems.some(({ code }) => code === 'conflict');
}

/** Tells whether the error means that nothing answered, as when the browser is offline. */
export function isOffline(error: unknown): boolean {
  return error instanceof TypeError;
}

/** The sentence to show for an error that belongs to no field. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.problems.map((one) => inWords(one)).join('. ');
  return error instanceof Error ? error.message : String(error);
}

/** What a route answers. */
export type Answer<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body that a route takes. */
export type Sent<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

let csrfToken: string | null = null;
const endings = new Set<() => void>();

/** Sets the CSRF token that every change sends from now on. */
export function carryToken(token: string | null): void {
  csrfToken = token;
}

/** Calls the listener when an answer says that the session is over. */
export function onSessionEnd(listener: () => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** Headers of a change that is sent without this client, such as an upload. */
export function changeHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

/** Asks for all details of problems, also where the answer is otherwise fixed as plain sentences. */
export const WITH_PROBLEMS = { prefer: 'problems' };

const middleware: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return;
    for (const [name, value] of Object.entries(changeHeaders())) request.headers.set(name, value);
  },
  async onResponse({ response, schemaPath }) {
    if (response.ok) return;
    const problem = await problemOf(response);
    if (response.status === 401 && !schemaPath.endsWith('/session')) for (const end of endings) end();
    throw problem;
  },
};

/** Reads an answer with a status of 400 or more as an error. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  await loadSentences();
  const body = (await response.json().catch(() => null)) as { problems?: FieldProblem[] } | null;
  // Something in front of the service answered.
  const unknown = { field: null, code: 'failed', message: `HTTP ${response.status}` };
  return new ApiProblem(response.status, body?.problems ?? [unknown], response.headers.get('x-request-id'));
}

/** Every call of the service, with the types of its OpenAPI document. A failure is thrown as `ApiProblem`. */
export const api = createClient<paths>({ baseUrl: '/', headers: WITH_PROBLEMS });
api.use(middleware);

/** Returns the `data` of a call's answer. */
export async function answerOf<Answer>(call: Promise<{ data?: Answer }>): Promise<Answer> {
  const { data } = await call;
  return data as Answer;
}

/** A new `Idempotency-Key`: a request that is repeated with it gets the first answer again. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
