import { isBlank, isFile } from './blank.ts';
import { type Field, type FieldOptions, field } from './field.ts';

/**
 * A file part of a `multipart/form-data` request, read as bytes. The route puts each file part into the body
 * under its name, as a `Buffer`, before it is read; several of one name become a list, which is refused. An
 * empty part means "not given"; JSON text in its place is refused.
 */
export function file(options: FieldOptions = {}): Field<Buffer> {
  return field(
    {
      read: (raw, at, out) =>
        isFile(raw)
          ? raw
          : out.refuse(at, 'invalid', 'must be one file part of a multipart/form-data request'),
      isBlank: (raw) => isBlank(raw) || (isFile(raw) && raw.length === 0),
      document: { type: 'string', format: 'binary' },
    },
    options,
  );
}
