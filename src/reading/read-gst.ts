import { readGstin } from '../domain/invoices/gstin.ts';
import { readGstRate } from '../domain/invoices/line-amounts.ts';
import { about } from '../problems/sentence.ts';
import { type Field, type FieldOptions, scalar } from './field.ts';

/** A GSTIN in any case, read in capitals. */
export function gstin(options: FieldOptions = {}): Field<string> {
  return scalar(
    (raw) => (typeof raw === 'string' ? readGstin(raw) : undefined),
    {
      expectation: about(
        'must_be_gstin',
        'must be a GSTIN: 15 characters, of which the last is its check digit',
      ),
    },
    { type: 'string', minLength: 15, maxLength: 15, description: 'Upper or lower case.' },
    options,
  );
}

/** A GST rate in percent, such as `18` or `2.5`, as text or number; read as text. */
export function gstRate(options: FieldOptions = {}): Field<string> {
  return scalar(
    (raw) => {
      const sent = typeof raw === 'number' ? String(raw) : raw;
      if (typeof sent !== 'string') return undefined;
      const rate = readGstRate(sent);
      return rate === undefined ? undefined : String(rate / 100);
    },
    { expectation: about('must_be_gst_rate', 'must be a rate of GST in percent, such as 5 or 18') },
    { type: ['string', 'number'], description: 'Percent.' },
    options,
  );
}
