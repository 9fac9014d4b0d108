import { type Static, Type } from 'typebox';
import { rupeesNumber } from '../../../domain/rupees.ts';
import type { Invoice, InvoiceSums } from '../../../usecases/invoices/show-invoices.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';

const Amount = Type.Number({ examples: [104.76] });

const Named = Type.Object({ id: Uuid, number: textLike('CHAI2627C/3') });

export const InvoiceBody = Type.Object(
  {
    id: Uuid,
    kind: words('InvoiceKind', ['invoice', 'credit_note']),
    number: textLike('CHAI2627/42', 'Without gaps in its series: GSTIN, prefix and financial year.'),
    gstin: textLike('29ABCDE1234F1ZW'),
    buyer_gstin: orNull(textLike('27PQRST5678K1Z2', 'For a buyer that is registered for GST.')),
    financial_year: textLike('2627', 'The financial year, from April 2026.'),
    issued_at: Time,
    shipment_id: Uuid,
    order_id: textLike('CHAI-1001', 'The merchant’s order id.'),
    customer_name: textLike('Asha Rao', 'To whom it is billed.'),
    place_of_supply: textLike('KA'),
    total: Amount,
    taxable: Amount,
    cgst: Amount,
    sgst: Type.Number({ description: 'UTGST in union territories.', examples: [2.62] }),
    igst: Amount,
    credits: orNull(Named),
    credited_by: orNull(Named),
    reason: orNull(textLike('Order cancelled')),
    lines: Type.Array(
      Type.Object({
        name: textLike('Masala chai 250 g'),
        options: orNull(textLike('Engraving: Asha', 'What the customer chose or wrote of it.')),
        sku: orNull(textLike('CHAI-250')),
        hsn: orNull(textLike('0902')),
        units: Type.Integer({ examples: [2] }),
        rate: Type.Number({ description: 'Percent.', examples: [5] }),
        discount: Amount,
        taxable: Amount,
        cgst: Amount,
        sgst: Amount,
        igst: Amount,
        total: Amount,
      }),
    ),
  },
  { title: 'Invoice', description: 'An invoice, or the credit note that cancels one. It never changes.' },
);

export function invoiceBody(invoice: Invoice): Static<typeof InvoiceBody> {
  const named = (one: { readonly invoiceId: string; readonly number: string } | null) =>
    one === null ? null : { id: one.invoiceId, number: one.number };
  const { totals } = invoice;
  return {
    id: invoice.invoiceId,
    kind: invoice.kind,
    number: invoice.number,
    gstin: invoice.gstin,
    buyer_gstin: invoice.billTo.gstin ?? null,
    financial_year: invoice.financialYear,
    issued_at: invoice.issuedAt.toISOString(),
    shipment_id: invoice.shipmentId,
    order_id: invoice.orderDisplayId,
    customer_name: invoice.billTo.name,
    place_of_supply: invoice.placeOfSupply,
    total: rupeesNumber(totals.valuePaise),
    ...taxBody(totals),
    credits: named(invoice.credits),
    credited_by: named(invoice.creditedBy),
    reason: invoice.reason,
    lines: invoice.lines.map((line) => ({
      name: line.name,
      options: line.options ?? null,
      sku: line.sku,
      hsn: line.hsn,
      units: line.units,
      rate: line.rateBp / 100,
      discount: rupeesNumber(line.discountPaise),
      ...taxBody(line),
      total: rupeesNumber(line.valuePaise),
    })),
  };
}

/** The sums of a list, in rupees: invoices minus credit notes. */
export function invoiceSumBody({ invoicedPaise, creditedPaise, ...taxes }: InvoiceSums) {
  return {
    invoiced: rupeesNumber(invoicedPaise),
    credited: rupeesNumber(creditedPaise),
    total: rupeesNumber(invoicedPaise - creditedPaise),
    ...taxBody(taxes),
  };
}

function taxBody(tax: Omit<Invoice['totals'], 'valuePaise'>) {
  return {
    taxable: rupeesNumber(tax.taxablePaise),
    cgst: rupeesNumber(tax.cgstPaise),
    sgst: rupeesNumber(tax.sgstPaise),
    igst: rupeesNumber(tax.igstPaise),
  };
}
