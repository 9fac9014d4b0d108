import { type TProperties, Type } from 'typebox';
import { optional, uuid, wholeNumber, withDefault } from '../../reading/fields.ts';
import { orNull, Uuid } from '../schemas.ts';

/** Query parameters of every list that shows the newest entry first. */
export const NEWEST_FIELDS = {
  per_page: withDefault(wholeNumber({ atLeast: 1, atMost: 100 }), 20),
  before: optional(uuid({ description: '`meta.next_before` of the previous page.' })),
};

interface NewestQuery {
  readonly per_page: number;
  readonly before?: string;
}

export function pageOf({ per_page, before }: NewestQuery): { limit: number; before: string | null } {
  return { limit: per_page, before: before ?? null };
}

/** Returns the schema of the `meta` of such a list, with further fields. */
export function newestMeta<More extends TProperties>(more: More) {
  return Type.Object({
    per_page: Type.Integer({ examples: [20] }),
    total: Type.Integer({ description: 'The exact number on all pages.', examples: [1] }),
    next_before: orNull(Uuid),
    ...more,
  });
}

export function newestMetaBody(
  { per_page }: NewestQuery,
  { total, next }: { readonly total: number; readonly next: string | null },
) {
  return { per_page, total, next_before: next };
}
