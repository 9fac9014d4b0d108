import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../reading/field.ts';
import { clearable, optional, unclearable, type ValueOf } from '../reading/fields.ts';
import { type Column, type Columns, columns, type RowOf, snakeCase } from './columns.ts';

/**
 * How a client may set a field: `required` in a create and never cleared; `nullable` for a field that may be
 * absent and may be cleared; `changeable` only in an update, never cleared.
 */
type Presence = 'required' | 'nullable' | 'changeable';

/** One field of a resource: the rule for its value, and its names if they are not its key in snake_case. */
export interface ResourceField<F extends Field, P extends Presence, Api extends string | null>
  extends Column<ValueOf<F> | (P extends 'nullable' ? null : never)> {
  readonly rule: F;
  readonly presence: P;
  readonly api: Api;
  readonly blankClears: boolean;
}

type AnyField = ResourceField<Field, Presence, string | null>;
export type ResourceFields = { readonly [key: string]: AnyField };

interface Names<Api extends string | null> {
  /** Its name in the API. */
  readonly api?: Api;
  readonly column?: string;
}

/** A field that a create requires and an update cannot clear. */
export function required<F extends Field, const Api extends string | null = null>(
  rule: F,
  names: Names<Api> = {},
): ResourceField<F, 'required', Api> {
  return fieldOf(rule, 'required', names);
}

/** A field that may be absent. An update clears it with null or, unless `blankClears` is false, with blank text. */
export function nullable<F extends Field, const Api extends string | null = null>(
  rule: F,
  names: Names<Api> & { readonly blankClears?: boolean } = {},
): ResourceField<F, 'nullable', Api> {
  return fieldOf(rule, 'nullable', names);
}

/** A field that only an update can set. */
export function changeable<F extends Field, const Api extends string | null = null>(
  rule: F,
  names: Names<Api> = {},
): ResourceField<F, 'changeable', Api> {
  return fieldOf(rule, 'changeable', names);
}

function fieldOf<F extends Field, P extends Presence, Api extends string | null>(
  rule: F,
  presence: P,
  { api, column, blankClears }: Names<Api> & { readonly blankClears?: boolean },
): ResourceField<F, P, Api> {
  return {
    rule,
    presence,
    api: (api ?? null) as Api,
    column: column ?? null,
    blankClears: blankClears ?? true,
  };
}

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

type Key<R extends ResourceFields> = Extract<keyof R, string>;
type KeyWith<R extends ResourceFields, P extends Presence> = {
  [K in Key<R>]: R[K]['presence'] extends P ? K : never;
}[Key<R>];
type ApiName<R extends ResourceFields, K extends Key<R>> = R[K]['api'] extends string
  ? R[K]['api']
  : SnakeCase<K>;

/** The values of a resource's fields, by their keys. */
export type ResourceValues<R extends ResourceFields> = RowOf<R>;
/** Some of them; an absent one keeps its value. */
export type ResourceChange<R extends ResourceFields> = Partial<RowOf<R>>;
/** Those that a create sets; an absent nullable one is null. */
export type NewResource<R extends ResourceFields> = Pick<RowOf<R>, KeyWith<R, 'required'>> &
  Partial<Pick<RowOf<R>, KeyWith<R, 'nullable'>>>;

/** The values by their API names. */
export type ApiValues<R extends ResourceFields> = { [K in Key<R> as ApiName<R, K>]: RowOf<R>[K] };
type SentChange<R extends ResourceFields> = {
  readonly [Name in keyof ApiValues<R>]?: ApiValues<R>[Name] | undefined;
};
type SentNew<R extends ResourceFields> = {
  readonly [K in KeyWith<R, 'required'> as ApiName<R, K>]: RowOf<R>[K];
} & {
  readonly [K in KeyWith<R, 'nullable'> as ApiName<R, K>]?: RowOf<R>[K] | undefined;
};

/** The request fields of a create, by their API names. */
export type CreateFields<R extends ResourceFields> = {
  [K in Key<R> as R[K]['presence'] extends 'changeable'
    ? never
    : ApiName<R, K>]: R[K]['presence'] extends 'required'
    ? R[K]['rule']
    : ReturnType<typeof optional<R[K]['rule']>>;
};
/** The request fields of an update, by their API names. */
export type ChangeFields<R extends ResourceFields> = {
  [K in Key<R> as ApiName<R, K>]: R[K]['presence'] extends 'nullable'
    ? ReturnType<typeof clearable<R[K]['rule']>>
    : ReturnType<typeof unclearable<R[K]['rule']>>;
};

/** Two values of a field, in an audit record. */
interface Difference {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * A kept thing whose fields are declared once. The readers of its requests, its columns, its answers and its
 * audit records follow from the record: see docs/explanation/resources.md.
 */
export interface Resource<R extends ResourceFields = ResourceFields> extends Columns<R> {
  /** The fields with their API names, in order. */
  readonly named: readonly { readonly name: string; readonly rule: Field; readonly presence: Presence }[];
  readonly create: CreateFields<R>;
  readonly change: ChangeFields<R>;
  /** The values in a request, by key: `created` for a create, `given` for an update. */
  readonly created: (sent: SentNew<R>) => NewResource<R>;
  readonly given: (sent: SentChange<R>) => ResourceChange<R>;
  /** Null for each nullable field. */
  readonly empty: { readonly [K in KeyWith<R, 'nullable'>]: null };
  /** The values by their API names, for an answer. */
  readonly shown: (of: RowOf<R>) => ApiValues<R>;
  /** The values that are not null, by their API names, for the audit record of a create. */
  readonly set: (of: NewResource<R>) => Record<string, unknown>;
  /** The fields with different values, by their API names. */
  readonly differences: (before: RowOf<R>, after: RowOf<R>) => Record<string, Difference>;
}

export function resource<const R extends ResourceFields>(fields: R): Resource<R> {
  const all = Object.entries(fields).map(([key, { api, rule, presence, blankClears }]) => {
    return { key, name: api ?? snakeCase(key), rule, presence, blankClears };
  });
  const byName = (value: (one: (typeof all)[number]) => unknown) =>
    Object.fromEntries(all.map((one) => [one.name, value(one)]));
  const given = (sent: object) =>
    Object.fromEntries(
      all
        .map(({ key, name }) => [key, valueIn(sent, name)] as const)
        .filter(([, value]) => value !== undefined),
    );
  return {
    ...columns(fields),
    named: all,
    create: Object.fromEntries(
      all.flatMap(({ name, rule, presence }) =>
        presence === 'changeable' ? [] : [[name, presence === 'required' ? rule : optional(rule)]],
      ),
    ) as CreateFields<R>,
    change: byName(({ rule, presence, blankClears }) =>
      presence === 'nullable' ? clearable(rule, { emptyTextClears: blankClears }) : unclearable(rule),
    ) as ChangeFields<R>,
    created: (sent) => given(sent) as NewResource<R>,
    given: (sent) => given(sent) as ResourceChange<R>,
    empty: Object.fromEntries(
      all.flatMap(({ key, presence }) => (presence === 'nullable' ? [[key, null]] : [])),
    ) as Resource<R>['empty'],
    set: (of) =>
      Object.fromEntries(
        all.map(({ key, name }) => [name, valueIn(of, key) ?? null]).filter(([, value]) => value !== null),
      ),
    shown: (of) => byName(({ key }) => of[key]) as ApiValues<R>,
    differences: (before, after) =>
      Object.fromEntries(
        all.flatMap(({ key, name }) => {
          const difference = { from: before[key], to: after[key] };
          return isDeepStrictEqual(difference.from, difference.to) ? [] : [[name, difference]];
        }),
      ),
  };
}

function valueIn(sent: object, name: string): unknown {
  return (sent as Readonly<Record<string, unknown>>)[name];
}
