import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

export const API = '/custom/api/v1';

type Answer = Promise<LightMyRequestResponse>;
type Payload = InjectOptions['payload'];
type Headers = Readonly<Record<string, string>>;

/** Sends requests to the API with its own headers; `more` adds headers or changes them. */
export interface Client {
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: Payload | undefined,
    more?: Headers,
  ): Answer;
  get(path: string, more?: Headers): Answer;
  /** The JSON of a page that must be found. */
  read(path: string): Promise<ReturnType<typeof JSON.parse>>;
  post(path: string, payload?: Payload, more?: Headers): Answer;
  put(path: string, payload?: Payload, more?: Headers): Answer;
  delete(path: string, payload?: Payload, more?: Headers): Answer;
}

/** A client with these headers. */
export function clientOf(app: FastifyInstance, headers: Headers): Client {
  const call: Client['call'] = (method, path, payload, more) =>
    app.inject({
      method,
      url: `${API}${path}`,
      headers: { ...headers, ...more },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    call,
    get: (path, more) => call('GET', path, undefined, more),
    read: async (path) => {
      const response = await call('GET', path);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    post: (path, payload, more) => call('POST', path, payload, more),
    put: (path, payload, more) => call('PUT', path, payload, more),
    delete: (path, payload, more) => call('DELETE', path, payload, more),
  };
}
