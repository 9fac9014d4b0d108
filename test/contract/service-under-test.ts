import { runCommand } from '../support/commands.ts';
import { createDatabase } from '../support/database.ts';
import { databaseEnvironment, newRunFolder, startServiceProcess } from '../support/service-process.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

/** The service that the contract tests call. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** A merchant's receiver that the service can reach. */
export interface ReachableReceiver extends Pick<Receiver, 'received' | 'stop'> {
  /** The address at which the service reaches it. */
  readonly url: string;
}

/** The network of the receiver, which a service started here may reach. */
const WEBHOOK_ALLOW = '127.0.0.1';

/** For a service started here. */
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');

/**
 * The service of `CONTRACT_BASE_URL` and `CONTRACT_API_KEY`, or else the build, started in a process and on a
 * database of its own.
 */
export async function serviceUnderTest(): Promise<ServiceUnderTest> {
  const { CONTRACT_BASE_URL: baseUrl, CONTRACT_API_KEY: apiKey } = process.env;
  if (baseUrl && apiKey) return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, stop: async () => undefined };
  const database = await createDatabase('empty');
  const environment = { ...databaseEnvironment(database), RUN_DIR: newRunFolder() };
  const service = await startServiceProcess({
    ...environment,
    WEBHOOK_ALLOW,
    SECRETS_KEY,
  });
  const account = await runCommand(environment, ['account', 'create', 'Contract', '--json']);
  return {
    baseUrl: service.url,
    apiKey: (JSON.parse(account.stdout) as { api_key: string }).api_key,
    stop: async () => {
      await service.end();
      await database.drop();
    },
  };
}

/**
 * A receiver for the service under test. A service elsewhere reaches it at `CONTRACT_RECEIVER_URL`, which
 * leads to `CONTRACT_RECEIVER_PORT` of this machine; null if that is not set.
 */
export async function reachableReceiver(): Promise<ReachableReceiver | null> {
  const { CONTRACT_BASE_URL, CONTRACT_RECEIVER_URL: url, CONTRACT_RECEIVER_PORT: port } = process.env;
  if (!CONTRACT_BASE_URL) return startReceiver();
  if (!url || !port) return null;
  return { ...(await startReceiver({ host: '0.0.0.0', port: Number(port) })), url };
}
