import type { Role } from '../../domain/role.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { ImportKindName, StoredImport } from '../../storage/imports/imports.ts';
import type { Maker } from '../jobs/acting-for.ts';
import type { ShippingService } from '../service.ts';

/** A refused row; `column` as the file names it, null for the whole row. */
export interface RowRefusal {
  readonly column: string | null;
  readonly reason: string;
}

/** The services that importing a file needs. */
export type ImportService = Pick<ShippingService, 'database' | 'now' | 'newId' | 'emitWebhooks'>;

/** Called with rejected rows. */
export type OnRefused = (
  rows: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly refusals: readonly RowRefusal[];
  }[],
) => Promise<void>;

/** Called with rows that are accepted with warnings. */
export type OnWarned = (rows: readonly WarnedRow[]) => void;

export interface WarnedRow {
  readonly line: number;
  readonly warnings: readonly string[];
}

/** The account and the sender's options of a file. */
export interface ImportRequest {
  readonly importId: string;
  readonly kind: ImportKindName;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RowTaker<Row> {
  /** Ignored columns, by the file's names. */
  readonly unknownColumns?: readonly string[];
  /** Reads a row with as many cells as the header; returns the row or its problems. */
  read(cells: readonly string[]): { readonly row: Row } | { readonly refusals: readonly RowRefusal[] };
  /** Imports rows, by line. @returns the problems of rejected rows */
  take(rows: ReadonlyMap<number, Row>): Promise<ReadonlyMap<number, readonly RowRefusal[]>>;
  /** @returns counts of what was done, by name */
  finish(): Promise<Readonly<Record<string, number>>>;
  /** Replaces `finish` in a check, for a kind that continues in turns: does what the turns would do. */
  rehearse?(onRefused: OnRefused, onWarned: OnWarned): Promise<Readonly<Record<string, number>>>;
}

/** A kind of files: all changes of a file are made through `writer`, in one transaction. */
export interface ImportKind<Row> {
  /** @throws Problem `refused` if the header lacks a column: nothing of the file is imported */
  open(
    service: ImportService,
    writer: AccountWriter,
    request: ImportRequest,
    header: readonly string[],
  ): Promise<RowTaker<Row>>;
}

/** The lowest role that may import files of each kind. */
export const IMPORT_ROLE = {
  courier_invoice: 'manager',
  orders: 'packer',
  remittance: 'manager',
} as const satisfies Record<ImportKindName, Role>;

/** The person or key that started an import, and what it needs: files of couriers concern the whole account. */
export function makerOf(accountId: string, { actor, kind }: Pick<StoredImport, 'actor' | 'kind'>): Maker {
  return { accountId, actor, least: IMPORT_ROLE[kind], isOfWholeAccount: kind !== 'orders' };
}
