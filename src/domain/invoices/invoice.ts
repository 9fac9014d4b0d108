/** A credit note cancels an invoice. */
export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** A party of an invoice, as it was when the invoice was made. */
export interface InvoiceParty {
  readonly name: string;
  readonly lines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  /** The GSTIN of a registered buyer. */
  readonly gstin?: string;
}

/** A line of an invoice. Amounts are paise; a line's value includes tax. */
export interface InvoiceLine extends LineTax {
  readonly name: string;
  readonly sku: string | null;
  readonly hsn: string | null;
  /** What the customer chose or wrote of it. */
  readonly options?: string;
  readonly units: number;
  /** Units times unit price, including tax, before the discount. */
  readonly grossPaise: number;
  readonly discountPaise: number;
  /** The GST rate in hundredths of a percent. */
  readonly rateBp: number;
  readonly valuePaise: number;
}

export interface LineTax {
  readonly taxablePaise: number;
  /** CGST and SGST, which are equal, for a sale within a state; otherwise both are 0 and IGST applies. */
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

/** An invoice before it has a number. */
export interface InvoiceDraft {
  readonly gstin: string;
  readonly supplier: InvoiceParty;
  readonly billTo: InvoiceParty;
  /** Null if the goods go to the billing address. */
  readonly shipTo: InvoiceParty | null;
  /** The states of the supplier and the destination, by the codes of the pincode directory. */
  readonly fromState: string;
  readonly placeOfSupply: string;
  readonly lines: readonly InvoiceLine[];
}

/** A numbered invoice or credit note. It is never changed. */
export interface Invoice extends InvoiceDraft {
  readonly invoiceId: string;
  readonly kind: InvoiceKind;
  /** At most 16 characters; unique for its GSTIN and financial year. */
  readonly number: string;
  /** For example `2627` from April 2026 to March 2027. */
  readonly financialYear: string;
  readonly issuedAt: Date;
  readonly shipmentId: string;
  readonly orderDisplayId: string;
  readonly orderDate: Date;
  readonly trackingNumber: string | null;
  /** The invoice that a credit note cancels; null for an invoice. */
  readonly credits: { readonly invoiceId: string; readonly number: string; readonly issuedAt: Date } | null;
  /** The credit note that cancelled this invoice; null if no credit note did. */
  readonly creditedBy: { readonly invoiceId: string; readonly number: string } | null;
  readonly reason: string | null;
  readonly totals: InvoiceTotals;
}

export interface InvoiceTotals extends LineTax {
  readonly valuePaise: number;
}

export function totalsOf(lines: readonly (LineTax & { readonly valuePaise: number })[]): InvoiceTotals {
  const sum = (key: keyof InvoiceTotals) => lines.reduce((total, line) => total + line[key], 0);
  return {
    valuePaise: sum('valuePaise'),
    taxablePaise: sum('taxablePaise'),
    cgstPaise: sum('cgstPaise'),
    sgstPaise: sum('sgstPaise'),
    igstPaise: sum('igstPaise'),
  };
}

/**
 * The title of the document. Untaxed goods get a bill of supply (CGST Rules, rule 49). Taxed and untaxed
 * goods together, for a buyer without a GSTIN, get one document (rule 46A).
 */
export function titleOf({ kind, lines }: Pick<Invoice, 'kind' | 'lines'>): string {
  if (kind === 'credit_note') return 'CREDIT NOTE';
  const taxed = lines.filter(({ rateBp }) => rateBp > 0).length;
  if (taxed === lines.length) return 'TAX INVOICE';
  return taxed === 0 ? 'BILL OF SUPPLY' : 'INVOICE-CUM-BILL OF SUPPLY';
}
