import { beforeEach, describe, expect, it } from 'vitest';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/shiprocket/settings.ts';
import { ShiprocketStandIn } from '../../simulators/couriers/shiprocket/shiprocket-stand-in.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { indiaDateTime } from '../../src/domain/india-time.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { WHOLE_SERVICE } from '../../src/storage/accounts/audit.ts';
import { settleLeftovers } from '../../src/usecases/booking/settle-leftovers.ts';
import {
  createCourierAccount,
  removeCourierAccount,
} from '../../src/usecases/couriers/change-courier-accounts.ts';
import type { CourierOwner } from '../../src/usecases/couriers/courier-owner.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { syncProducts } from '../../src/usecases/couriers/sync-products.ts';
import type { TestAccount } from '../support/app.ts';
import { openCourierGround } from '../support/connected-courier.ts';
import { runQueue } from '../support/jobs.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';

const { test, standIn } = await openCourierGround((dependencies) => new ShiprocketStandIn(dependencies));
let account: TestAccount;
let courierAccountId: string;

beforeEach(async () => {
  account = await test.account();
  const settings = { ...STAND_IN_SETTINGS, base_url: standIn.url };
  courierAccountId = (await call('/courier-accounts', { courier: 'shiprocket', settings })).data.id;
});

async function call(path: string, payload: object) {
  return (await account.post(path, payload)).json();
}

function owner(): CourierOwner {
  return { ...test.service, accountId: account.accountId, actor: OPERATOR };
}

function set(kind: 'rate-cards' | 'carriers', cells: Readonly<Record<string, string>>) {
  const change = { kind, owner: account.accountId, cells };
  return setRate(test.service, test.rateBooks.ground.directory, change);
}

describe('the couriers of Shiprocket', () => {
  const CARRIERS = [
    { id: 'shiprocket-51', name: 'Madeup Surface' },
    { id: 'shiprocket-12', name: 'Madeup Air' },
    { id: 'shiprocket-77', name: 'Slow Cart' },
  ];

  it('become carriers of the rate book once, and keep their changes', async () => {
    const first = await syncProducts(owner(), courierAccountId);
    expect(first).toMatchObject({ version: expect.any(Number), known: 0 });
    expect(first.added.map(({ id, name }) => ({ id, name }))).toEqual(CARRIERS);
    expect(await syncProducts(owner(), courierAccountId)).toEqual({ version: null, added: [], known: 3 });
    await set('carriers', { carrier_id: 'shiprocket-12', name: 'By air', max_weight_g: '5000' });
    expect(await syncProducts(owner(), courierAccountId)).toEqual({ version: null, added: [], known: 3 });
    const rows = await test.sql(
      `select row_key, cells from rate_rows where account_id = $1 and to_version is null order by row_key`,
      [account.accountId],
    );
    expect(rows.map(({ row_key }) => row_key)).toEqual(['shiprocket-12', 'shiprocket-51', 'shiprocket-77']);
    expect(rows[0].cells).toContain('By air');
  });

  it('are not added if Shiprocket does not list them, or by another account than the owner', async () => {
    standIn.faults.add({ kind: 'html', call: 'couriers' });
    await expect(syncProducts(owner(), courierAccountId)).rejects.toThrow(/^Shiprocket answered 200/);
    const resealed = { ...owner(), sealing: new Sealing(Buffer.alloc(32, 9)) };
    await expect(syncProducts(resealed, courierAccountId)).rejects.toThrow(
      /^Shiprocket needs its credentials again/,
    );
    const other = await test.account('Other');
    const stranger = { ...owner(), accountId: other.accountId };
    await expect(syncProducts(stranger, courierAccountId)).rejects.toThrow('Courier account not found');
  });

  /** A warehouse that can be booked from. */
  async function ready(): Promise<string> {
    await syncProducts(owner(), courierAccountId);
    const zones = (name: string, price: string) =>
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((zone) => [`${name}_${zone}`, price]));
    await set('rate-cards', {
      carrier_id: 'shiprocket-12',
      first_slab_g: '500',
      further_slab_g: '500',
      ...zones('forward_first', '60'),
      ...zones('forward_further', '40'),
      cod_flat: '30',
      cod_percent: '2',
      rto_factor: '1',
    });
    await test.rateBooks.look();
    const warehouseId = await makeWarehouse(account);
    await registerWarehouses(test.service);
    return warehouseId;
  }

  it('are booked once they have a rate card, and push scans to an address without forbidden words', async () => {
    const body = orderBody(await ready(), { carrier_id: 'shiprocket-12' });
    const { payload } = await call('/forward-order-orchestration', body);
    expect(payload.awb_code).toMatch(/^SRSTANDIN/);

    const { url } = (await call(`/courier-accounts/${courierAccountId}/push-address`, {})).data;
    const path = new URL(url).pathname;
    expect(path).toMatch(/^\/carrier-events\/parcels\/dky_/);
    expect(path).not.toMatch(/sr|kr/i);
    const date = indiaDateTime(test.service.now().getTime() - 60_000);
    const activity = { date, activity: 'In Transit', location: 'Delhi', 'sr-status': '18' };
    const pushed = { awb: payload.awb_code, shipment_status_id: 18, scans: [activity] };
    const taken = await test.app.inject({ method: 'POST', url: path, payload: pushed });
    expect(taken.json()).toEqual({ data: { applied: 1, passed_over: 0 } });
    const shown = await account.get(`/shipments/${payload.shipment_id}`);
    expect(shown.json().data.attributes.status).toBe('in_transit');
    const byName = path.replace('/parcels/', '/shiprocket/');
    expect((await test.app.inject({ method: 'POST', url: byName, payload: {} })).statusCode).toBe(401);
  });

  it('are booked after the cause of a refusal is corrected, by a new request and by the job', async () => {
    const wallet = (rupees: number) => standIn.courier.instructions.wallet?.run({ rupees });
    const warehouseId = await ready();
    const body = orderBody(warehouseId, { carrier_id: 'shiprocket-12' });
    wallet(0);
    for (let tries = 0; tries < 2; tries += 1) {
      const { message } = await call('/forward-order-orchestration', body);
      expect(message).toContain('Please recharge your Shiprocket wallet');
    }
    wallet(5_000);
    const { payload } = await call('/forward-order-orchestration', body);
    expect(payload.awb_code).toMatch(/^SRSTANDIN/);

    standIn.faults.add({ kind: 'html', call: 'assign', times: 1 });
    const lost = await call(
      '/forward-order-orchestration',
      orderBody(warehouseId, { carrier_id: 'shiprocket-12' }),
    );
    expect(lost.payload.awb_code).toBeNull();
    test.advance(6 * 60_000);
    await settleLeftovers(test.service);
    wallet(0);
    await runQueue(test);
    wallet(5_000);
    await runQueue(test);
    const shown = await account.get(`/shipments/${lost.payload.shipment_id}`);
    expect(shown.json().data.attributes.sub_status).toBe('ready_for_pickup');
  });

  it('are not added to an account if the operator’s rate book has them', async () => {
    const operator = { ...owner(), accountId: WHOLE_SERVICE };
    const settings = { ...STAND_IN_SETTINGS, base_url: standIn.url };
    const made = await createCourierAccount(
      operator,
      { courier: 'shiprocket', name: null, settings },
      async (_writer, view) => view,
    );
    const added = await syncProducts(operator, made.courierAccountId);
    expect(added).toMatchObject({ added: CARRIERS, known: 0 });
    expect(await syncProducts(owner(), courierAccountId)).toEqual({ version: null, added: [], known: 3 });
    await removeCourierAccount(operator, made.courierAccountId);
  });
});
