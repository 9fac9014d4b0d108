import type pg from 'pg';
import type { Actor } from '../domain/actor.ts';
import { pipelined, type Queryable } from './transaction.ts';
import { insertOneByOne, insertTogether, type RowsWrite } from './writes.ts';

/** The author and time of a change, and the source of new ids. */
export interface ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * A statement about rows of several accounts. On a cluster it is run separately for each account, with the
 * account as a constant, so that it is known to need only one node, which supports all SQL.
 */
export interface RowsStatement {
  readonly name: string;
  /** SQL of a row's account in the rows that are passed. */
  readonly account: string;
  /** @param account its SQL: the account of a row, or a parameter */
  readonly text: (account: string) => string;
}

const texts = new Map<string, string>();

function textOf(name: string, statement: RowsStatement, account: string): string {
  const text = texts.get(name) ?? statement.text(account);
  texts.set(name, text);
  return text;
}

/**
 * One transaction over the data of any accounts: see `Database.changeAcrossAccounts` and
 * `AccountWriter.acrossAccounts`. Every row that a statement reads or writes is also identified by its
 * account, from the parameters.
 */
export class ServiceTransaction implements ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
  readonly isCluster: boolean;
  private readonly queryable: Queryable;
  private readonly accountIds: Set<string>;

  /** @param isCluster tables are distributed over nodes @param accountIds collects the rows' accounts */
  constructor(
    queryable: Queryable,
    { actor, now, newId }: ChangeContext,
    isCluster: boolean,
    accountIds: Set<string>,
  ) {
    this.isCluster = isCluster;
    this.accountIds = accountIds;
    this.queryable = queryable;
    this.actor = actor;
    this.now = now;
    this.newId = newId;
  }

  /** Runs a statement that is prepared once per connection under its name, which no other text may have. */
  async run<Row extends pg.QueryResultRow>(
    statement: { readonly name: string; readonly text: string },
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.queryable.query<Row>({ ...statement, values: [...parameters] });
    return rows;
  }

  /** Inserts rows that name their account. @returns the rows that the insert returns */
  async insert<Row extends pg.QueryResultRow>(write: RowsWrite): Promise<Row[]> {
    if (write.rows.length === 0) return [];
    for (const { account_id: accountId } of write.rows) this.accountIds.add(String(accountId));
    const statements = this.isCluster ? insertOneByOne(write) : [insertTogether(write)];
    const returned = await pipelined(
      statements.map(({ statement, parameters }) => this.run<Row>(statement, parameters)),
    );
    return returned.flat();
  }

  /**
   * Runs a statement for rows of any accounts: once, or on a cluster once for each account, in the order of
   * their ids.
   *
   * @param parametersOf the parameters for these rows
   */
  async runFor<Row extends pg.QueryResultRow, Item extends { readonly accountId: string }>(
    statement: RowsStatement,
    items: readonly Item[],
    parametersOf: (items: readonly Item[]) => readonly unknown[],
  ): Promise<Row[]> {
    for (const { accountId } of items) this.accountIds.add(accountId);
    if (!this.isCluster) {
      const { name, account } = statement;
      return this.run<Row>({ name, text: textOf(name, statement, account) }, parametersOf(items));
    }
    const rows: Row[] = [];
    const name = `${statement.name}-of-one`;
    for (const accountId of [...new Set(items.map((item) => item.accountId))].sort()) {
      const parameters = parametersOf(items.filter((item) => item.accountId === accountId));
      const text = textOf(name, statement, `$${parameters.length + 1}::uuid`);
      rows.push(...(await this.run<Row>({ name, text }, [...parameters, accountId])));
    }
    return rows;
  }
}
