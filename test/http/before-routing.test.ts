import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { inEnglish } from '../support/in-english.ts';

let port: number;

const test = await openApp();
await test.app.listen({ host: '127.0.0.1', port: 0 });
({ port } = test.app.server.address() as AddressInfo);

/** Sends raw bytes and reads the answer until the connection closes. */
async function send(request: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(Buffer.from(request, 'latin1'));
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

const END = 'Host: x\r\nConnection: close\r\n\r\n';

describe('a request that is refused before routing', () => {
  it.each([
    ['invalid HTTP', 'garbage\r\n\r\n', 400, 'The request is not valid HTTP'],
    [
      'headers above 16 kB',
      `GET /health HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'The headers of the request are larger than 16 kB together',
    ],
    [
      'two lengths',
      `POST /custom/api/v1/rates HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${END}`,
      400,
      'The request is not valid HTTP',
    ],
    [
      'a path that cannot be decoded',
      `GET /track/%E0%A4%A HTTP/1.1\r\n${END}`,
      404,
      'No such path: GET /track/%E0%A4%A. Paths of the API begin with /custom/api/v1',
    ],
    [
      'a part of the path longer than any id',
      `GET /track/${'a'.repeat(400)} HTTP/1.1\r\n${END}`,
      404,
      `No such path: GET /track/${'a'.repeat(193)}. Paths of the API begin with /custom/api/v1`,
    ],
  ])('has the error body and a request id: %s', async (_what, request, status, sentence) => {
    const answer = await send(request);
    expect(answer.status).toBe(status);
    expect(inEnglish(JSON.parse(answer.body))).toEqual({
      status: 'ERROR',
      message: sentence,
      errors: [sentence],
      problems: [{ field: null, code: expect.any(String), message: sentence }],
    });
    expect(answer.head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
    expect(answer.head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  });

  // Only a route can choose another error shape; this is the shape that store clients read.
  it('has the same error body below the path of stores', async () => {
    const answer = await send(`GET /custom/api/v1/client-stores/%ZZ HTTP/1.1\r\n${END}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 'ERROR',
      errors: ['No such path: GET /custom/api/v1/client-stores/%ZZ'],
    });
  });
});

describe('an unusual request', () => {
  it.each([
    ['without a host is accepted', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['with an unknown expectation is accepted', `GET /health HTTP/1.1\r\nExpect: the-best\r\n${END}`],
  ])('%s', async (_what, request) => {
    const answer = await send(request);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('{"status":"up"}');
  });

  it('with an encoded path has the errors of its endpoint', async () => {
    const { headers } = await test.account();
    const response = await test.app.inject({
      method: 'POST',
      url: '/custom/api/v1/client%2Dstores',
      headers,
      payload: {},
    });
    expect(response.json()).toEqual({ errors: ['store_name is required'] });
  });
});
