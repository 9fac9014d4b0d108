import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessNotifications } from '../../src/storage/process-notifications.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { API } from '../support/orders.ts';

const LIMIT = 10;

let database: TestDatabase;
let processes: { app: TestApp; news: ProcessNotifications }[];

beforeAll(async () => {
  database = await createDatabase();
  const start = async () => {
    const listening = openTestPool(database.connection, 1);
    const news = new ProcessNotifications({
      listening,
      sender: database.database.pool,
      onError: () => undefined,
    });
    const isListening = once(news, 'listening');
    news.start();
    await isListening;
    return { app: await startApp({ database, rateLimit: LIMIT, news }), news };
  };
  processes = [await start(), await start()];
});
afterAll(async () => {
  for (const { news } of processes) await news.stop();
  const [first, second] = processes;
  await second?.app.app.close();
  await first?.app.stop();
});

it('counts requests of one process soon in the other', async () => {
  const [here, there] = processes.map(({ app }) => app);
  const account = await here?.account();
  const ask = (app?: TestApp) =>
    app?.app.inject({ method: 'GET', url: `${API}/client-stores`, headers: account?.headers ?? {} });
  for (let requests = 0; requests < 7; requests += 1) await ask(here);
  await expect.poll(async () => (await ask(there))?.statusCode, { interval: 300 }).toBe(429);
  await expect.poll(async () => (await ask(here))?.statusCode, { interval: 300 }).toBe(429);
});

it('reconnects a process that lost its connection', async () => {
  const { pool } = database.database;
  const { rowCount } = await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen dakiya_news%'",
  );
  expect(rowCount).toBe(2);
  const heard: string[] = [];
  processes[0]?.news.on('counts', (text) => heard.push(text));
  const said = ['ours', []];
  await expect
    .poll(
      async () => {
        await processes[1]?.news.share(JSON.stringify(said));
        return heard.length > 0;
      },
      { interval: 200 },
    )
    .toBe(true);
});
