import type pg from 'pg';
import { say } from '../problems/sentence.ts';
import { SCHEMA } from '../storage/database.ts';
import { storedSentence } from '../storage/stored-sentence.ts';

const WHY = say('restored_as_copy', 'it was restored as a copy');
const NOT_SENT = storedSentence(say('not_sent_because', 'not sent: {why}', { why: WHY }));

/**
 * Stops a copy of a service from sending: cancels waiting messages and webhook deliveries, and switches
 * webhooks off, so that tests in the copy notify no customer and no merchant.
 */
export async function makeQuiet(client: pg.ClientBase): Promise<void> {
  await client.query(`update ${SCHEMA}.messages set status = 'failed', error = $1 where status = 'queued'`, [
    NOT_SENT,
  ]);
  await client.query(
    `update ${SCHEMA}.webhook_deliveries set state = 'failed', error = $1 where state in ('waiting', 'retrying')`,
    [NOT_SENT],
  );
  await client.query(
    `update ${SCHEMA}.webhook_endpoints set enabled = false, switched_off_at = now(), switched_off_why = $1
      where enabled`,
    [storedSentence(WHY)],
  );
}
