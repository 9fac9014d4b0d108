import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { exampleBody } from '../../src/domain/webhooks/webhook-example.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { openShipping } from '../../src/service/shipping.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  settleDeliveries,
  type TriedDelivery,
} from '../../src/storage/webhooks/deliveries.ts';
import { insertWebhookEvents } from '../../src/storage/webhooks/webhook-events.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { changeBy } from '../../src/usecases/service.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { WebhookSender } from '../../src/usecases/webhooks/webhook-sender.ts';
import { PUBLIC_URL, SEALING_KEY, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { lawRuns } from '../support/laws.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';
import { answers, type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { loopbackAllowed, makeWebhook, patientLoopback, sendDueWebhooks } from '../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp({ shipping: { outgoing: loopbackAllowed() } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await test.stop();
});
beforeEach(async () => {
  await test.sql('truncate webhook_endpoints, webhook_events, webhook_deliveries');
  receiver.received.length = 0;
  receiver.plan(answers(204));
  account = await test.account();
});

const SECOND = 1_000;

function fail(error: unknown): never {
  throw error;
}

/** The body of an event about a shipment. */
function exampleOf(shipmentId: string, index: number): string {
  const { service } = test;
  const frame = { eventId: service.newId(), at: service.now().getTime(), publicUrl: PUBLIC_URL };
  const body = JSON.parse(exampleBody('status_change', frame));
  const data = { ...body.data, shipment_id: shipmentId, order_display_id: String(index) };
  return JSON.stringify({ ...body, data });
}

/** Writes events of shipments for an endpoint. */
async function tell(endpointId: string, shipmentIds: readonly string[]): Promise<string[]> {
  const { service } = test;
  const { accountId } = account;
  const events = shipmentIds.map((shipmentId, index) => ({
    accountId,
    eventId: service.newId(),
    shipmentId,
    event: 'status_change' as const,
    body: exampleOf(shipmentId, index),
  }));
  await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('events of a test');
    const deliveries = events.map(({ eventId }) => ({ accountId, eventId, endpointId }));
    await insertWebhookEvents(writer.acrossAccounts, events, deliveries);
  });
  return events.map(({ eventId }) => eventId);
}

async function statesOf(endpointId: string): Promise<Record<string, number>> {
  const rows = await test.sql(
    'select state, count(*)::integer as count from webhook_deliveries where endpoint_id = $1 group by state',
    [endpointId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Claims due deliveries for 60 seconds. */
function claim(
  underWay: ReadonlyMap<string, number> = new Map(),
  room = { ofEndpoint: 16, well: 16, failing: 16 },
): Promise<ClaimedDelivery[]> {
  const { database, processId, now } = test.service;
  const until = new Date(now().getTime() + 60 * SECOND);
  return claimDeliveries(database, { processId, now: now(), until, room, underWay });
}

function triedTo(state: TriedDelivery['state'], delivery: ClaimedDelivery): TriedDelivery {
  const triedAt = test.service.now();
  return { ...delivery, state, dueAt: triedAt, httpStatus: null, error: null, triedAt, durationMs: 1 };
}

/** Another process of the service on the same database. */
async function otherProcess(): Promise<{ service: ShippingService; close(): Promise<void> }> {
  const { database, now, newId, quotes } = test.service;
  return openShipping(
    { database, now, newId },
    { quotes, sealing: new Sealing(SEALING_KEY), outgoing: loopbackAllowed(), onError: fail },
  );
}

describe('the order of deliveries', () => {
  it('is kept for each shipment with any successes and failures, and no delivery is lost', async () => {
    const plan = fc.array(fc.record({ shipment: fc.nat(3), failures: fc.nat({ max: 2 }) }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(plan, async (events) => {
        const { id } = await makeWebhook(account, { url: receiver.url });
        const shipments = Array.from({ length: 4 }, () => randomUUID());
        const left = events.map(({ failures }) => failures);
        receiver.received.length = 0;
        receiver.plan(({ data }, response) => {
          const index = Number(data.order_display_id);
          const isFailing = (left[index] ?? 0) > 0;
          left[index] = (left[index] ?? 0) - 1;
          // biome-ignore lint/plugin: a receiver whose answers overtake each other
          setTimeout(() => answers(isFailing ? 500 : 200)({} as never, response), index % 3);
        });
        await tell(
          id,
          events.map(({ shipment }) => shipments[shipment] ?? ''),
        );
        await sendDueWebhooks(test);
        for (const shipment of shipments) {
          const first = receiver.received.filter(({ data }) => data.shipment_id === shipment);
          const indexes = first.map(({ data }) => Number(data.order_display_id));
          expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
        }
        for (const seconds of [6, 36]) {
          test.advance(seconds * SECOND);
          await sendDueWebhooks(test);
        }
        expect(await statesOf(id)).toEqual({ delivered: events.length });
        expect(receiver.received).toHaveLength(events.reduce((sum, { failures }) => sum + failures + 1, 0));
        await account.delete(`/webhooks/${id}`);
      }),
      lawRuns(15),
    );
  });

  it('is kept by two simultaneous processes, and each delivery is sent once', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const shipments = Array.from({ length: 10 }, () => randomUUID());
    await tell(
      id,
      Array.from({ length: 200 }, (_, index) => shipments[index % 10] ?? ''),
    );
    const other = await otherProcess();
    try {
      const senders = [test.service, other.service].map((service) => new WebhookSender(service, fail));
      await Promise.all(senders.map((sender) => sender.sendDue()));
      await sendDueWebhooks(test);
    } finally {
      await other.close();
    }
    expect(receiver.received).toHaveLength(200);
    for (const shipment of shipments) {
      const indexes = receiver.received
        .filter(({ data }) => data.shipment_id === shipment)
        .map(({ data }) => Number(data.order_display_id));
      expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
    }
  });
});

describe('the result of a try', () => {
  const settle = (tried: readonly TriedDelivery[]) =>
    settleDeliveries(test.service.database, test.service.processId, tried);

  it('keeps an endpoint healthy if it accepted one of several deliveries that are recorded together', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const failingSince = async () => (await account.get(`/webhooks/${id}`)).json().data.failing_since;
    await tell(id, [randomUUID(), randomUUID()]);
    const [one, two] = await claim();
    if (one === undefined || two === undefined) throw new Error('Two were not taken');
    await settle([triedTo('delivered', one), triedTo('retrying', two)]);
    expect(await failingSince()).toBeNull();
    const [again] = await claim();
    if (again === undefined) throw new Error('None was taken');
    await settle([triedTo('retrying', again)]);
    expect(await failingSince()).toEqual(expect.any(String));
  });

  it('is not recorded with an expired claim, even of the same process', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    await tell(id, [randomUUID()]);
    const [old] = await claim();
    test.advance(61 * SECOND);
    const [current] = await claim();
    if (old === undefined || current === undefined) throw new Error('It was not taken twice');
    await settle([triedTo('failed', old)]);
    expect(await statesOf(id)).toEqual({ waiting: 1 });
    await settle([triedTo('failed', current)]);
    expect(await statesOf(id)).toEqual({ failed: 1 });
  });

  it('after the endpoint was switched off is recorded only if it is a success', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    await tell(id, [randomUUID(), randomUUID()]);
    const [one, two] = await claim();
    if (one === undefined || two === undefined) throw new Error('Two were not taken');
    await account.put(`/webhooks/${id}`, { enabled: false });
    await settle([triedTo('delivered', one), triedTo('retrying', two)]);
    expect(await statesOf(id)).toEqual({ delivered: 1, failed: 1 });
  });

  it('that failed leaves its endpoint only the room of failing endpoints', async () => {
    const [well, failing] = [
      await makeWebhook(account, { url: receiver.url }),
      await makeWebhook(account, { url: receiver.url }),
    ];
    await tell(failing.id, [randomUUID()]);
    await settle((await claim()).map((delivery) => triedTo('failed', delivery)));
    for (const { id } of [well, failing]) {
      await tell(
        id,
        Array.from({ length: 4 }, () => randomUUID()),
      );
    }
    const taken = await claim(new Map(), { ofEndpoint: 16, well: 8, failing: 1 });
    const countOf = (wanted: string) => taken.filter(({ endpointId }) => endpointId === wanted).length;
    expect([countOf(well.id), countOf(failing.id)]).toEqual([4, 1]);
  });

  it('is waited for only at its own endpoint', async () => {
    const [busy, idle] = [
      await makeWebhook(account, { url: `${receiver.url}/busy` }),
      await makeWebhook(account, { url: `${receiver.url}/idle` }),
    ];
    const shipment = randomUUID();
    await tell(busy.id, [shipment]);
    await tell(idle.id, [shipment]);
    const taken = await claim(new Map([[busy.id, 16]]));
    expect(taken.map(({ endpointId }) => endpointId)).toEqual([idle.id]);
  });
});

describe('an endpoint that hangs', () => {
  it('does not delay other endpoints', async () => {
    const hanging = await makeWebhook(account, { url: `${receiver.url}/hangs` });
    const well = await makeWebhook(account, { url: `${receiver.url}/well` });
    let isWell: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      isWell = resolve;
    });
    let taken = 0;
    receiver.plan(({ path }, response) => {
      if (path === '/hangs') return;
      response.writeHead(204).end();
      taken += 1;
      if (taken === 300) isWell();
    });
    await tell(
      hanging.id,
      Array.from({ length: 500 }, () => randomUUID()),
    );
    await tell(
      well.id,
      Array.from({ length: 300 }, () => randomUUID()),
    );
    // None of them is given up while the others are sent.
    const outgoing = patientLoopback();
    const sender = new WebhookSender({ ...test.service, outgoing }, fail);
    sender.start();
    await done;
    expect(receiver.received.filter(({ path }) => path === '/hangs').length).toBeLessThanOrEqual(16);
    await sender.stop(0);
    outgoing.close();
    expect(await statesOf(hanging.id)).toEqual({ waiting: 500 });
  });
});

describe('a process that dies', () => {
  it('while sending leaves its deliveries to another process, with the same ids and in order', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const shipment = randomUUID();
    const events = await tell(id, [shipment, shipment]);
    const dying = await otherProcess();
    const sender = new WebhookSender(dying.service, fail);
    const reached = new Promise<void>((resolve) => receiver.plan(() => resolve()));
    sender.start();
    await reached;
    await sender.stop(0);
    receiver.plan(answers(200));
    await sendDueWebhooks(test);
    await runMaintenance(test.service, fail);
    await sendDueWebhooks(test);
    expect(receiver.received).toHaveLength(1);
    await dying.close();
    await runMaintenance(test.service, fail);
    await sendDueWebhooks(test);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      events[0],
      events[0],
      events[1],
    ]);
    expect(await statesOf(id)).toEqual({ delivered: 2 });
  });

  it('cannot record the result of a delivery that another process has taken over', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    await tell(id, [randomUUID()]);
    const slow = await otherProcess();
    // An unknown process counts as dead; its own would report again that it is alive.
    const sender = new WebhookSender({ ...slow.service, processId: randomUUID() }, fail);
    const reached = new Promise<() => void>((resolve) =>
      receiver.plan((_received, response) => resolve(() => response.writeHead(500).end())),
    );
    sender.start();
    const answer = await reached;
    receiver.plan(answers(200));
    // Claims differ by their times: the slow process may claim it again.
    test.advance(1);
    await runMaintenance(test.service, fail);
    await sendDueWebhooks(test);
    answer();
    await sender.stop(5 * SECOND);
    await slow.close();
    expect(await statesOf(id)).toEqual({ delivered: 1 });
  });
});

describe('the address of an endpoint', () => {
  /** A service that resolves names to the test's addresses. */
  function resolvingTo(addresses: () => string[], allow: readonly string[] = []): OutgoingRequests {
    return new OutgoingRequests({
      allow: readNetworks(allow, 'WEBHOOK_ALLOW'),
      resolve: async () => addresses(),
    });
  }

  async function withOutgoing<T>(outgoing: OutgoingRequests, work: () => Promise<T>): Promise<T> {
    const { outgoing: before } = test.service;
    Object.assign(test.service, { outgoing });
    test.advance(2 * SECOND);
    try {
      return await work();
    } finally {
      outgoing.close();
      Object.assign(test.service, { outgoing: before });
      test.advance(2 * SECOND);
    }
  }

  it.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fd00::1'])(
    'that leads to %s at the delivery gets nothing, even if it led to a public address before',
    async (address) => {
      let addresses = ['13.232.67.1'];
      const outgoing = resolvingTo(() => addresses);
      await withOutgoing(outgoing, async () => {
        const port = new URL(receiver.url).port;
        const { id } = await makeWebhook(account, { url: `https://shop.example:${port}/` });
        addresses = [address];
        await tell(id, [randomUUID()]);
        await sendDueWebhooks(test);
        const [delivery] = (await account.get(`/webhooks/${id}/deliveries`)).json().data;
        expect(delivery).toMatchObject({
          state: 'retrying',
          error: 'the endpoint leads to an address that is not of the public internet',
        });
        expect(delivery.error).not.toContain(address);
      });
      expect(receiver.received).toEqual([]);
    },
  );

  it('is refused if one of its IP addresses is not public', async () => {
    await withOutgoing(
      resolvingTo(() => ['13.232.67.1', '10.0.0.1']),
      async () => {
        const body = { url: 'https://shop.example/', events: ['status_change'] };
        const response = await account.post('/webhooks', body);
        expect([response.statusCode, response.json().errors]).toEqual([
          422,
          ['url leads to an address that is not of the public internet'],
        ]);
      },
    );
  });

  it('is resolved once for each delivery, and the connection goes to the checked IP address', async () => {
    let asked = 0;
    const answersInTurn = () => {
      asked += 1;
      return asked % 2 === 1 ? ['127.0.0.1'] : ['127.0.0.9'];
    };
    await withOutgoing(resolvingTo(answersInTurn, ['127.0.0.1']), async () => {
      const { port } = new URL(receiver.url);
      const { id } = await makeWebhook(account, { url: `http://shop.example:${port}/x` });
      asked = 0;
      await tell(id, [randomUUID()]);
      await sendDueWebhooks(test);
      expect(asked).toBe(1);
      expect(receiver.received.map(({ headers }) => headers.host)).toEqual([`shop.example:${port}`]);
    });
  });

  it('is tried at its next IP address if the first accepts no connection', async () => {
    await withOutgoing(
      resolvingTo(() => ['127.0.0.77', '127.0.0.1'], ['127.0.0.0/8']),
      async () => {
        const { port } = new URL(receiver.url);
        const { id } = await makeWebhook(account, { url: `http://shop.example:${port}/` });
        await tell(id, [randomUUID()]);
        await sendDueWebhooks(test);
        expect(await statesOf(id)).toEqual({ delivered: 1 });
      },
    );
  });

  it('without a valid certificate gets nothing', async () => {
    let taken = 0;
    const shop = createServer(SELF_SIGNED, (request, response) => {
      taken += 1;
      request.resume().on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    try {
      await withOutgoing(
        resolvingTo(() => ['127.0.0.1'], ['127.0.0.1']),
        async () => {
          const { port } = shop.address() as AddressInfo;
          const { id } = await makeWebhook(account, { url: `https://shop.example:${port}/` });
          await tell(id, [randomUUID()]);
          await sendDueWebhooks(test);
          const [delivery] = (await account.get(`/webhooks/${id}/deliveries`)).json().data;
          expect(delivery.error).toMatch(/^the endpoint has no valid certificate \([A-Z_]+\)$/);
          expect(taken).toBe(0);
        },
      );
    } finally {
      shop.closeAllConnections();
      shop.close();
      await once(shop, 'close');
    }
  });
});
