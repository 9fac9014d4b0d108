import { indiaDay } from '../../domain/india-time.ts';
import { isPaymentDay, judgeRemitted } from '../../domain/money/remittance.ts';
import { type ToldRow, ToldSums } from '../../domain/money/told-money.ts';
import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import { money } from '../../domain/rupees.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { isNot } from '../../problems/row-problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { type DateOrder, readAmountCell, readDateCell } from '../../reading/cells.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findSaidColumns, keepSaidColumns, type NoteCode } from '../../storage/imports/imports.ts';
import {
  findRemittedShipments,
  type RemittanceToRecord,
  recordRemitted,
  type SentRemittance,
  sumUpRemittances,
} from '../../storage/money/remittances.ts';
import { countWanted, findColumns, type WantedColumn } from '../imports/columns.ts';
import { FileColumns } from '../imports/file-columns.ts';
import type { ImportKind, ImportService, RowRefusal, RowTaker } from '../imports/import-kind.ts';
import { notifyRemittances } from './notify-remittances.ts';
import { TRACKING_NUMBER_NAMES } from './tracking-number-names.ts';

const COLUMNS = [
  {
    name: 'tracking_number',
    knownAs: TRACKING_NUMBER_NAMES,
    isRequired: true,
  },
  {
    name: 'amount',
    knownAs: [
      'cod remitted amount',
      'remitted amount',
      'remittance amount',
      'amount remitted',
      'cod amount',
      'cod value',
      'collectable amount',
      'collected amount',
      'amount collected',
      'cod',
    ],
    isRequired: true,
  },
  {
    name: 'utr',
    knownAs: [
      'utr no',
      'utr number',
      'neft utr',
      'bank reference',
      'bank reference number',
      'bank transaction id',
      'payment reference',
      'transaction id',
      'reference number',
    ],
    isRequired: false,
  },
  {
    name: 'date',
    knownAs: [
      'remittance date',
      'remitted date',
      'remitted on',
      'payment date',
      'paid date',
      'settlement date',
      'transfer date',
      'utr date',
    ],
    isRequired: false,
  },
] as const satisfies readonly WantedColumn<string>[];

export type RemittanceColumn = (typeof COLUMNS)[number]['name'];

export interface RemittanceOptions {
  /** The courier's name as the merchant writes it. */
  readonly courier: string;
  /** The payment reference of all rows, if the file has no column for it or the cell is blank. */
  readonly utr: string | null;
  /** For example `2026-11-15`. */
  readonly date: string | null;
  /** The file's names of the columns, if given. */
  readonly columns: Readonly<Partial<Record<RemittanceColumn, string>>>;
}

const LONGEST_UTR = 60;

const IS_EMPTY = say('cell_is_empty', 'is empty');
const IN_RUPEES = say('amount_in_rupees', 'an amount in rupees');
const UTR_TOO_LONG = say('cell_too_long', 'has more than {most} characters', { most: LONGEST_UTR });
const A_DATE = say('a_date', 'a date such as 2026-11-15 or 15-11-2026');

/** Remittance files of couriers: a row for each shipment, which is found by its tracking number. */
export const remittanceFiles: ImportKind<SentRemittance> = {
  known: async (scope, { options }) => {
    const { courier, columns } = options as unknown as RemittanceOptions;
    return countWanted(COLUMNS, { ...(await findSaidColumns(scope, 'remittance', courier)), ...columns });
  },
  open: async (service, writer, { importId, options }, header) => {
    const remittanceOptions = options as unknown as RemittanceOptions;
    const kept = await findSaidColumns(writer, 'remittance', remittanceOptions.courier);
    const said = { ...kept, ...remittanceOptions.columns };
    const { columns, problems } = findColumns(header, COLUMNS, said);
    if (problems.length > 0) throw refused(problems);
    const lacking = [
      ...(columns.utr === null && remittanceOptions.utr === null
        ? [
            fieldProblem(
              'utr',
              'required',
              say(
                'no_bank_references',
                'the file has no column of bank references: name it in utr_column, or give one reference for all rows in utr',
              ),
            ),
          ]
        : []),
      ...(columns.date === null && remittanceOptions.date === null
        ? [
            fieldProblem(
              'date',
              'required',
              say(
                'no_dates',
                'the file has no column of dates: name it in date_column, or give one date for all rows in date',
              ),
            ),
          ]
        : []),
    ];
    if (lacking.length > 0) throw refused(lacking);
    if (Object.keys(remittanceOptions.columns).length > 0) {
      await keepSaidColumns(writer, 'remittance', remittanceOptions.courier, said);
    }
    return new RemittanceRows(service, writer, importId, remittanceOptions, new FileColumns(header, columns));
  },
};

class RemittanceRows implements RowTaker<SentRemittance> {
  readonly #service: ImportService;
  readonly #writer: AccountWriter;
  readonly #importId: string;
  readonly #options: RemittanceOptions;
  readonly #file: FileColumns<RemittanceColumn>;
  readonly #today: number;
  readonly #counts = { recorded: 0, repeated: 0, differences: 0, remittances: 0 };
  readonly #remittances = new Set<string>();
  readonly #sums = new ToldSums();
  #dateOrder: DateOrder = 'day first';

  constructor(
    service: ImportService,
    writer: AccountWriter,
    importId: string,
    options: RemittanceOptions,
    file: FileColumns<RemittanceColumn>,
  ) {
    this.#service = service;
    this.#writer = writer;
    this.#importId = importId;
    this.#options = options;
    this.#file = file;
    this.#today = indiaDay(service.now().getTime());
  }

  get money() {
    return this.#sums.money;
  }

  get columns() {
    return this.#file.all;
  }

  get dateColumns() {
    return this.#file.indexesOf('date');
  }

  setDateOrder(order: DateOrder): void {
    this.#dateOrder = order;
  }

  read(cells: readonly string[]) {
    const destroyed = this.#file.destroyed(cells);
    if (destroyed.length > 0) return { refusals: destroyed };
    const refusals: RowRefusal[] = [];
    const refuse = (column: RemittanceColumn, code: NoteCode, reason: Sentence) =>
      refusals.push({ column: this.#file.called(column), field: column, code, reason });
    const trackingNumber = readTrackingNumber(this.#file.cell(cells, 'tracking_number'));
    if (trackingNumber === '') refuse('tracking_number', 'required', IS_EMPTY);
    const amountText = this.#file.cell(cells, 'amount');
    const amountPaise = readAmountCell(amountText);
    if (amountPaise === null) refuse('amount', 'invalid', isNot(amountText.slice(0, 40), IN_RUPEES));
    const utr = this.#file.cell(cells, 'utr') || (this.#options.utr ?? '');
    if (utr === '') refuse('utr', 'required', IS_EMPTY);
    else if (utr.length > LONGEST_UTR) refuse('utr', 'too_long', UTR_TOO_LONG);
    const dateText = this.#file.cell(cells, 'date');
    const remittedOn = dateText === '' ? this.#options.date : readDateCell(dateText, this.#dateOrder);
    if (remittedOn === null) refuse('date', 'invalid', isNot(dateText.slice(0, 40), A_DATE));
    else if (!isPaymentDay(remittedOn, this.#today))
      refuse(
        'date',
        'not_allowed',
        say('day_in_future', '{day} is in the future', {
          day: { type: 'day', value: remittedOn, text: remittedOn },
        }),
      );
    if (refusals.length > 0 || amountPaise === null || remittedOn === null) return { refusals };
    return { row: { trackingNumber, amountPaise, utr, remittedOn } };
  }

  async take(rows: ReadonlyMap<number, SentRemittance>): Promise<Map<number, RowRefusal[]>> {
    const { courier } = this.#options;
    const known = await findRemittedShipments(this.#writer, courier, rows);
    const refusals = new Map<number, RowRefusal[]>();
    const toRecord: RemittanceToRecord[] = [];
    const told: ToldRow[] = [];
    const had = new Map<string, number>();
    for (const [line, row] of rows) {
      const found = known.get(line);
      const key = `${found?.shipmentId} ${row.utr}`;
      const hadPaise = had.get(key) ?? found?.hadPaise ?? null;
      const shipment = found?.shipmentId == null ? null : found;
      const verdict = judgeRemitted({ shipment, amountPaise: row.amountPaise, hadPaise });
      if (verdict === 'repeat') this.#counts.repeated += 1;
      else if (verdict === 'record' || verdict === 'difference') {
        this.#counts.recorded += 1;
        if (verdict === 'difference') this.#counts.differences += 1;
        had.set(key, row.amountPaise);
        toRecord.push({
          ...row,
          shipmentId: found?.shipmentId ?? '',
          carrierId: found?.carrierId ?? '',
          expectedPaise: found?.codAmountPaise ?? 0,
          remittanceId: found?.remittanceId ?? null,
        });
        told.push({
          line,
          trackingNumber: row.trackingNumber,
          shipmentId: found?.shipmentId ?? '',
          courier: found?.courierName ?? courier,
          toldPaise: row.amountPaise,
          expectedPaise: found?.codAmountPaise ?? 0,
        });
      } else {
        const field = verdict === 'conflict' ? 'amount' : 'tracking_number';
        const [column, code] = [this.#file.called(field), CODES[verdict]];
        refusals.set(line, [{ column, field, code, reason: reasonOf(verdict, row, hadPaise ?? 0) }]);
      }
    }
    const recorded = await recordRemitted(this.#writer, { courier, importId: this.#importId }, toRecord);
    for (const remittanceId of recorded) this.#remittances.add(remittanceId);
    this.#sums.add(told);
    return refusals;
  }

  async finish(): Promise<Record<string, number>> {
    const remittances = [...this.#remittances];
    await sumUpRemittances(this.#writer, this.#importId, remittances);
    await notifyRemittances(this.#service, this.#writer, remittances);
    return { ...this.#counts, remittances: this.#remittances.size };
  }
}

const CODES = { unknown: 'unknown', prepaid: 'not_allowed', conflict: 'taken' } as const;

function reasonOf(
  verdict: 'unknown' | 'prepaid' | 'conflict',
  { trackingNumber, utr, amountPaise }: SentRemittance,
  hadPaise: number,
): Sentence {
  const awb = trackingNumber.slice(0, 60);
  switch (verdict) {
    case 'unknown':
      return say('awb_unknown', 'AWB {awb} does not exist in your account', { awb });
    case 'prepaid':
      return say('awb_is_prepaid', 'AWB {awb} is a prepaid order', { awb });
    case 'conflict':
      return say('awb_already_paid', 'AWB {awb} already has {paid} of {utr}, not {amount}', {
        awb,
        paid: money(hadPaise),
        utr,
        amount: money(amountPaise),
      });
  }
}
