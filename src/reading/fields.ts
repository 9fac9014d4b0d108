/** Everything that a route needs to declare its input. */
export { boolean, oneOf, stateCode } from './choice.ts';
export { color } from './color.ts';
export { clearable, optional, unclearable, type ValueOf, withDefault } from './field.ts';
export { file, fileBytes } from './file.ts';
export { mapOf } from './map.ts';
export {
  type DecimalText,
  decimal,
  decimalRupees,
  exactRupees,
  kilograms,
  number,
  paise,
  unitPrice,
  unixSeconds,
  wholeNumber,
} from './number.ts';
export { object, pathParameters } from './object.ts';
export { gstin, gstRate } from './read-gst.ts';
export { either, list, listOf, pair } from './read-list.ts';
export {
  customerPhone,
  email,
  emailIfAny,
  mobile,
  phone,
  pincode,
  text,
  uuid,
  warehouse,
  warehouseCode,
  webAddress,
} from './text.ts';
export { day, earliestTime, holiday, latestTime, moment, timestamp } from './timestamp.ts';
