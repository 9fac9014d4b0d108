import type { Actor } from '../domain/actor.ts';
import { pipelined, type Queryable, queryOf, type Statement } from './transaction.ts';
import { insertOneByOne, insertTogether, type RowsWrite } from './writes.ts';

export interface ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * A statement about rows of several accounts. On a cluster it runs separately for each account, with the
 * account as a constant. Citus then knows that it needs only one node, and all SQL is supported.
 */
export interface RowsStatement {
  readonly name: string;
  /** SQL for the account of a passed row. */
  readonly account: string;
  /** @param account SQL for the account: the account of a row, or a parameter */
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
 * `AccountWriter.acrossAccounts`. Every row of an account's table that a statement reads or writes is also
 * identified by its account, from the parameters.
 */
export class ServiceTransaction implements ChangeContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
  readonly isCluster: boolean;
  private readonly queryable: Queryable;
  private readonly accountIds: Set<string>;

  /** @param isCluster if tables are on several nodes @param accountIds collects the accounts of rows */
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

  async run<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.queryable.query(queryOf(statement, parameters));
    return rows as Row[];
  }

  /** Inserts rows that name their account. @returns the rows from the insert's `returning` */
  async insert<Row>(write: RowsWrite): Promise<Row[]> {
    if (write.rows.length === 0) return [];
    for (const { account_id: accountId } of write.rows) this.accountIds.add(String(accountId));
    const statements = this.isCluster ? insertOneByOne(write) : [insertTogether(write)];
    const returned = await pipelined(
      statements.map(({ statement, parameters }) => this.run<Row>(statement, parameters)),
    );
    return returned.flat();
  }

  /**
   * Runs a statement for rows of any accounts. It runs once, or on a cluster once for each account, in the
   * order of the account ids.
   *
   * @param parametersOf returns the parameters for these rows
   */
  async runFor<Row, Item extends { readonly accountId: string }>(
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
