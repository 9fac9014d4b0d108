import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { API, orderBody, warehouseBody } from '../support/orders.ts';
import { databaseEnvironment, startServiceProcess } from '../support/service-process.ts';

let database: TestDatabase;
let mail: MailServer;
let taken: Promise<string>;

beforeAll(async () => {
  database = await createDatabase();
  let take: (source: string) => void = () => undefined;
  taken = new Promise((resolve) => {
    take = resolve;
  });
  mail = await startMailServer({
    onData: (stream, _session, done) => {
      let source = '';
      stream.on('data', (part: Buffer) => {
        source += part.toString('utf8');
      });
      stream.on('end', () => {
        take(source);
        done();
      });
    },
  });
});
afterAll(async () => {
  await mail.stop();
  await database.drop();
});

it('a service with SMTP_URL sends the emails of its orders, and logs no contacts', async () => {
  const environment = {
    ...databaseEnvironment(database),
    SMTP_URL: mail.url,
    MESSAGE_FROM: 'ship@example.in',
    LOG_LEVEL: 'debug',
  };
  const base = { database: database.database, now: () => new Date(), newId };
  const { apiKey: authorization } = await createAccount(base, OPERATOR, 'Sunrise Traders');
  const service = await startServiceProcess(environment);
  try {
    const post = async (path: string, body: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(`${service.url}${API}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await response.json()) as { payload: { warehouse_id: string } };
    };
    const { payload } = await post('/warehouse', warehouseBody());
    await post('/forward-order-orchestration', orderBody(payload.warehouse_id));
    expect(await taken).toContain('From: Sunrise Traders <ship@example.in>');
  } finally {
    await service.end('SIGTERM');
  }
  expect(service.log()).toContain('PUBLIC_URL is not set');
  expect(service.log()).not.toMatch(/asha@example\.in|9876543210/);
});
