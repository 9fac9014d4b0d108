import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnswersTogether } from '../../src/http/plugins/answers-together.ts';
import { RequestCounts } from '../../src/http/plugins/rate-limit.ts';
import { addShortWay } from '../../src/http/plugins/short-way.ts';
import type { AccountContext } from '../../src/usecases/service.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';

const RATES = '/custom/api/v1/rates';

interface Answer {
  readonly head: string;
  readonly body: string;
}

/** One connection that stays, on which requests are written as they are. */
class Wire {
  readonly #socket;
  #received = Buffer.alloc(0);

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (part: Buffer) => {
      this.#received = Buffer.concat([this.#received, part]);
    });
  }

  write(text: string | Buffer): void {
    this.#socket.write(text);
  }

  /** The next answer. */
  async read(): Promise<Answer> {
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      const head = this.#received.toString('latin1', 0, Math.max(end, 0));
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (end !== -1 && this.#received.length >= end + 4 + length) {
        const body = this.#received.toString('utf8', end + 4, end + 4 + length);
        this.#received = this.#received.subarray(end + 4 + length);
        return { head, body };
      }
      await once(this.#socket, 'data');
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** A request as it is written on the wire. */
function written(path: string, headers: Record<string, string>, body: string | Buffer): Buffer {
  const head = Object.entries({ host: 'x', 'content-length': String(Buffer.byteLength(body)), ...headers });
  const lines = [`POST ${path} HTTP/1.1`, ...head.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

describe('the short way', () => {
  const JSON_TYPE = { 'content-type': 'application/json', authorization: 'good' };
  let app: FastifyInstance;
  let wire: Wire;
  let onLongWay: () => void;

  beforeEach(async () => {
    onLongWay = () => undefined;
    app = Fastify();
    app.addHook('onRequest', async () => onLongWay());
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.post('/quote', async ({ body }) => ({ long: body ?? null }));
    addShortWay(app, {
      routes: [
        {
          path: '/quote',
          answer: (_account, body) => {
            if (body.includes('broken')) throw new Error('broken');
            return body.includes('plain') ? '{"short":true}' : null;
          },
        },
      ],
      credentials: {
        known: (text) =>
          text === 'good' ? ({ accountId: 'a', credentialId: 'c' } as unknown as AccountContext) : null,
      },
      counts: new RequestCounts(3, () => new Date(0)),
      together: new AnswersTogether(),
      time: () => undefined,
      logger: pino({ level: 'silent' }),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    wire = new Wire((app.server.address() as AddressInfo).port);
  });
  afterEach(async () => {
    wire.close();
    await app.close();
  });

  async function answerTo(path: string, headers: Record<string, string>, body: string): Promise<unknown> {
    wire.write(written(path, headers, body));
    return JSON.parse((await wire.read()).body);
  }

  it('answers a plain request', async () => {
    expect(await answerTo('/quote', JSON_TYPE, '{"a":"plain"}')).toEqual({ short: true });
    const named = {
      ...JSON_TYPE,
      'content-type': 'application/json; charset=UTF-8',
      authorization: 'Bearer good',
    };
    expect(await answerTo('/quote', named, '{"a":"plain"}')).toEqual({ short: true });
  });

  it.each([
    ['another credential', '/quote', { ...JSON_TYPE, authorization: 'other' }, '{"a":"plain"}'],
    ['no credential', '/quote', { 'content-type': 'application/json' }, '{"a":"plain"}'],
    ['a query string', '/quote?', JSON_TYPE, '{"a":"plain"}'],
    ['a route that wants more', '/quote', JSON_TYPE, '{"a":"other"}'],
    ['a route that fails', '/quote', JSON_TYPE, '{"a":"broken plain"}'],
    ['a large body', '/quote', JSON_TYPE, `{"a":"plain ${'a'.repeat(9_000)}"}`],
  ])('hands on, with its body as it came: %s', async (_what, path, headers, body) => {
    expect(await answerTo(path, headers, body)).toEqual({ long: JSON.parse(body) });
    expect(await answerTo('/quote', JSON_TYPE, '{"a":"plain"}')).toEqual({ short: true });
  });

  it.each([
    ['a body of another type', { ...JSON_TYPE, 'content-type': 'text/plain' }, 'plain', 'plain'],
    ['an empty body', { ...JSON_TYPE, 'content-type': 'text/plain' }, '', ''],
  ])('hands on %s', async (_what, headers, body, long) => {
    expect(await answerTo('/quote', headers, body)).toEqual({ long });
  });

  it('hands on an empty body of JSON, to be told what is wrong with it', async () => {
    expect(await answerTo('/quote', JSON_TYPE, '')).toMatchObject({ code: 'FST_ERR_CTP_EMPTY_JSON_BODY' });
  });

  it('hands on a body that comes in parts', async () => {
    const request = written('/quote', JSON_TYPE, '{"a":"plain"}');
    const started = new Promise<void>((resolve) => {
      onLongWay = resolve;
    });
    wire.write(request.subarray(0, -5));
    await started;
    wire.write(request.subarray(-5));
    expect(JSON.parse((await wire.read()).body)).toEqual({ long: { a: 'plain' } });
  });

  it('hands on a body in chunks', async () => {
    const { authorization, 'content-type': type } = JSON_TYPE;
    wire.write(
      `POST /quote HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\nd\r\n{"a":"plain"}\r\n0\r\n\r\n`,
    );
    expect(JSON.parse((await wire.read()).body)).toEqual({ long: { a: 'plain' } });
  });

  it('answers requests that come together in their order', async () => {
    const [plain, other] = ['{"a":"plain"}', '{"a":"other"}'].map((body) =>
      written('/quote', JSON_TYPE, body),
    );
    wire.write(Buffer.concat([plain, other, plain, other] as Buffer[]));
    const answers = [await wire.read(), await wire.read(), await wire.read(), await wire.read()];
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual([
      { short: true },
      { long: { a: 'other' } },
      { short: true },
      { long: { a: 'other' } },
    ]);
  });

  it('hands on what is beyond the limit', async () => {
    for (const remaining of ['2', '1', '0']) {
      wire.write(written('/quote', JSON_TYPE, '{"a":"plain"}'));
      expect((await wire.read()).head).toContain(`ratelimit-remaining: ${remaining}\r\n`);
    }
    expect(await answerTo('/quote', JSON_TYPE, '{"a":"plain"}')).toEqual({ long: { a: 'plain' } });
  });
});

describe('POST /rates on both ways', () => {
  let test: TestApp;
  let account: TestAccount;
  let port: number;
  let lines: Record<string, unknown>[];
  let onLine: () => void;

  beforeAll(async () => {
    lines = [];
    onLine = () => undefined;
    const logger = pino({ base: null }, { write: (line: string) => noted(JSON.parse(line)) });
    test = await startApp({ rateLimit: 1_000, logger });
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = test.app.server.address() as AddressInfo);
    account = await test.account();
    // The credential and the account's rates are at hand from now on.
    await ask(RATES, FORWARD);
  });
  afterAll(() => test.stop());

  function noted(line: Record<string, unknown>): void {
    if (line.msg !== 'request') return;
    lines.push(line);
    onLine();
  }

  /** On a connection of its own, since some problems end theirs. */
  async function exchange(request: Buffer): Promise<Answer> {
    const wire = new Wire(port);
    try {
      wire.write(request);
      return await wire.read();
    } finally {
      wire.close();
    }
  }

  async function ask(
    path: string,
    body: string | Buffer,
  ): Promise<Answer & { line: Record<string, unknown> }> {
    const logged = new Promise<void>((resolve) => {
      onLine = resolve;
    });
    const answer = await exchange(
      written(path, { ...account.headers, 'content-type': 'application/json' }, body),
    );
    await logged;
    return { ...answer, line: lines.at(-1) ?? {} };
  }

  /** Without what differs from one request to the next. */
  function comparable({ head, body, line }: Awaited<ReturnType<typeof ask>>) {
    const { time: _time, ms: _ms, request_id: _id, ...facts } = line;
    return {
      head: head
        .replace(/^x-request-id: [0-9a-f-]{36}$/m, 'x-request-id: ...')
        .replace(/^ratelimit-remaining: \d+$/m, 'ratelimit-remaining: ...')
        .replace(/^Date: .*$/m, 'Date: ...'),
      body: body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '...'),
      facts,
      keys: Object.keys(line),
    };
  }

  const parcel = {
    journey_type: 'forward',
    origin_pincode: '560001',
    destination_pincode: '110001',
    dead_weight: 500.5,
    length: 10,
    width: 12.5,
    height: 8,
  };
  const FORWARD = JSON.stringify({ ...parcel, payment_method: 'prepaid' });

  it.each([
    ['prepaid', FORWARD],
    ['COD', JSON.stringify({ ...parcel, payment_method: 'COD', shipment_value: '1499.50' })],
    ['a return', JSON.stringify({ ...parcel, journey_type: 'return', qc_applicable: 'false' })],
    [
      'text, numbers and nulls',
      JSON.stringify({
        ...parcel,
        origin_pincode: 560001,
        length: '10',
        payment_method: 'Prepaid',
        shipment_value: null,
      }),
    ],
    ['fields that are not known', JSON.stringify({ ...parcel, payment_method: 'prepaid', note: '😀' })],
    ['a byte order mark', `\ufeff${FORWARD}`],
    ['no carrier', JSON.stringify({ ...parcel, payment_method: 'prepaid', dead_weight: 9_999_999 })],
    ['nothing', '{}'],
    [
      'everything wrong',
      JSON.stringify({ ...parcel, origin_pincode: '999999', length: -1, payment_method: 'cod' }),
    ],
    ['a list', '[]'],
    ['no JSON', '{"journey_type":'],
    ['no UTF-8', Buffer.from('{"journey_type":"\u00ff"}', 'latin1')],
  ])('is answered, logged and limited alike: %s', async (_what, body) => {
    const short = await ask(RATES, body);
    const long = await ask(`${RATES}?`, body);
    expect(comparable(short)).toEqual(comparable(long));
    const remaining = ({ head }: Answer) => Number(/^ratelimit-remaining: (\d+)$/m.exec(head)?.[1]);
    expect(remaining(short)).toBe(remaining(long) + 1);
  });

  it('is timed under one name', async () => {
    const count = async () => {
      const { body } = await test.app.inject({ url: '/metrics' });
      const line =
        /^http_request_duration_seconds_count\{method="POST",route="\/custom\/api\/v1\/rates",status="200"\} (\d+)$/m;
      return Number(line.exec(body)?.[1]);
    };
    const before = await count();
    await ask(RATES, FORWARD);
    await ask(`${RATES}?`, FORWARD);
    expect(await count()).toBe(before + 2);
  });

  it("repeats a client's own request id", async () => {
    const headers = { ...account.headers, 'content-type': 'application/json', 'x-request-id': 'basket-7' };
    expect((await exchange(written(RATES, headers, FORWARD))).head).toMatch(/^x-request-id: basket-7$/m);
  });
});
