import { about } from '../problems/sentence.ts';
import { isBlank, isFile } from './blank.ts';
import { type Field, type FieldOptions, field } from './field.ts';

const MUST_BE_FILE = about(
  'must_be_file',
  'must be one file part of a multipart/form-data request, or a data URL such as data:image/png;base64,iVBORw0KGgo=',
);

/** The start of a data URL in base64: `data:image/png;base64,`. What the file is, its bytes say. */
const DATA_URL = /^data:[a-z0-9.+/-]{1,100}(?:;[a-z0-9=.-]{1,100}){0,3};base64,/i;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/;

/**
 * A picture, read as bytes: a file part of a `multipart/form-data` request, or a data URL in JSON. Before the reading, the route puts
 * each file part into the body under its name, as a `Buffer`. Several parts with one name become a list, which is refused. An empty part
 * means "not given".
 */
export function file(options: FieldOptions = {}): Field<Buffer> {
  return field(
    {
      read: (raw, at, out) => fileBytes(raw) ?? out.refuse(at, 'invalid', MUST_BE_FILE),
      isBlank: (raw) => isBlank(raw) || (isFile(raw) && raw.length === 0),
      document: { type: 'string', format: 'binary' },
    },
    options,
  );
}

/** The bytes of a file part or of a data URL, whose base64 may be broken into lines; null for anything else. */
export function fileBytes(raw: unknown): Buffer | null {
  if (isFile(raw)) return raw.length === 0 ? null : raw;
  if (typeof raw !== 'string') return null;
  const [start] = DATA_URL.exec(raw) ?? [];
  if (start === undefined) return null;
  const content = raw.slice(start.length).trim();
  const bytes = Buffer.from(BASE64.test(content) ? content : '', 'base64');
  return bytes.length === 0 ? null : bytes;
}
