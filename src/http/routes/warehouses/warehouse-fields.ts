import { email, object, oneOf, pathParameters, phone, pincode, text, uuid } from '../../../reading/fields.ts';

export const warehouseName = text({ max: 120, examples: ['Okhla'], nearMisses: ['warehouse_name'] });
export const phoneNumber = phone({
  examples: ['9876543210'],
  nearMisses: ['phone', 'mobile', 'mobile_number', 'contact_number'],
});
export const warehouseEmail = email({
  examples: ['okhla@example.in'],
  nearMisses: ['email_id', 'email_address'],
});
export const contactPerson = text({
  max: 120,
  examples: ['Ravi Kumar'],
  nearMisses: ['contact_name', 'contact_person_name'],
});
export const gstNo = text({
  max: 15,
  examples: ['07ABCDE1234F1Z2'],
  nearMisses: ['gst', 'gst_number', 'gstin'],
  pattern: /^[0-9]{2}[A-Za-z]{5}[0-9]{4}[A-Za-z][0-9A-Za-z]{3}$/,
  patternSentence: 'must be a GST number of 15 characters',
  patternBoundsLength: true,
});
export const streetAddress = text({
  max: 300,
  examples: ['12, Okhla Phase III'],
  multiline: true,
  nearMisses: ['address', 'address_line', 'address_line_1', 'line1', 'street'],
});
export const zip = pincode({
  examples: ['110020'],
  nearMisses: ['pincode', 'pin_code', 'zipcode', 'zip_code', 'postal_code'],
});
export const city = text({ max: 100, examples: ['New Delhi'] });
export const state = text({ max: 100, examples: ['Delhi'] });
export const warehouseCountry = oneOf(['India', 'IN', 'IND'], { description: 'Always `India` in answers.' });

export const addressAttributes = object({
  street_address: streetAddress,
  zip,
  city,
  state,
  country: warehouseCountry,
});

/** `:id` of a path; an id that is no UUID is answered like an unknown warehouse. */
export const WarehousePath = pathParameters({ id: uuid() }, 'Warehouse');
