import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../reading/field.ts';
import { clearable, optional, unclearable, type ValueOf } from '../reading/fields.ts';

/**
 * How a client may set a field: `required` in a create and never cleared; `nullable` for a field that may be
 * absent and may be cleared; `changeable` only in an update, never cleared.
 */
type Presence = 'required' | 'nullable' | 'changeable';

/** One field of a resource: the rule for its value, and its names if they are not its key in snake_case. */
export interface ResourceField<F extends Field, P extends Presence, Api extends string | null> {
  readonly rule: F;
  readonly presence: P;
  readonly api: Api;
  readonly column: string | null;
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
type ApiName<R extends ResourceFields, K extends Key<R>> = R[K]['api'] extends string
  ? R[K]['api']
  : SnakeCase<K>;

type Value<Of extends AnyField> = ValueOf<Of['rule']> | (Of['presence'] extends 'nullable' ? null : never);

/** The values of a resource's fields, by their keys. */
export type ResourceValues<R extends ResourceFields> = { readonly [K in keyof R]: Value<R[K]> };
/** Some of them; an absent one keeps its value. */
export type ResourceChange<R extends ResourceFields> = { readonly [K in keyof R]?: Value<R[K]> };
/** Those that a create sets; an absent nullable one is null. */
export type NewResource<R extends ResourceFields> = {
  readonly [K in keyof R as R[K]['presence'] extends 'required' ? K : never]: Value<R[K]>;
} & {
  readonly [K in keyof R as R[K]['presence'] extends 'nullable' ? K : never]?: Value<R[K]>;
};

/** The values by their API names. */
export type ApiValues<R extends ResourceFields> = { [K in Key<R> as ApiName<R, K>]: Value<R[K]> };
type SentChange<R extends ResourceFields> = {
  readonly [K in Key<R> as ApiName<R, K>]?: Value<R[K]> | undefined;
};
type SentNew<R extends ResourceFields> = {
  readonly [K in Key<R> as R[K]['presence'] extends 'required' ? ApiName<R, K> : never]: Value<R[K]>;
} & {
  readonly [K in Key<R> as R[K]['presence'] extends 'nullable' ? ApiName<R, K> : never]?:
    | Value<R[K]>
    | undefined;
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
export interface Resource<R extends ResourceFields = ResourceFields> {
  readonly fields: R;
  /** The fields with their API names, in order. */
  readonly named: readonly { readonly name: string; readonly rule: Field; readonly presence: Presence }[];
  readonly create: CreateFields<R>;
  readonly change: ChangeFields<R>;
  /** `brand_name as "brandName", ...`; `alias` is that of the table. */
  readonly selected: (alias?: string) => string;
  /** `brand_name, ...` */
  readonly columns: string;
  /** `$5, $6, ...` */
  readonly parameters: (first: number) => string;
  /** `brand_name = $5, ...` */
  readonly assignments: (first: number) => string;
  /** The values for `parameters` and `assignments`. */
  readonly values: (of: ResourceValues<R>) => unknown[];
  /** The values that a request contains, by their keys: of a create, and of an update. */
  readonly created: (sent: SentNew<R>) => NewResource<R>;
  readonly given: (sent: SentChange<R>) => ResourceChange<R>;
  /** Null for each nullable field. */
  readonly empty: { readonly [K in keyof R as R[K]['presence'] extends 'nullable' ? K : never]: null };
  /** The values by their API names, for an answer. */
  readonly shown: (of: ResourceValues<R>) => ApiValues<R>;
  /** The values that are not null, by their API names, for the audit record of a create. */
  readonly set: (of: NewResource<R>) => Record<string, unknown>;
  /** The fields with different values, by their API names. */
  readonly differences: (before: ResourceValues<R>, after: ResourceValues<R>) => Record<string, Difference>;
}

export function resource<const R extends ResourceFields>(fields: R): Resource<R> {
  const all = Object.entries(fields).map(([key, field]) => {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { key, name: field.api ?? name, column: field.column ?? name, ...pick(field) };
  });
  const byName = (value: (one: (typeof all)[number]) => unknown) =>
    Object.fromEntries(all.map((one) => [one.name, value(one)]));
  const joined = (text: (column: string, index: number, key: string) => string) =>
    all.map(({ column, key }, index) => text(column, index, key)).join(', ');
  const given = (sent: object) =>
    Object.fromEntries(
      all
        .map(({ key, name }) => [key, valueIn(sent, name)] as const)
        .filter(([, value]) => value !== undefined),
    );
  return {
    fields,
    named: all,
    create: Object.fromEntries(
      all.flatMap(({ name, rule, presence }) =>
        presence === 'changeable' ? [] : [[name, presence === 'required' ? rule : optional(rule)]],
      ),
    ) as CreateFields<R>,
    change: byName(({ rule, presence, blankClears }) =>
      presence === 'nullable' ? clearable(rule, { emptyTextClears: blankClears }) : unclearable(rule),
    ) as ChangeFields<R>,
    selected: (alias) =>
      joined((column, _, key) => `${alias === undefined ? '' : `${alias}.`}${column} as "${key}"`),
    columns: joined((column) => column),
    parameters: (first) => joined((_, index) => `$${first + index}`),
    assignments: (first) => joined((column, index) => `${column} = $${first + index}`),
    values: (of) => all.map(({ key }) => of[key]),
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

function pick({ rule, presence, blankClears }: AnyField) {
  return { rule, presence, blankClears };
}
