import type { ToldMoney } from '../../domain/money/told-money.ts';
import type { Role } from '../../domain/role.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { DateOrder } from '../../reading/cells.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import type { FileReading, ImportKindName, NoteCode, StoredImport } from '../../storage/imports/imports.ts';
import type { CountKnown, FileForm } from '../file-form.ts';
import type { Maker } from '../jobs/acting-for.ts';
import type { Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';

/** The refusal of a row; `column` is the file's name of a column, or null for the whole row. */
export interface RowRefusal {
  readonly column: string | null;
  /** Our name of the column. */
  readonly field?: string | null;
  readonly code: NoteCode;
  readonly reason: Sentence;
  /** A value that would fit, if one is known. */
  readonly expected?: string;
}

export type ImportService = Service & Pick<AnnouncementParts, 'emitWebhooks'>;

export type OnRefused = (
  rows: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly refusals: readonly RowRefusal[];
  }[],
) => Promise<void>;

export type OnWarned = (orders: readonly WarnedOrder[]) => void;

/** An order with warnings. */
export interface WarnedOrder {
  readonly isRefused: boolean;
  /** The line of its first row. */
  readonly line: number;
  readonly warnings: readonly RowWarning[];
}

export interface RowWarning extends RowRefusal {
  readonly line: number;
}

export interface FileColumn {
  /** The file's name of the column. */
  readonly name: string;
  /** Our name; null if the column is ignored. */
  readonly field: string | null;
}

export interface ImportRequest {
  readonly importId: string;
  readonly kind: ImportKindName;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RowTaker<Row> {
  /** The columns of the file, in its order. */
  readonly columns: readonly FileColumn[];
  /** The indexes of the columns with dates. */
  readonly dateColumns?: readonly number[];
  /** Called before the first row, if there are such columns. */
  setDateOrder?(order: DateOrder): void;
  /** What the kind found out about the file. Called after the last row. */
  told?(): Pick<FileReading, 'profile' | 'missing' | 'leftOut' | 'readBy'>;
  /** Reads a row that has as many cells as the header. Returns the row or its problems, or that it is left out. */
  read(
    cells: readonly string[],
  ): { readonly row: Row } | { readonly refusals: readonly RowRefusal[] } | { readonly leftOut: true };
  /** Imports rows, indexed by line. @returns the problems of rejected rows */
  take(rows: ReadonlyMap<number, Row>): Promise<ReadonlyMap<number, readonly RowRefusal[]>>;
  /** What a courier's file has told so far; null for a file of orders. */
  readonly money: ToldMoney | null;
  /** @returns what was done, as counts indexed by name */
  finish(): Promise<Readonly<Record<string, number>>>;
  /** Replaces `finish` in a check of a kind that imports in turns: checks what the turns would do. */
  rehearse?(onRefused: OnRefused, onWarned: OnWarned): Promise<Readonly<Record<string, number>>>;
}

/** A kind of files. All changes of a file are made through `writer`, in one transaction. */
export interface ImportKind<Row> {
  /** Returns what counts the column names that the kind knows in a line: so its header is found. */
  known(scope: AccountScope, request: ImportRequest): Promise<CountKnown>;
  /** @throws Problem `refused` if the header lacks a column; then nothing of the file is imported */
  open(
    service: ImportService,
    writer: AccountWriter,
    request: ImportRequest,
    header: readonly string[],
    form: FileForm,
  ): Promise<RowTaker<Row>>;
}

/** The lowest role that may import files of each kind. */
export const IMPORT_ROLE = {
  courier_invoice: 'manager',
  orders: 'packer',
  remittance: 'manager',
} as const satisfies Record<ImportKindName, Role>;

/** Returns the creator of an import and its required rights. Couriers' files concern the whole account. */
export function makerOf(accountId: string, { actor, kind }: Pick<StoredImport, 'actor' | 'kind'>): Maker {
  return { accountId, actor, least: IMPORT_ROLE[kind], isOfWholeAccount: kind !== 'orders' };
}
