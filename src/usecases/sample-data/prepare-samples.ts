import type { AccountWriter } from '../../storage/account-scope.ts';
import type { Database } from '../../storage/database.ts';
import type { MadeSamples } from '../../storage/sample-data/sample-data.ts';

/** Prepares stores, warehouses and orders; what it returns writes them in the transaction of a writer. */
export type PrepareSamples = (account: {
  readonly accountId: string;
  readonly database: Database;
  readonly now: () => Date;
  readonly newId: () => string;
}) => Promise<(writer: AccountWriter) => Promise<MadeSamples>>;

export interface SampleParts {
  readonly prepareSamples: PrepareSamples;
}
