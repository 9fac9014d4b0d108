import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Simulation, simulateShipments } from '../../simulators/demo/simulate/simulate-shipments.ts';
import { isOver } from '../../src/domain/tracking/statuses.ts';
import { listCarrierCredentials } from '../../src/storage/tracking/carrier-credentials.ts';
import { openApp } from '../support/app.ts';
import { type Booked, bookOrder, OTHER_CARRIER } from '../support/carriers.ts';
import { readCounters, readShipment, refold } from '../support/histories.ts';
import { makeWarehouse } from '../support/orders.ts';
import { bookReturn, QC_ITEM } from '../support/returns.ts';

const DAY = 86_400_000;

const test = await openApp({});
await test.app.listen({ host: '127.0.0.1', port: 0 });
const url: string = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const account = await test.account();
const warehouseId = await makeWarehouse(account);

function simulate(changes: Partial<Simulation> = {}) {
  return simulateShipments(test.service, {
    accountId: account.accountId,
    url,
    speed: null,
    seed: '1',
    limit: 1_000,
    progress: () => undefined,
    signal: new AbortController().signal,
    ...changes,
  });
}

interface ReturnAttributes {
  readonly sub_status: string | null;
  readonly qc_required: boolean;
  readonly qc_status: string | null;
}

async function bookSome(count: number): Promise<Booked[]> {
  const booked: Booked[] = [];
  for (let made = 0; made < count; made += 1) {
    booked.push(await bookOrder(account, warehouseId, made % 2 === 0 ? OTHER_CARRIER : undefined));
  }
  return booked;
}

describe('a simulation', () => {
  it('moves booked shipments through their journeys by the public endpoint', async () => {
    const booked = await bookSome(40);
    test.advance(30 * DAY);
    const told: [number, number][] = [];
    const summary = await simulate({ progress: (sent, planned) => told.push([sent, planned]) });
    expect(summary.shipments).toBe(40);
    expect(told.at(-1)).toEqual([summary.scans, summary.scans]);
    const { applied = 0, duplicate = 0, recorded = 0, ...others } = summary.results;
    expect(applied + duplicate + recorded).toBe(summary.scans);
    expect(duplicate).toBeGreaterThan(0);
    expect(others).toEqual({});
    expect(summary.statuses.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(40);
    expect(summary.statuses[0]?.status).toBe('delivered');
    const over = summary.statuses.filter(({ status }) => isOver(status));
    expect(over.reduce((sum, { shipments }) => sum + shipments, 0)).toBeGreaterThan(30);
    for (const { shipmentId } of booked) {
      const stored = await readShipment(test, shipmentId);
      expect(stored.state).toEqual(refold(stored).state);
    }
    const { kept, counted } = await readCounters(test);
    expect(kept).toEqual(counted);
  });

  it('leaves its credential revoked', async () => {
    const credentials = await listCarrierCredentials(test.service.database);
    expect(credentials).toMatchObject([{ name: 'simulation', revokedAt: test.service.now() }]);
  });

  it('takes only the given number of shipments, the longest booked first', async () => {
    const [first, second] = await bookSome(2);
    test.advance(DAY);
    expect(await simulate({ limit: 1 })).toMatchObject({ shipments: 1 });
    expect((await readShipment(test, first?.shipmentId ?? '')).eventCount).toBeGreaterThan(1);
    expect((await readShipment(test, second?.shipmentId ?? '')).eventCount).toBe(1);
  });

  it('says that no service answers, and leaves no credential behind', async () => {
    await bookSome(1);
    await expect(simulate({ url: 'http://127.0.0.1:1' })).rejects.toThrow(
      'No service answers at http://127.0.0.1:1: start it with npm start, or give its address with --url',
    );
    const credentials = await listCarrierCredentials(test.service.database);
    expect(credentials.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  });

  it('stops on request', async () => {
    await bookSome(1);
    const controller = new AbortController();
    controller.abort(new Error('Stopped'));
    await expect(simulate({ signal: controller.signal })).rejects.toThrow('Stopped');
  });

  it('needs an account with booked shipments', async () => {
    const { accountId } = await test.account('Idle');
    await expect(simulate({ accountId })).rejects.toThrow(
      'there is no booked shipment that waits for its pickup',
    );
    const unknown = '00000000-0000-7000-8000-000000000000';
    await expect(simulate({ accountId: unknown })).rejects.toThrow(`Account ${unknown} not found`);
  });

  it('moves returns through their journeys, with the results of quality checks', async () => {
    const shop = await test.account('Brings back');
    const warehouse = await makeWarehouse(shop);
    const booked: string[] = [];
    for (let made = 0; made < 30; made += 1) {
      const changes = made % 3 === 0 ? {} : { order_items: [QC_ITEM] };
      booked.push((await bookReturn(shop, warehouse, changes)).return_id);
    }
    test.advance(30 * DAY);
    const summary = await simulate({ accountId: shop.accountId });
    expect(summary).toMatchObject({ shipments: 30, marked: 30 });
    const { applied = 0, duplicate = 0, recorded = 0, ...others } = summary.results;
    expect(applied + duplicate + recorded).toBe(summary.scans);
    expect(others).toEqual({});
    const { body } = await shop.post('/returns', { per_page: 100 });
    const listed: { id: string; attributes: ReturnAttributes }[] = JSON.parse(body).data;
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(booked));
    const shown = listed.map(({ attributes }) => attributes);
    const having = (word: string) => shown.filter(({ sub_status }) => sub_status === word);
    expect(having('return_delivered').length).toBeGreaterThan(10);
    expect(having('return_qc_failed').length).toBeGreaterThan(0);
    for (const { qc_status } of having('return_qc_failed')) expect(qc_status).toBe('failed');
    for (const { qc_required, qc_status } of having('return_delivered')) {
      expect(qc_status).toBe(qc_required ? 'passed' : null);
    }
  });
});
