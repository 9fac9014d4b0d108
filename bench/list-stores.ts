import { PACKAGE_ROOT } from '../src/package-root.ts';
import { compare, comparisonTable } from './support/compare.ts';
import { startBaseline, startService } from './support/server-process.ts';
import { openDatabaseOf } from './support/service-database.ts';

export const name = 'Listing stores';

const CONNECTIONS = 32;
const STORES = 10;

/**
 * `GET /client-stores` with a key, compared with a bare `node:http` server that runs the same single query
 * through `pg` on the same database. Goal: at least 0.6 of its throughput at 32 connections.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT);
  const embedded = await openDatabaseOf(service);
  const headers = { authorization: service.apiKey, 'content-type': 'application/json' };
  const url = `${service.url}/custom/api/v1/client-stores`;
  for (let store = 1; store <= STORES; store += 1) {
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ store_name: `store-${store}` }) });
  }
  const accountId = await onlyAccount(service.url, headers);
  const baseline = await startBaseline(new URL('./baselines/list-stores-server.js', import.meta.url), {
    connection: embedded.connection,
    accountId,
  });
  try {
    const comparison = await compare({ url, headers }, { url: baseline.url }, CONNECTIONS);
    return [
      `\`GET /client-stores\`, ${STORES} stores, ${CONNECTIONS} connections, an API key, default settings except the rate limit (logs on). Baseline: bare \`node:http\` with the same query through \`pg\`. Goal: 0.6 of its throughput.`,
      '',
      comparisonTable(comparison),
    ].join('\n');
  } finally {
    await baseline.stop();
    await embedded.stop();
    await service.stop();
  }
}

async function onlyAccount(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/custom/api/v1/audit?per_page=100`, { headers });
  const { data } = (await response.json()) as { data: { subject_kind: string; subject_id: string }[] };
  const account = data.find(({ subject_kind }) => subject_kind === 'account');
  if (!account) throw new Error('The demo account is not in the audit record');
  return account.subject_id;
}
