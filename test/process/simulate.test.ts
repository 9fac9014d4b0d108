import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { runCommand } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { API, orderBody, warehouseBody } from '../support/orders.ts';
import {
  databaseEnvironment,
  newRunFolder,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const ORDERS = 12;

let database: TestDatabase;
let service: ServiceProcess;
/** The service's environment, by which the command finds it. */
let environment: NodeJS.ProcessEnv;
let accountId: string;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createDatabase();
  environment = { ...databaseEnvironment(database), RUN_DIR: newRunFolder() };
  service = await startServiceProcess({ ...environment, LOG_LEVEL: 'silent' });
  const base = { database: database.database, now: () => new Date(), newId };
  const account = await createAccount(base, OPERATOR, 'Test account');
  accountId = account.accountId;
  headers = { authorization: account.apiKey, 'content-type': 'application/json' };
  const { payload } = await post<{ payload: { warehouse_id: string } }>('/warehouse', warehouseBody());
  for (let order = 0; order < ORDERS; order += 1) {
    await post('/forward-order-orchestration', orderBody(payload.warehouse_id));
  }
});
afterAll(async () => {
  await service?.end();
  await database.drop();
});

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${service.url}${API}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json() as Promise<Answer>;
}

function simulate(...options: string[]) {
  return runCommand(environment, ['simulate', '--account', accountId, ...options]);
}

describe('the command simulate', () => {
  it('reports wrong options in a sentence', async () => {
    expect(await simulate('--speed', 'fast')).toMatchObject({
      code: 1,
      stderr: '--speed must be a whole number from 1 to 10000000\n',
    });
    expect(await simulate('--limit', '0')).toMatchObject({
      code: 1,
      stderr: '--limit must be a whole number from 1 to 100000\n',
    });
    expect(await simulate('--url', 'localhost:8080')).toMatchObject({
      code: 1,
      stderr: '--url must be an address such as http://127.0.0.1:8080\n',
    });
  });

  it('plays journeys live and faster, and then the rest at once', async () => {
    const live = await simulate('--limit', '5', '--speed', '5000000', '--json');
    expect(live.stderr).toBe('');
    const played = JSON.parse(live.stdout);
    expect(played).toMatchObject({ shipments: 5, results: { applied: expect.any(Number) } });
    const all = await simulate('--seed', 'another');
    expect(all.code).toBe(0);
    const [summary, orders, header] = all.stdout.split('\n');
    expect(summary).toMatch(/^7 shipments, \d+ scans: .*\d+ applied/);
    expect(orders).toBe('7 of their orders are demo orders from now on: their customers are sent nothing');
    expect(header).toMatch(/^STATUS +SHIPMENTS$/);
    const { data } = await post<{ data: { attributes: { status: string } }[] }>('/shipments', {});
    expect(data).toHaveLength(ORDERS);
    expect(data.filter(({ attributes }) => attributes.status === 'pending')).toEqual([]);
    expect(await simulate()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'there is no booked shipment that waits for its pickup\n',
    });
  });
});
