import { about } from '../problems/sentence.ts';
import { isBlank, isFile } from './blank.ts';
import { type Field, type FieldOptions, field } from './field.ts';

/**
 * A file part of a `multipart/form-data` request, read as bytes. Before the reading, the route puts each file
 * part into the body under its name, as a `Buffer`. Several parts with one name become a list, which is
 * refused. An empty part means "not given"; JSON text instead of a file is refused.
 */
export function file(options: FieldOptions = {}): Field<Buffer> {
  return field(
    {
      read: (raw, at, out) =>
        isFile(raw)
          ? raw
          : out.refuse(
              at,
              'invalid',
              about('must_be_file', 'must be one file part of a multipart/form-data request'),
            ),
      isBlank: (raw) => isBlank(raw) || (isFile(raw) && raw.length === 0),
      document: { type: 'string', format: 'binary' },
    },
    options,
  );
}
