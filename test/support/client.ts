import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

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
    post: (path, payload, more) => call('POST', path, payload, more),
    put: (path, payload, more) => call('PUT', path, payload, more),
    delete: (path, payload, more) => call('DELETE', path, payload, more),
  };
}
