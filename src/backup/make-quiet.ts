import type pg from 'pg';
import { SCHEMA } from '../storage/database.ts';

const WHY = 'it was restored as a copy';

/**
 * Makes a copy of a service send nothing of what the service had to send: messages and webhook deliveries that wait
 * are given up, and webhooks are switched off, since what is tried out in the copy is nothing to tell a merchant.
 */
export async function makeQuiet(client: pg.ClientBase): Promise<void> {
  await client.query(`update ${SCHEMA}.messages set status = 'failed', error = $1 where status = 'queued'`, [
    `not sent: ${WHY}`,
  ]);
  await client.query(
    `update ${SCHEMA}.webhook_deliveries set state = 'failed', error = $1 where state in ('waiting', 'retrying')`,
    [`not sent: ${WHY}`],
  );
  await client.query(
    `update ${SCHEMA}.webhook_endpoints set enabled = false, switched_off_at = now(), switched_off_why = $1
      where enabled`,
    [WHY],
  );
}
