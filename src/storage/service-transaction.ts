import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Actor } from '../domain/actor.ts';
import type { GlobalTables } from './tables.ts';

/** Who makes a change, when, and how new ids are made. */
export interface ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * One transaction over the data of any accounts: see `Database.changeAcrossAccounts` and
 * `AccountWriter.acrossAccounts`. Every row that a statement reads or writes is told by its account too,
 * which is in the parameters.
 */
export class ServiceTransaction implements ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
  private readonly db: Kysely<GlobalTables>;

  constructor(db: Kysely<GlobalTables>, { actor, now, newId }: ChangeContext) {
    this.db = db;
    this.actor = actor;
    this.now = now;
    this.newId = newId;
  }

  /** Runs a statement that is prepared once per connection under its name, which no other text may have. */
  async run<Row extends pg.QueryResultRow>(
    statement: { readonly name: string; readonly text: string },
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    // Kysely hands the text to pg as it stands, and pg takes a named query in the text's place.
    const named = { ...statement } as unknown as string;
    const result = await this.db.executeQuery(CompiledQuery.raw(named, [...parameters]));
    return result.rows as Row[];
  }
}
