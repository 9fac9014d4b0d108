import type { TSchema, TUnsafe } from 'typebox';
import type { ApiValues, Resource, ResourceFields } from '../resources/resource.ts';
import { orNull } from './schemas.ts';

type Properties<R extends ResourceFields> = {
  [Name in keyof ApiValues<R>]: TUnsafe<ApiValues<R>[Name]>;
};

/**
 * The schemas of a resource's fields in an answer, by their API names: the types and examples of their rules.
 * Limits and accepted forms are about requests, so answers do not repeat them.
 */
export function answerProperties<R extends ResourceFields>({ named }: Resource<R>): Properties<R> {
  const properties = named.map(({ name, rule, presence }) => {
    const { type = 'string', enum: words, format, examples } = rule.document;
    const isBoolean = Array.isArray(words) && words.includes(true);
    const schema = {
      // Requests may have numbers as text too; the first type is that of the value.
      type: isBoolean ? 'boolean' : [type].flat()[0],
      ...(format === undefined ? {} : { format }),
      ...(examples === undefined ? {} : { examples }),
    } as unknown as TSchema;
    return [name, presence === 'nullable' ? orNull(schema) : schema] as const;
  });
  return Object.fromEntries(properties) as Properties<R>;
}
