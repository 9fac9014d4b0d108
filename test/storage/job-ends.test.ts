import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startBackground } from '../../src/service/background.ts';
import { startApp } from '../support/app.ts';
import { itOnOneServer } from '../support/cluster.ts';

const POLL = { timeout: 60_000, interval: 100 };

/** Makes the queue refuse to record an end, with an error that is not retried. */
const REFUSE = `
  create function refuse_end() returns trigger language plpgsql as $$ begin raise 'no end is noted'; end $$;
  create trigger refuse_end before delete on graphile_worker._private_jobs for each row execute function refuse_end()`;

itOnOneServer(
  'a job whose end cannot be noted ends the worker, which starts again, and not the process',
  async () => {
    const test = await startApp();
    const { pool } = test.database.database;
    const said: string[] = [];
    const logger = pino({}, { write: (line) => said.push(JSON.parse(line).msg) });
    const add = async () => {
      const { rows } = await pool.query(
        "select (graphile_worker.add_job('take-turn', json_build_object('account_id', $1::text))).id",
        [randomUUID()],
      );
      return rows[0]?.id;
    };
    await pool.query(REFUSE);
    await add();
    const turns = startBackground(test.service, logger);
    await expect.poll(() => said.join('\n'), POLL).toContain('Failed to complete jobs');
    await pool.query('drop trigger refuse_end on graphile_worker._private_jobs');
    const second = await add();
    // The first may wait until its holder counts as dead.
    const isWaiting = async () =>
      (await pool.query('select from graphile_worker.jobs where id = $1', [second])).rowCount;
    await expect.poll(isWaiting, POLL).toBe(0);
    await turns.stop();
    await test.stop();
  },
);

it('jobs of one queue follow one another without long waits', async () => {
  const test = await startApp();
  const { pool } = test.database.database;
  for (let job = 0; job < 5; job += 1) {
    await pool.query(
      "select graphile_worker.add_job('take-turn', json_build_object('account_id', $1::text), queue_name => 'one')",
      [randomUUID()],
    );
  }
  const turns = startBackground(test.service, pino({ level: 'silent' }));
  const waiting = async () =>
    (await pool.query('select count(*)::integer as jobs from graphile_worker.jobs')).rows[0]?.jobs;
  await expect.poll(waiting, POLL).toBe(0);
  await turns.stop();
  await test.stop();
});
