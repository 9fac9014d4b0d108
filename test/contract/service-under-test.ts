import { runCommand } from '../support/commands.ts';
import { createDatabase } from '../support/database.ts';
import { databaseEnvironment, startServiceProcess } from '../support/service-process.ts';

/** The service that the contract suite asks. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/**
 * The one of `CONTRACT_BASE_URL` and `CONTRACT_API_KEY`, or else the build, started in a process of its own
 * on a database of its own.
 */
export async function serviceUnderTest(): Promise<ServiceUnderTest> {
  const { CONTRACT_BASE_URL: baseUrl, CONTRACT_API_KEY: apiKey } = process.env;
  if (baseUrl && apiKey) return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, stop: async () => undefined };
  const database = await createDatabase('empty');
  const service = await startServiceProcess(databaseEnvironment(database));
  const account = await runCommand(databaseEnvironment(database), [
    'account',
    'create',
    'Contract',
    '--json',
  ]);
  return {
    baseUrl: service.url,
    apiKey: (JSON.parse(account.stdout) as { api_key: string }).api_key,
    stop: async () => {
      await service.end();
      await database.drop();
    },
  };
}
