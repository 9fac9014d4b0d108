import { fieldsOf, textOf } from '../../../src/partners/answer-fields.ts';
import type { Sent } from '../../kit/stand-in.ts';

/**
 * The fields that the schema requires; `return_reason` may be empty unless goods come back. The schema also
 * requires `consignee_alternate_phone`, but Ekart was seen to accept shipments without it.
 */
const REQUIRED = [
  'seller_name',
  'seller_address',
  'seller_gst_tin',
  'consignee_name',
  'order_number',
  'invoice_number',
  'invoice_date',
  'payment_mode',
  'category_of_goods',
  'products_desc',
  'total_amount',
  'tax_value',
  'taxable_amount',
  'commodity_value',
  'cod_amount',
  'quantity',
  'weight',
  'length',
  'height',
  'width',
  'consignee_gst_amount',
] as const;

const WHOLE = ['quantity', 'weight', 'length', 'height', 'width'] as const;
const MOST_COD = 49_999;

/** Checks a shipment against Ekart's schema; null if it is valid. */
export function judgeShipment(sent: Sent, hasAddress: (alias: string) => boolean): string | null {
  const missing = REQUIRED.find((name) => textOf(sent[name]) === null);
  if (missing !== undefined) return `${missing} cannot be null or empty`;
  const mode = String(sent.payment_mode);
  if (!['COD', 'Prepaid', 'Pickup'].includes(mode)) return 'payment_mode must be COD, Prepaid or Pickup';
  if (mode === 'Pickup' && textOf(sent.return_reason) === null)
    return 'return_reason cannot be null or empty';
  if (typeof sent.return_reason !== 'string') return 'return_reason cannot be null';
  const broken = WHOLE.find((name) => !Number.isInteger(sent[name]) || Number(sent[name]) < 1);
  if (broken !== undefined) return `${broken} must be an integer of at least 1`;
  const [total, taxable, tax, cod] = [
    sent.total_amount,
    sent.taxable_amount,
    sent.tax_value,
    sent.cod_amount,
  ];
  if (![total, taxable, tax, cod].every((amount) => typeof amount === 'number'))
    return 'amounts must be numbers';
  if (Number(total) < 1 || Number(taxable) < 1) return 'total_amount and taxable_amount must be at least 1';
  if (Math.abs(Number(taxable) + Number(tax) - Number(total)) > 0.005) {
    return 'total_amount must be the sum of taxable_amount and tax_value';
  }
  if (Number(cod) > MOST_COD || Number(cod) < 0) return `cod_amount must be between 0 and ${MOST_COD}`;
  if (Number(cod) > Number(total)) return 'cod_amount must not be above total_amount';
  const alternate = textOf(sent.consignee_alternate_phone);
  if (alternate !== null && alternate.length < 10) return 'consignee_alternate_phone must have 10 digits';
  if (sent.service !== undefined && sent.service !== 'SURFACE' && sent.service !== 'EXPRESS') {
    return 'service must be SURFACE or EXPRESS';
  }
  return judgeLocations(sent, hasAddress) ?? judgeQc(sent.qc_details);
}

function judgeLocations(sent: Sent, hasAddress: (alias: string) => boolean): string | null {
  const drop = fieldsOf(sent.drop_location);
  const missing = ['address', 'country', 'name', 'phone', 'pin', 'city', 'state'].find(
    (name) => textOf(drop[name]) === null,
  );
  if (missing !== undefined) return `drop_location.${missing} cannot be null or empty`;
  const { phone } = drop;
  if (typeof phone !== 'number' || phone < 1_000_000_000 || phone > 9_999_999_999) {
    return 'drop_location.phone must be a number of 10 digits';
  }
  if (typeof drop.pin !== 'number') return 'drop_location.pin must be a number';
  if (String(phone) === sent.consignee_alternate_phone) return 'alternate phone must differ from the phone';
  for (const name of ['pickup_location', 'return_location']) {
    const alias = textOf(fieldsOf(sent[name]).name);
    if (alias === null || !hasAddress(alias)) return `${name} is not registered`;
  }
  return null;
}

function judgeQc(sent: unknown): string | null {
  if (sent === undefined) return null;
  return textOf(fieldsOf(sent).product_name) === null
    ? 'qc_details.product_name cannot be null or empty'
    : null;
}
