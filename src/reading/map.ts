import { about } from '../problems/sentence.ts';
import { isBlank, isObject } from './blank.ts';
import { type Field, type FieldOptions, field, type ValueOf } from './field.ts';

/** The limit of the number of names, so that reading is bounded. */
export interface MapOptions extends FieldOptions {
  max: number;
}

const NAME = /^[a-z][a-z0-9_]{0,59}$/;

/** An object with names that the client chooses and values of one kind. Blank values count as absent. */
export function mapOf<F extends Field>(of: F, options: MapOptions): Field<Record<string, ValueOf<F> | null>> {
  const { max } = options;
  return field<Record<string, ValueOf<F> | null>>(
    {
      read: (raw, at, out) => {
        if (!isObject(raw)) return out.refuse(at, 'invalid', about('must_be_object', 'must be an object'));
        const entries = Object.entries(raw);
        if (entries.length > max)
          return out.refuse(
            at,
            'too_long',
            about('must_have_fewer_names', 'must have at most {most} names', { most: max }),
          );
        const before = out.count;
        const read: Record<string, ValueOf<F> | null> = {};
        for (const [turn, [name, value]] of entries.entries()) {
          const place = { parent: at, key: name.slice(0, 60), turn };
          if (!NAME.test(name))
            out.refuse(place, 'invalid', about('is_no_setting_name', 'is not the name of a setting'));
          else read[name] = isBlank(value) ? null : (of.read(value, place, out) as ValueOf<F>);
        }
        return out.count > before ? undefined : read;
      },
      needsPincodes: of.needsPincodes,
      document: {
        type: 'object',
        propertyNames: { pattern: NAME.source },
        additionalProperties: { anyOf: [of.document, { type: 'null' }] },
        maxProperties: max,
      },
    },
    options,
  );
}
