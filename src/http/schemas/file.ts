import { type Field, type FieldOptions, field } from './field.ts';

/**
 * A file part of a `multipart/form-data` request, read as its bytes. The route puts each file part into
 * the body under its name, as a `Buffer`, before validation; several of one name as a list, which is
 * refused. An empty part is "not given"; JSON text in its place is refused.
 */
export function file(options: FieldOptions = {}): Field<Buffer> {
  return field(
    { bytes: true },
    { kind: 'file', expectation: 'must be one file part of a multipart/form-data request' },
    { type: 'string', format: 'binary' },
    options,
  );
}

/** Whether it is the bytes of a file part. */
export function isFile(raw: unknown): raw is Buffer {
  return Buffer.isBuffer(raw);
}
