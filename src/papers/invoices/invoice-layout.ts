import { amountInWords } from '../../domain/invoices/amount-in-words.ts';
import { gstStateDigits, stateTaxName } from '../../domain/invoices/gstin.ts';
import { type Invoice, type InvoiceLine, type InvoiceParty, titleOf } from '../../domain/invoices/invoice.ts';
import { stateName } from '../../domain/pincodes/states.ts';
import { rupees } from '../../domain/rupees.ts';
import { CELL, type Cell, CONTENT_WIDTH, type Column, PageFlow, TEXT_SIZE } from '../a4/page-flow.ts';
import { MARGIN, type PaperTheme } from '../a4/theme.ts';
import { blackArea, type Mark } from '../layout/marks.ts';
import { setText } from '../layout/place-text.ts';
import { dayInWords } from '../paper-figures.ts';
import type { Paragraph } from '../text/fit.ts';

/** The room for the sum and the signature below the goods. A signature is never alone on a page. */
const VALUE = { above: 16, height: 104 };
const SIGNATURE = { above: 24, height: 190 };

/** Lays out an invoice or a credit note on A4, with what the CGST Rules require (rules 46 and 53). */
export function layoutInvoice(invoice: Invoice, dress: PaperTheme): Mark[][] {
  const flow = new PageFlow(dress, titleOf(invoice), `${invoice.number}, ${invoice.supplier.name}`);
  if (invoice.kind === 'invoice')
    flow.row([{ width: CONTENT_WIDTH, text: [plain('Original for recipient')] }]);
  if (invoice.creditedBy !== null) {
    flow.row([
      { width: CONTENT_WIDTH, text: [bold(`CANCELLED by credit note ${invoice.creditedBy.number}`)] },
    ]);
  }
  flow.row(facts(invoice));
  flow.row(parties(invoice));
  flow.skip(20);
  const isWithinState = invoice.fromState === invoice.placeOfSupply;
  flow.table(
    isWithinState ? columnsWithin(stateTaxName(invoice.fromState)) : COLUMNS_BETWEEN,
    [
      ...invoice.lines.map((line, index) => lineCells(line, index + 1, isWithinState)),
      totalCells(invoice, isWithinState),
    ],
    VALUE.above + VALUE.height + SIGNATURE.above + SIGNATURE.height,
  );
  addTotal(flow, invoice);
  addSignature(flow, invoice);
  return flow.finish();
}

function facts(invoice: Invoice) {
  const { kind, number, issuedAt, orderDisplayId, orderDate, trackingNumber, credits, reason } = invoice;
  const what = kind === 'invoice' ? 'Invoice' : 'Credit note';
  const width = CONTENT_WIDTH / 3;
  const place = `${stateName(invoice.placeOfSupply)} (${gstStateDigits(invoice.placeOfSupply)})`;
  return [
    { width, text: [bold(`${what} ${number}`), plain(`Date ${dayInWords(issuedAt.getTime())}`)] },
    {
      width,
      text: [
        plain(`Order ${orderDisplayId}`),
        plain(`Order date ${dayInWords(orderDate.getTime())}`),
        ...(trackingNumber === null ? [] : [plain(`Tracking number ${trackingNumber}`)]),
      ],
    },
    {
      width,
      text: [
        plain(`Place of supply ${place}`),
        plain('Tax is payable on reverse charge: no'),
        ...(credits === null
          ? []
          : [plain(`For invoice ${credits.number} of ${dayInWords(credits.issuedAt.getTime())}`)]),
        ...(reason === null ? [] : [plain(`Reason: ${reason}`)]),
      ],
    },
  ];
}

function parties({ supplier, gstin, billTo, shipTo, fromState }: Invoice) {
  const registered = [
    bold(`GSTIN ${gstin}`),
    plain(`State code ${gstStateDigits(fromState)}, ${stateName(fromState)}`),
  ];
  const shown = [
    { title: 'SOLD BY', text: [...partyText(supplier), ...registered] },
    { title: shipTo === null ? 'BILLED AND DELIVERED TO' : 'BILLED TO', text: partyText(billTo) },
    ...(shipTo === null ? [] : [{ title: 'DELIVERED TO', text: partyText(shipTo) }]),
  ];
  return shown.map((box) => ({ ...box, width: CONTENT_WIDTH / shown.length }));
}

function partyText({ name, lines, city, state, pincode, gstin }: InvoiceParty): Paragraph[] {
  const place = [[city, state].filter((part) => part !== '').join(', '), pincode].filter(
    (part) => part !== '',
  );
  return [
    bold(name),
    ...lines.map(plain),
    ...(place.length === 0 ? [] : [plain(place.join(' - '))]),
    ...(gstin === undefined ? [] : [bold(`GSTIN ${gstin}`)]),
  ];
}

const FIRST_COLUMNS: readonly Column[] = [
  { title: 'NO.', width: 90 },
  { title: 'GOODS', width: 400 },
  { title: 'HSN', width: 130 },
  { title: 'QTY', width: 80, align: 'right' },
  { title: 'DISCOUNT', width: 140, align: 'right' },
  { title: 'TAXABLE', width: 160, align: 'right' },
  { title: 'RATE', width: 90, align: 'right' },
];
const COLUMNS_BETWEEN: readonly Column[] = [
  ...FIRST_COLUMNS,
  { title: 'IGST', width: 230, align: 'right' },
  { title: 'TOTAL, Rs', width: 200, align: 'right' },
];

function columnsWithin(stateTax: string): readonly Column[] {
  return [
    ...FIRST_COLUMNS,
    { title: 'CGST', width: 125, align: 'right' },
    { title: stateTax, width: 125, align: 'right' },
    { title: 'TOTAL, Rs', width: 180, align: 'right' },
  ];
}

function lineCells(line: InvoiceLine, number: number, isWithinState: boolean): Cell[] {
  const name: Paragraph[] = [{ text: line.name, weight: 'regular' }];
  if (line.options !== undefined) name.push({ text: line.options, weight: 'regular', scale: 0.8 });
  if (line.sku !== null) name.push({ text: line.sku, weight: 'regular', scale: 0.8 });
  return [
    String(number),
    name,
    line.hsn ?? '-',
    ...[
      String(line.units),
      line.discountPaise === 0 ? '-' : amount(line.discountPaise),
      amount(line.taxablePaise),
      `${line.rateBp / 100} %`,
      ...taxCells(line, isWithinState),
      amount(line.valuePaise),
    ].map((text) => inOneLine(text, 'regular')),
  ];
}

function totalCells({ lines, totals }: Invoice, isWithinState: boolean): Cell[] {
  const units = lines.reduce((sum, { units }) => sum + units, 0);
  const discount = lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0);
  const texts = [
    '',
    'Total',
    '',
    String(units),
    discount === 0 ? '-' : amount(discount),
    amount(totals.taxablePaise),
    '',
    ...taxCells(totals, isWithinState),
    amount(totals.valuePaise),
  ];
  return texts.map((text) => inOneLine(text, 'bold'));
}

const AMOUNT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });

/** `1,29,900.00`. */
function amount(paise: number): string {
  return AMOUNT.format(paise / 100);
}

/** Keeps a text on one line, which shrinks the text if needed, so that a number is never broken. */
function inOneLine(text: string, weight: Paragraph['weight']): Paragraph[] {
  return [{ text, weight, oneLine: true }];
}

function taxCells(
  { cgstPaise, sgstPaise, igstPaise }: Pick<InvoiceLine, 'cgstPaise' | 'sgstPaise' | 'igstPaise'>,
  isWithinState: boolean,
): string[] {
  return isWithinState ? [amount(cgstPaise), amount(sgstPaise)] : [amount(igstPaise)];
}

/** Adds the sum in words on the left, and in figures below the column of totals. */
function addTotal(flow: PageFlow, { kind, totals }: Invoice): void {
  const text = `${kind === 'invoice' ? 'Invoice value' : 'Credited'}: ${rupees(totals.valuePaise)}`;
  const inWords: Paragraph[] = [
    { text: 'AMOUNT IN WORDS', weight: 'bold', scale: 0.72 },
    plain(amountInWords(totals.valuePaise)),
  ];
  const { height } = VALUE;
  const x = MARGIN + CELL;
  const width = CONTENT_WIDTH - 2 * CELL;
  const left = width * 0.6;
  flow.skip(VALUE.above);
  flow.add(height, (y) => [
    ...setText(inWords, { x, y, width: left, height }, TEXT_SIZE),
    ...setText([bold(text)], { x: x + left, y, width: width - left, height }, 34, { align: 'right' }),
  ]);
}

/** Adds the place for the supplier's signature. Rule 46 (q) exempts only digitally signed invoices. */
function addSignature(flow: PageFlow, { supplier }: Invoice): void {
  const width = 560;
  const x = MARGIN + CONTENT_WIDTH - width;
  flow.skip(SIGNATURE.above);
  flow.add(SIGNATURE.height, (y) => [
    ...setText([plain(`For ${supplier.name}`)], { x, y, width, height: 130 }, 24, { align: 'right' }),
    blackArea(x, y + 140, width, 2),
    ...setText([plain('Authorised signatory')], { x, y: y + 148, width, height: 40 }, 22, { align: 'right' }),
  ]);
}

function plain(text: string): Paragraph {
  return { text, weight: 'regular' };
}

function bold(text: string): Paragraph {
  return { text, weight: 'bold' };
}
