import { about } from '../problems/sentence.ts';
import { mapped } from '../reading/field.ts';
import { boolean, email, oneOf, phone, pincode, text, warehouseCode } from '../reading/fields.ts';
import {
  changeable,
  type NewShape,
  nullable,
  required,
  type ShapeChange,
  type ShapeValues,
  shape,
} from './shape.ts';

/** The fields in `address_attributes`. */
export const WAREHOUSE_ADDRESS = shape({
  streetAddress: required(
    text({
      max: 300,
      examples: ['12, Okhla Phase III'],
      multiline: true,
      nearMisses: ['address', 'address_line', 'address_line_1', 'line1', 'street'],
    }),
  ),
  /** A pincode of the directory. */
  zip: required(
    pincode({
      examples: ['110020'],
      nearMisses: ['pincode', 'pin_code', 'zipcode', 'zip_code', 'postal_code'],
    }),
  ),
  city: required(text({ max: 100, examples: ['New Delhi'] })),
  state: required(text({ max: 100, examples: ['Delhi'] })),
  country: required(
    mapped(
      oneOf(['India', 'IN', 'IND'], { description: 'Always `India` in answers.', examples: ['India'] }),
      () => 'India',
      { shown: { type: 'string', examples: ['India'] } },
    ),
  ),
});

/** The other fields. */
export const WAREHOUSE_OWN = shape({
  name: required(text({ max: 120, examples: ['Okhla'], nearMisses: ['warehouse_name'] })),
  code: nullable(
    warehouseCode({
      description: 'Your short name of it, unique in the account: taken wherever its id is.',
      examples: ['DEL-1'],
    }),
  ),
  /** Ten digits of a mobile number, or a landline number with its area code. */
  phone: required(
    phone({
      examples: ['9876543210'],
      nearMisses: ['phone', 'mobile', 'mobile_number', 'contact_number'],
    }),
    { api: 'phone_number' },
  ),
  email: required(email({ examples: ['okhla@example.in'], nearMisses: ['email_id', 'email_address'] })),
  contactPerson: required(
    text({ max: 120, examples: ['Ravi Kumar'], nearMisses: ['contact_name', 'contact_person_name'] }),
  ),
  gstNo: nullable(
    mapped(
      text({
        max: 15,
        examples: ['07ABCDE1234F1Z2'],
        nearMisses: ['gst', 'gst_number', 'gstin'],
        pattern: /^[0-9]{2}[A-Za-z]{5}[0-9]{4}[A-Za-z][0-9A-Za-z]{3}$/,
        patternSentence: about('must_be_gst_number', 'must be a GST number of 15 characters'),
        patternBoundsLength: true,
      }),
      (number) => number.toUpperCase(),
    ),
  ),
  /** An inactive warehouse is refused for new orders, and stays for old ones. */
  isActive: changeable(boolean({ description: '`false` deactivates it: no new order can use it.' })),
});

export const WAREHOUSE = shape({ ...WAREHOUSE_OWN.fields, ...WAREHOUSE_ADDRESS.fields });

/** The fields that an account sets. */
export type WarehouseFields = ShapeValues<typeof WAREHOUSE.fields>;
export type NewWarehouse = NewShape<typeof WAREHOUSE.fields>;
export type WarehouseChange = ShapeChange<typeof WAREHOUSE.fields>;

/** Where shipments are picked up. */
export interface Warehouse extends WarehouseFields {
  readonly warehouseId: string;
  readonly createdAt: Date;
}
