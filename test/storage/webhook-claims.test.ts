import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect } from 'vitest';
import { CLAIM, claimDeliveries, SETTLE } from '../../src/storage/webhooks/deliveries.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const WAITING = 5_000;
const ROOM = 16;

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

itOnOneServer(
  'claiming and settling read few deliveries of many waiting ones, with any statistics of PostgreSQL',
  async () => {
    await test.sql(
      `with told as (
       insert into webhook_events (account_id, event_id, created_at, shipment_id, event, body)
       select $1, gen_random_uuid(), now(), gen_random_uuid(), 'status_change', '{}'
         from generate_series(1, ${WAITING})
       returning *
     ), endpoint as (
       insert into webhook_endpoints (account_id, endpoint_id, created_at, updated_at, enabled, url, events, secret)
       values ($1, $2, now(), now(), true, 'https://shop.example/', '{status_change}', '')
     )
     insert into webhook_deliveries (account_id, event_id, endpoint_id, shipment_id, event, position, created_at,
       due_at, state)
     select account_id, event_id, $2, shipment_id, event, position, now(), now(), 'waiting' from told`,
      [newId(), newId()],
    );
    const processId = newId();
    // biome-ignore lint/plugin: the deliveries above wait by the clock of the database
    const now = new Date();
    const until = new Date(now.getTime() + 60_000);
    const room = { ofEndpoint: ROOM, well: ROOM, failing: ROOM };
    const claim = [processId, now, until, [], [], ROOM, ROOM, ROOM];
    for (const learn of [null, 'analyze webhook_deliveries', 'analyze webhook_events']) {
      if (learn !== null) await test.database.pool.query(learn);
      await expectFewRead(
        CLAIM.text(() => ''),
        claim,
      );
      const claimed = await claimDeliveries(test.database, {
        processId,
        now,
        until,
        room,
        underWay: new Map(),
      });
      expect(claimed).toHaveLength(ROOM);
      await expectFewRead(SETTLE.text, [
        processId,
        claimed.map(({ accountId }) => accountId),
        claimed.map(({ eventId }) => eventId),
        claimed.map(({ endpointId }) => endpointId),
        claimed.map(() => 'delivered'),
        claimed.map(() => null),
        claimed.map(() => 200),
        claimed.map(() => null),
        claimed.map(() => now),
        claimed.map(() => 5),
        claimed.map(({ claimedUntil }) => claimedUntil),
      ]);
    }
  },
);

async function expectFewRead(text: string, values: readonly unknown[]): Promise<void> {
  const explain = `explain (analyze, buffers, format json) ${text}`;
  const rows = await test.sql(explain, [...values]);
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(WAITING / 4);
}
