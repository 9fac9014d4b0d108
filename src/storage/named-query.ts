import pg from 'pg';

/** The row description of a statement, parsed by `pg`. */
interface RowShape {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The parts of `pg`'s queries that its types leave out. */
interface QueryParts {
  name: string;
  _accumulateRows: boolean;
  readonly _result: RowShape;
  _canceledDueToError: unknown;
  prepare(connection: pg.Connection): void;
  handleDataRow(message: { readonly fields: readonly unknown[] }): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
const Query = pg.Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
) => pg.Query & QueryParts;

export type NamedConfig = pg.QueryConfig & { readonly name: string };

/** The named statements of a connection that have a known row description. */
export class DescribedStatements {
  readonly shapes = new Map<string, RowShape>();
  /** The connection, wrapped so that it does not request a description. */
  readonly undescribed: pg.Connection;

  constructor(connection: pg.Connection) {
    this.undescribed = Object.create(connection, { describe: { value: () => undefined } });
  }
}

/**
 * A named statement. Its row description is requested only once for each connection, because the server
 * refuses the statement if the description changes. Describing fifty columns each time took more than a third
 * of the time to read a row.
 */
export class NamedQuery extends Query {
  readonly #described: DescribedStatements;

  constructor({ name, text, values }: NamedConfig, described: DescribedStatements) {
    super(text, values);
    this.name = name;
    this.#described = described;
  }

  override prepare(connection: pg.Connection): void {
    const shape = this.#described.shapes.get(this.name);
    if (shape === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(this.#described.undescribed);
  }

  override handleDataRow(message: { readonly fields: readonly unknown[] }): void {
    // After a migration, a pooler may have prepared the statement again on a different server process.
    if (message.fields.length !== this._result.fields.length) {
      this._canceledDueToError ||= new Error(
        `The rows of "${this.name}" have changed since they were described`,
      );
    }
    super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this._canceledDueToError) this.#described.shapes.delete(this.name);
    else this.#described.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleCommandComplete(message, connection);
  }
}
