import { readColor } from '../domain/brand-color.ts';
import { about } from '../problems/sentence.ts';
import { type Field, type FieldOptions, scalar } from './field.ts';

/** A colour, `#c33` or `#CC3333` in any case; read as `#CC3333`. */
export function color(options: FieldOptions = {}): Field<string> {
  return scalar(
    (raw) => (typeof raw === 'string' ? readColor(raw) : undefined),
    { expectation: about('must_be_colour', 'must be a colour such as #B3261E') },
    {
      type: 'string',
      pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      description: 'Upper or lower case; `#C33` is accepted too.',
    },
    options,
  );
}
