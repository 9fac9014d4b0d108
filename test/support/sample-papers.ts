import type { Invoice, InvoiceLine } from '../../src/domain/invoices/invoice.ts';
import { totalsOf } from '../../src/domain/invoices/invoice.ts';
import { splitTax } from '../../src/domain/invoices/line-amounts.ts';
import type { InvoicePaper } from '../../src/papers/invoices/invoice-paper.ts';
import type { PackingSlip } from '../../src/papers/packing-slips/packing-slip.ts';
import type { PicklistPaper } from '../../src/papers/picklists/picklist-paper.ts';
import { RECEIVERS_BY_SCRIPT, sampleLabel } from './sample-label.ts';

export const SAMPLE_BRAND = { name: 'Kavi Handlooms', logo: null, color: '#8A1C4A' };

/** An invoice with goods in ten scripts, or with this number of lines. */
export function sampleInvoice(changes: Partial<Invoice> = {}): InvoicePaper {
  const names = [
    'Cotton kurta, indigo, size L',
    ...Object.values(RECEIVERS_BY_SCRIPT).map(({ name }) => name),
  ];
  const lines = names.map((name, index): InvoiceLine => {
    const rateBp = index % 3 === 0 ? 1800 : 500;
    const grossPaise = 129_900 + index * 1_101;
    const discountPaise = index % 2 === 0 ? 0 : 5_000;
    const valuePaise = grossPaise - discountPaise;
    const tax = splitTax(valuePaise, rateBp, false);
    return {
      name,
      sku: `KUR-${index}`,
      hsn: '6205',
      units: 1,
      grossPaise,
      discountPaise,
      rateBp,
      valuePaise,
      ...tax,
    };
  });
  const { receiver, sender } = sampleLabel();
  const party = ({ name, addressLines, city, state, pincode }: typeof receiver) => ({
    name,
    lines: addressLines,
    city,
    state,
    pincode,
  });
  const invoice: Invoice = {
    invoiceId: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d',
    kind: 'invoice',
    number: 'KAVI2627/42',
    financialYear: '2627',
    issuedAt: new Date('2026-11-15T05:00:00Z'),
    gstin: '27PQRST5678K1Z2',
    supplier: { ...party(sender), name: 'Kavi Handlooms Private Limited' },
    billTo: party(receiver),
    shipTo: null,
    fromState: 'MH',
    placeOfSupply: 'DL',
    shipmentId: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3e',
    orderDisplayId: '#KH-10432',
    orderDate: new Date('2026-11-14T05:00:00Z'),
    trackingNumber: 'DKY00123456789',
    credits: null,
    creditedBy: null,
    reason: null,
    lines,
    totals: totalsOf(lines),
    ...changes,
  };
  return { paper: 'invoice', brand: SAMPLE_BRAND, invoice: { ...invoice, totals: totalsOf(invoice.lines) } };
}

export function samplePackingSlip(changes: Partial<PackingSlip> = {}): PackingSlip {
  const { receiver, sender, items, orderDate } = sampleLabel();
  return {
    paper: 'packing_slip',
    brand: SAMPLE_BRAND,
    orderDisplayId: '#KH-10432',
    orderDate,
    trackingNumber: 'DKY00123456789',
    from: sender,
    to: receiver,
    items: items.map((item, index) => ({
      ...item,
      options: index === 0 ? 'Engraving: Asha, Size: L' : null,
    })),
    note: 'Please pack it as a gift',
    support: ['1800 100 0002', 'help@kavi.example', 'https://kavi.example'],
    ...changes,
  };
}

export function samplePicklist(changes: Partial<PicklistPaper> = {}): PicklistPaper {
  const picks = Object.values(RECEIVERS_BY_SCRIPT).map(({ name }, index) => ({
    sku: index === 0 ? null : `KUR-${index}`,
    name,
    units: index + 2,
    orders: Array.from({ length: index + 2 }, (_, order) => ({
      displayId: `#KH-${10_432 + order}`,
      units: 1,
    })),
  }));
  return {
    paper: 'picklist',
    brand: SAMPLE_BRAND,
    shipments: 11,
    warehouses: [{ warehouse: 'Andheri East', picks }],
    madeAt: Date.parse('2026-11-15T05:00:00Z'),
    ...changes,
  };
}
