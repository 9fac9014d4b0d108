import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '#api';

/** One thing that is wrong, in the service's own sentence, with the field that it is about. */
export interface FieldProblem {
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

/** An answer that is no success: what the service says of it. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  /** To be quoted to whoever runs the service. */
  readonly requestId: string | null;

  constructor(status: number, problems: readonly FieldProblem[], requestId: string | null) {
    super(problems.map(({ message }) => message).join(' ') || `HTTP ${status}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
  }

  /** The sentence about a field, found by any of these names; null if there is none. */
  of(...fields: readonly string[]): string | null {
    const found = this.problems.filter(({ field }) => field !== null && fields.includes(field));
    return found.length === 0 ? null : found.map(({ message }) => message).join(' ');
  }
}

/** Somebody else has done already what was asked for, or does it now. */
export function isConflict(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.problems.some(({ code }) => code === 'conflict');
}

/** Tells whether the error means that nothing answered, as when the browser is offline. */
export function isOffline(error: unknown): boolean {
  return error instanceof TypeError;
}

/** The sentence to show for an error where no field can be named. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.problems.map(({ message }) => message).join('. ');
  return error instanceof Error ? error.message : String(error);
}

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

/** Headers of a change that a form of the browser's own, or an upload, sends. */
export function changeHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

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

/** Makes the error of an answer that is no success. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as {
    problems?: FieldProblem[];
    errors?: string[];
    error?: string;
  } | null;
  const sentences = body?.errors ?? (body?.error ? [body.error] : []);
  const problems =
    body?.problems ?? sentences.map((message) => ({ field: fieldIn(message), code: 'invalid', message }));
  return new ApiProblem(response.status, problems, response.headers.get('x-request-id'));
}

/** Sentences that come without their field begin with it. */
function fieldIn(sentence: string): string | null {
  return /^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+)*) /.exec(sentence)?.[1] ?? null;
}

/** Every call of the service, with the types of its own document. A failure is thrown as `ApiProblem`. */
export const api = createClient<paths>({ baseUrl: '/' });
api.use(middleware);

/** The answer of a call, which throws where there is none. */
export async function answerOf<Answer>(call: Promise<{ data?: Answer }>): Promise<Answer> {
  const { data } = await call;
  return data as Answer;
}

/** A key by which a repeated creation is answered as the first was. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
