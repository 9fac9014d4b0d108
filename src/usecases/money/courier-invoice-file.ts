import { type ToldRow, ToldSums } from '../../domain/money/told-money.ts';
import { judgeInvoiced, type Tolerance } from '../../domain/money/weight-difference.ts';
import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { isNot } from '../../problems/row-problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { readAmountCell, readWeightCell, type WeightUnit, weightUnitOf } from '../../reading/cells.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findSaidColumns, keepSaidColumns, type NoteCode } from '../../storage/imports/imports.ts';
import {
  FROM_TRACKING,
  findInvoicedShipments,
  type InvoicedShipment,
  type InvoiceRowToRecord,
  recordInvoiced,
  type SentInvoiceRow,
  sumUpInvoices,
} from '../../storage/money/courier-invoices.ts';
import { findDifferenceSettings } from '../../storage/money/weight-differences.ts';
import { columnKey, countWanted, findColumns, type WantedColumn } from '../imports/columns.ts';
import { FileColumns } from '../imports/file-columns.ts';
import type { ImportKind, ImportService, RowRefusal, RowTaker } from '../imports/import-kind.ts';
import { TRACKING_NUMBER_NAMES } from './tracking-number-names.ts';
import { notifyDifferences } from './weight-differences.ts';

const COLUMNS = [
  { name: 'tracking_number', knownAs: TRACKING_NUMBER_NAMES, isRequired: true },
  {
    name: 'weight',
    knownAs: [
      'charged weight',
      'chargeable weight',
      'billed weight',
      'applied weight',
      'final weight',
    ].flatMap((name) => [name, ...['kg', 'kgs', 'g', 'gm', 'gms', 'grams'].map((unit) => `${name} ${unit}`)]),
    isRequired: true,
  },
  {
    name: 'amount',
    knownAs: [
      'charged amount',
      'amount without gst',
      'taxable amount',
      'taxable value',
      'freight charges',
      'total freight',
      'gross amount',
    ],
    isRequired: true,
  },
  {
    name: 'invoice_number',
    knownAs: ['invoice no', 'invoice', 'invoice id', 'bill number', 'bill no'],
    isRequired: false,
  },
] as const satisfies readonly WantedColumn<string>[];

export type CourierInvoiceColumn = (typeof COLUMNS)[number]['name'];

export interface CourierInvoiceOptions {
  readonly courier: string;
  /** The invoice number for all rows, if the file has no column for it. */
  readonly invoiceNumber: string | null;
  /** The unit of weights if neither the column's name nor the cell has a unit. */
  readonly weightUnit: WeightUnit | null;
  readonly columns: Readonly<Partial<Record<CourierInvoiceColumn, string>>>;
}

const LONGEST_INVOICE_NUMBER = 60;

const IS_EMPTY = say('cell_is_empty', 'is empty');
const A_WEIGHT = say('a_weight', 'a weight');
const IN_RUPEES = say('amount_in_rupees', 'an amount in rupees');
const NUMBER_TOO_LONG = say('cell_too_long', 'has more than {most} characters', {
  most: LONGEST_INVOICE_NUMBER,
});
const IS_RESERVED = say('reserved_for_tracking', 'is reserved for weights from tracking');

/** Invoices of couriers: a row for each shipment, with its total charge without GST. */
export const courierInvoiceFiles: ImportKind<SentInvoiceRow> = {
  known: async (scope, { options }) => {
    const { courier, columns } = options as unknown as CourierInvoiceOptions;
    return countWanted(COLUMNS, {
      ...(await findSaidColumns(scope, 'courier_invoice', courier)),
      ...columns,
    });
  },
  open: async (service, writer, { importId, options }, header) => {
    const invoiceOptions = options as unknown as CourierInvoiceOptions;
    const kept = await findSaidColumns(writer, 'courier_invoice', invoiceOptions.courier);
    const said = { ...kept, ...invoiceOptions.columns };
    const { columns, problems } = findColumns(header, COLUMNS, said);
    if (problems.length > 0) throw refused(problems);
    const file = new FileColumns<CourierInvoiceColumn>(header, columns);
    const unit = invoiceOptions.weightUnit ?? weightUnitOf(columnKey(file.called('weight')));
    const lacking = [
      ...(columns.invoice_number === null && invoiceOptions.invoiceNumber === null
        ? [
            fieldProblem(
              'invoice_number',
              'required',
              say(
                'no_invoice_numbers',
                'the file has no column of invoice numbers: name it in invoice_number_column, or give one number for all rows in invoice_number',
              ),
            ),
          ]
        : []),
      ...(unit === null
        ? [
            fieldProblem(
              'weight_unit',
              'required',
              say(
                'column_has_no_unit',
                'the column name "{column}" has no unit: give kg or g in weight_unit',
                { column: file.called('weight') },
              ),
            ),
          ]
        : []),
    ];
    if (lacking.length > 0 || unit === null) throw refused(lacking);
    if (Object.keys(invoiceOptions.columns).length > 0) {
      await keepSaidColumns(writer, 'courier_invoice', invoiceOptions.courier, said);
    }
    const { tolerance } = await findDifferenceSettings(writer);
    return new CourierInvoiceRows({
      service,
      writer,
      importId,
      options: invoiceOptions,
      file,
      unit,
      tolerance,
    });
  },
};

interface Ground {
  readonly service: ImportService;
  readonly writer: AccountWriter;
  readonly importId: string;
  readonly options: CourierInvoiceOptions;
  readonly file: FileColumns<CourierInvoiceColumn>;
  readonly unit: WeightUnit;
  readonly tolerance: Tolerance;
}

class CourierInvoiceRows implements RowTaker<SentInvoiceRow> {
  readonly #ground: Ground;
  readonly #counts = { recorded: 0, repeated: 0, raised: 0, charged_more: 0 };
  readonly #invoices = new Set<string>();
  readonly #sums: ToldSums;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#sums = new ToldSums(ground.tolerance.paise);
  }

  get money() {
    return this.#sums.money;
  }

  get columns() {
    return this.#ground.file.all;
  }

  read(cells: readonly string[]) {
    const { file, unit, options } = this.#ground;
    const destroyed = file.destroyed(cells);
    if (destroyed.length > 0) return { refusals: destroyed };
    const refusals: RowRefusal[] = [];
    const refuse = (column: CourierInvoiceColumn, code: NoteCode, reason: Sentence) =>
      refusals.push({ column: file.called(column), field: column, code, reason });
    const trackingNumber = readTrackingNumber(file.cell(cells, 'tracking_number'));
    if (trackingNumber === '') refuse('tracking_number', 'required', IS_EMPTY);
    const weightText = file.cell(cells, 'weight');
    const weight = readWeightCell(weightText, unit);
    if (weight === null) refuse('weight', 'invalid', isNot(weightText.slice(0, 40), A_WEIGHT));
    const amountText = file.cell(cells, 'amount');
    const paise = readAmountCell(amountText);
    if (paise === null) refuse('amount', 'invalid', isNot(amountText.slice(0, 40), IN_RUPEES));
    const invoiceNumber = file.cell(cells, 'invoice_number') || (options.invoiceNumber ?? '');
    if (invoiceNumber === '') refuse('invoice_number', 'required', IS_EMPTY);
    else if (invoiceNumber.length > LONGEST_INVOICE_NUMBER) {
      refuse('invoice_number', 'too_long', NUMBER_TOO_LONG);
    } else if (invoiceNumber === FROM_TRACKING) {
      refuse('invoice_number', 'not_allowed', IS_RESERVED);
    }
    if (refusals.length > 0 || weight === null || paise === null) return { refusals };
    return { row: { trackingNumber, invoiceNumber, charged: { weight, paise } } };
  }

  async take(rows: ReadonlyMap<number, SentInvoiceRow>): Promise<Map<number, RowRefusal[]>> {
    const { service, writer, importId, options, file, tolerance } = this.#ground;
    const known = await findInvoicedShipments(writer, options.courier, rows);
    const refusals = new Map<number, RowRefusal[]>();
    const toRecord: InvoiceRowToRecord[] = [];
    const told: ToldRow[] = [];
    const had = new Map<string, SentInvoiceRow['charged']>();
    const ofNumber = { column: file.called('tracking_number'), field: 'tracking_number' };
    for (const [line, row] of rows) {
      const found = known.get(line) ?? NOT_FOUND;
      const key = `${found.shipmentId} ${row.invoiceNumber}`;
      const before = had.get(key) ?? found.had;
      const verdict = judgeInvoiced({ ours: found.ours, charged: row.charged, had: before }, tolerance);
      const awb = row.trackingNumber.slice(0, 60);
      if (verdict === 'repeat') this.#counts.repeated += 1;
      else if (verdict === 'unknown' || found.ours === null || found.shipmentId === null) {
        const reason = say('awb_unknown', 'AWB {awb} does not exist in your account', { awb });
        refusals.set(line, [{ ...ofNumber, code: 'unknown', reason }]);
      } else if (verdict === 'conflict') {
        const reason = say(
          'awb_in_invoice',
          'AWB {awb} is already in invoice {invoice_number}, with another weight or amount',
          { awb, invoice_number: row.invoiceNumber },
        );
        refusals.set(line, [{ ...ofNumber, code: 'taken', reason }]);
      } else {
        had.set(key, row.charged);
        const differenceId = verdict === 'raise' ? writer.newId() : null;
        if (differenceId !== null) this.#counts.raised += 1;
        this.#counts.recorded += 1;
        if (row.charged.paise > found.ours.paise) this.#counts.charged_more += 1;
        const { shipmentId, invoiceId, ours } = found;
        toRecord.push({ ...row, shipmentId, invoiceId, ours, differenceId });
        told.push({
          line,
          trackingNumber: row.trackingNumber,
          shipmentId,
          courier: found.courierName ?? options.courier,
          toldPaise: row.charged.paise,
          expectedPaise: ours.paise,
        });
      }
    }
    const invoices = await recordInvoiced(writer, { courier: options.courier, importId }, toRecord);
    for (const invoiceId of invoices) this.#invoices.add(invoiceId);
    this.#sums.add(told);
    await notifyDifferences(service, writer, options.courier, toRecord);
    return refusals;
  }

  async finish(): Promise<Record<string, number>> {
    const { writer, importId } = this.#ground;
    await sumUpInvoices(writer, importId, [...this.#invoices]);
    return { ...this.#counts, invoices: this.#invoices.size };
  }
}

const NOT_FOUND: InvoicedShipment = {
  shipmentId: null,
  courierName: null,
  invoiceId: null,
  ours: null,
  had: null,
};
