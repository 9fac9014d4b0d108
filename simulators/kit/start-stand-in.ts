import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, readJson } from '../../src/partners/answer-fields.ts';
import { CallLimits } from './call-limits.ts';
import { FAULT_KINDS, Faults, readFault } from './faults.ts';
import { Pushes, readPushPlan } from './pushes.ts';
import {
  BadInstruction,
  htmlAnswer,
  json,
  type Sent,
  type StandIn,
  type StandInAnswer,
  StandInClock,
  type StandInInstruction,
  type StandInRoute,
} from './stand-in.ts';

export interface StandInDependencies {
  readonly clock: StandInClock;
  readonly pushes: Pushes;
}

/** The class of a courier's stand-in. */
export interface StandInClass {
  /** The settings that connect a courier account to it, besides `base_url`. */
  readonly settings: Readonly<Record<string, string>>;
  new (dependencies: StandInDependencies): StandIn;
}

/** A running stand-in, with the instructions that a test or a person can give. */
export interface RunningStandIn<Courier extends StandIn = StandIn> {
  readonly url: string;
  readonly courier: Courier;
  readonly faults: Faults;
  readonly pushes: Pushes;
  readonly clock: StandInClock;
  /** The number of requests of each call, including refused ones. */
  readonly calls: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

const CONTROL = '/_stand-in';
const FLOOD = `[${'{},'.repeat(5 * 1024 * 1024)}{}]`;
const LONGEST_BODY = 16 * 1024 * 1024;

/**
 * @param port 0 for any free port
 * @param startsAt the first time of its clock; absent for the machine's time
 */
export async function startStandIn<Courier extends StandIn>(
  open: (dependencies: StandInDependencies) => Courier | Promise<Courier>,
  { port = 0, host = '127.0.0.1', startsAt }: { port?: number; host?: string; startsAt?: Date } = {},
): Promise<RunningStandIn<Courier>> {
  const [clock, pushes, faults] = [new StandInClock(startsAt), new Pushes(), new Faults()];
  const courier = await open({ clock, pushes });
  const limits = new CallLimits(courier.limits, clock);
  const calls: Record<string, number> = {};
  const instructions = { ...commonInstructions({ faults, pushes, clock, limits }), ...courier.instructions };

  const server = createServer((message, response) => {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://stand-in');
    void readBody(message)
      .then(async (body) => {
        if (body === null) return send(response, htmlAnswer(413, '413 Request Entity Too Large'));
        if (pathname === CONTROL || pathname.startsWith(`${CONTROL}/`)) {
          const name = pathname.slice(CONTROL.length + 1);
          return send(response, control(message.method ?? 'GET', name, body));
        }
        await serve(message, response, pathname, searchParams, body);
      })
      .catch((error: unknown) => {
        if (!response.destroyed) send(response, json(500, { stand_in: String(error) }));
      });
  });

  async function serve(
    message: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
    body: string,
  ): Promise<void> {
    const method = message.method ?? 'GET';
    const [route, groups] = findRoute(courier.routes, method, path);
    if (route === null) return send(response, courier.words.unknown({ method, path }));
    const origin = `http://${message.headers.host ?? 'stand-in'}`;
    const { headers } = message;
    const sent = fieldsOf(readJson(body));
    const request = { call: route.call, method, path, query, headers, body, sent, groups, origin };
    calls[route.call] = (calls[route.call] ?? 0) + 1;
    const { delayMs, fault } = faults.strike(route.call);
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (fault?.kind === 'lose_request') return;
    if (fault?.kind === 'status') return send(response, courier.words.withStatus(fault.status));
    if (fault?.kind === 'html') return send(response, htmlAnswer(200, 'Sign in'));
    if (!limits.take(route.call)) return send(response, courier.words.slowDown);
    if (fault?.kind === 'refuse') return send(response, courier.words.refusal(request));
    const answer = route.answer(request);
    if (fault?.kind === 'twice') route.answer(request);
    if (fault?.kind === 'lose_answer') return;
    if (fault?.kind === 'flood')
      return send(response, { status: 200, body: FLOOD, type: 'application/json' });
    if (fault?.kind === 'cut') return void response.destroy();
    send(response, answer, fault?.kind === 'truncated');
  }

  function control(method: string, name: string, body: string): StandInAnswer {
    if (name === '') return json(200, helpOf(courier, instructions, calls));
    if (name === 'parcels') return json(200, { parcels: courier.parcels() });
    const found = instructions[name];
    if (found === undefined) return json(404, { error: `there is no ${CONTROL}/${name}` });
    if (method !== 'POST') return json(405, { error: 'POST a JSON object', example: found.example });
    try {
      return json(200, found.run(readObject(body)) ?? { done: true });
    } catch (error) {
      if (error instanceof BadInstruction) return json(422, { error: error.message, example: found.example });
      throw error;
    }
  }

  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    courier,
    faults,
    pushes,
    clock,
    calls,
    stop: async () => {
      pushes.to(null);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function commonInstructions(parts: {
  faults: Faults;
  pushes: Pushes;
  clock: StandInClock;
  limits: CallLimits;
}): Record<string, StandInInstruction> {
  const { faults, pushes, clock, limits } = parts;
  return {
    faults: {
      help: `fail in one of these ways: ${FAULT_KINDS.join(', ')}; {"clear": true} takes all of them back`,
      example: { kind: 'lose_answer', call: 'create', share: 0.05, times: 3, milliseconds: 500, status: 403 },
      run: (instruction) => {
        if (instruction.clear === true) faults.clear();
        else faults.add(readFault(instruction));
        return { faults: faults.list() };
      },
    },
    pushes: {
      help: 'push every scan to this address, of which some may be lost, repeated or out of order; null for none',
      example: { url: 'http://127.0.0.1:8080/carrier-events/...', lose: 0, repeat: 0, out_of_order: false },
      run: (instruction) => {
        if (instruction.url !== undefined) pushes.to(readPushPlan(instruction));
        return { plan: pushes.plan, ...pushes.counts };
      },
    },
    clock: {
      help: "put the stand-in's clock forward",
      example: { minutes: 30 },
      run: (instruction) => {
        if (typeof instruction.minutes === 'number' && instruction.minutes > 0)
          clock.forward(instruction.minutes * 60_000);
        return { now: clock.now().toISOString() };
      },
    },
    limits: {
      help: "keep the courier's printed limits, or not",
      example: { on: false },
      run: (instruction) => {
        if (typeof instruction.on !== 'boolean') throw new BadInstruction('on must be true or false');
        limits.isOn = instruction.on;
        return { on: limits.isOn };
      },
    },
  };
}

function helpOf(
  courier: StandIn,
  instructions: Readonly<Record<string, StandInInstruction>>,
  callCounts: Readonly<Record<string, number>>,
) {
  return {
    courier: courier.courier,
    calls: courier.routes.map(({ call, method, path }) => ({
      call,
      method,
      path: path.source,
      asked: callCounts[call] ?? 0,
    })),
    [`GET ${CONTROL}/parcels`]: 'every parcel that it has',
    ...Object.fromEntries(
      Object.entries(instructions).map(([name, { help, example }]) => [
        `POST ${CONTROL}/${name}`,
        { help, example },
      ]),
    ),
  };
}

function findRoute(
  routes: readonly StandInRoute[],
  method: string,
  path: string,
): [StandInRoute, readonly string[]] | [null, readonly string[]] {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match !== null) return [route, match.slice(1).map((group) => decodeURIComponent(group ?? ''))];
  }
  return [null, []];
}

function send(
  response: ServerResponse,
  { status, body, type, headers }: StandInAnswer,
  isTruncated = false,
): void {
  const content =
    typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    'content-type': type ?? (typeof body === 'string' ? 'text/plain' : 'application/json'),
    'content-length': content.length,
  });
  if (!isTruncated) return void response.end(content);
  // The connection ends before all the bytes that the header promised were sent.
  response.write(content.subarray(0, Math.ceil(content.length / 2)), () => response.destroy());
}

async function readBody(message: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readObject(body: string): Sent {
  const instruction = readJson(body);
  if (typeof instruction === 'object' && instruction !== null && !Array.isArray(instruction))
    return instruction as Sent;
  throw new BadInstruction('the body must be a JSON object');
}
