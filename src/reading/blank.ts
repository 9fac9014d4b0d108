/** Tells whether a value is absent, null or text of only white space. */
export function isBlank(raw: unknown): boolean {
  if (raw === undefined || raw === null || raw === '') return true;
  if (typeof raw !== 'string') return false;
  const first = raw.charCodeAt(0);
  const startsVisibly = first > LAST_ASCII_SPACE && first < FIRST_WIDE_SPACE;
  return !startsVisibly && raw.trim() === '';
}

/** Like `isBlank`, but also true for a list of only blank values. */
export function isEmpty(raw: unknown): boolean {
  return isBlank(raw) || (Array.isArray(raw) && raw.every(isBlank));
}

const LAST_ASCII_SPACE = 0x20;
const FIRST_WIDE_SPACE = 0xa0;

/** Tells whether a value is the bytes of a file part. */
export function isFile(raw: unknown): raw is Buffer {
  return Buffer.isBuffer(raw);
}

/** Tells whether a value is an object of fields: no list and no file part. */
export function isObject(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !isFile(raw);
}
