import pg from 'pg';
import { CopyOut } from './copy-out.ts';
import type { Database } from './database.ts';
import { queryOf, type Statement } from './transaction.ts';

/** The rows of a COPY, in PostgreSQL's binary format. */
export interface CopiedBytes {
  readonly types: readonly number[];
  /** PostgreSQL's messages, split at any byte. */
  readonly parts: AsyncIterable<Buffer>;
}

/** Copies the rows of one account, always from the same snapshot. */
export interface AccountCopies {
  read<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]>;
  /** @param sql a query with `$1`, the account's id */
  copy(sql: string): Promise<CopiedBytes>;
}

/**
 * Reads rows of one account by COPY. There is no time limit while rows arrive. To read all rows of a table,
 * COPY costs a third of statements.
 */
export async function copyInSnapshot<T>(
  { pool, isCluster }: Database,
  accountId: string,
  work: (copies: AccountCopies) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query('set local statement_timeout to 0');
    // The setting also applies on the account's node.
    if (isCluster) await client.query("set local citus.propagate_set_commands to 'local'");
    // While PostgreSQL sorts, nothing arrives, and the connection would be closed as silent. Ordered queries
    // can use an index instead.
    await client.query('set local enable_sort to off');
    const result = await work({
      read: async <Row>(statement: Statement, parameters: readonly unknown[]) =>
        (await client.query(queryOf(statement, [accountId, ...parameters]))).rows as Row[],
      copy: async (sql) => {
        const none = await client.query(`${sql} limit 0`, [accountId]);
        const source = sql.replaceAll('$1', pg.escapeLiteral(accountId));
        return {
          types: none.fields.map(({ dataTypeID }) => dataTypeID),
          parts: client.query(new CopyOut(`copy (${source}) to stdout (format binary)`)),
        };
      },
    });
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A copy that was not read to its end blocks the connection.
    client.release(true);
    throw error;
  }
}
