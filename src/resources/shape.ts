import { isDeepStrictEqual } from 'node:util';
import { type Field, type FieldOptions, type JsonSchema, mapped } from '../reading/field.ts';
import { clearable, object, optional, unclearable, type ValueOf, withDefault } from '../reading/fields.ts';
import { type Column, type Columns, columns, type RowOf, snakeCase, valueIn } from './columns.ts';

/**
 * How a client may set a field: `required` in a create and never cleared; `nullable` for a field that may be
 * absent and may be cleared; `usual` for one that has a value of its own if it is absent; `changeable` only in
 * an update, never cleared.
 */
type Presence = 'required' | 'nullable' | 'usual' | 'changeable';

/** One field of a shape: the rule for its value, and its names if they are not its key in snake_case. */
export interface ShapeField<F extends Field, P extends Presence, Api extends string | null>
  extends Column<ValueOf<F> | (P extends 'nullable' ? null : never)> {
  readonly rule: F;
  readonly presence: P;
  readonly api: Api;
  readonly blankClears: boolean;
  /** The value of a field that is absent. */
  readonly usual: ValueOf<F> | undefined;
}

type AnyField = ShapeField<Field, Presence, string | null>;
export type ShapeFields = { readonly [key: string]: AnyField };

interface Names<Api extends string | null> {
  /** Its name in the API. */
  readonly api?: Api;
  readonly column?: string;
}

/** A field that a create requires and an update cannot clear. */
export function required<F extends Field, const Api extends string | null = null>(
  rule: F,
  names: Names<Api> = {},
): ShapeField<F, 'required', Api> {
  return fieldOf(rule, 'required', names);
}

/** A field that may be absent. An update clears it with null or, unless `blankClears` is false, with blank text. */
export function nullable<F extends Field, const Api extends string | null = null>(
  rule: F,
  names: Names<Api> & { readonly blankClears?: boolean } = {},
): ShapeField<F, 'nullable', Api> {
  return fieldOf(rule, 'nullable', names);
}

/** A field that a create may leave out, because it has a usual value. An update cannot clear it. */
export function usual<F extends Field, const Api extends string | null = null>(
  rule: F,
  value: ValueOf<F>,
  names: Names<Api> = {},
): ShapeField<F, 'usual', Api> {
  return fieldOf(rule, 'usual', { ...names, usual: value });
}

/** A field that only an update can set. */
export function changeable<F extends Field, const Api extends string | null = null>(
  rule: F,
  names: Names<Api> = {},
): ShapeField<F, 'changeable', Api> {
  return fieldOf(rule, 'changeable', names);
}

function fieldOf<F extends Field, P extends Presence, Api extends string | null>(
  rule: F,
  presence: P,
  { api, column, blankClears, usual }: Names<Api> & { blankClears?: boolean; usual?: ValueOf<F> },
): ShapeField<F, P, Api> {
  return {
    rule,
    presence,
    api: (api ?? null) as Api,
    column: column ?? null,
    blankClears: blankClears ?? true,
    usual,
  };
}

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

type Key<R extends ShapeFields> = Extract<keyof R, string>;
type KeyWith<R extends ShapeFields, P extends Presence> = {
  [K in Key<R>]: R[K]['presence'] extends P ? K : never;
}[Key<R>];
type ApiName<R extends ShapeFields, K extends Key<R>> = R[K]['api'] extends string
  ? R[K]['api']
  : SnakeCase<K>;

/** The values of a shape's fields, by their keys. */
export type ShapeValues<R extends ShapeFields> = RowOf<R>;
/** Some of them; an absent one keeps its value. */
export type ShapeChange<R extends ShapeFields> = Partial<RowOf<R>>;
/** Those that a create sets; an absent nullable one is null. */
export type NewShape<R extends ShapeFields> = Pick<RowOf<R>, KeyWith<R, 'required' | 'usual'>> &
  Partial<Pick<RowOf<R>, KeyWith<R, 'nullable'>>>;

/** The values by their API names. */
type Read<R extends ShapeFields> = { readonly [K in Key<R> as ApiName<R, K>]: RowOf<R>[K] };
/** The values by their API names, as answers show them. */
export type ApiValues<R extends ShapeFields> = { [Name in keyof Read<R>]: ShownOf<Read<R>[Name]> };
/** Lists and shapes in shapes have no type here: the schema of their field describes them. */
type ShownOf<Value> = Value extends Date
  ? string
  : Value extends string | number | boolean | null
    ? Value
    : unknown;
type ReadOnly<Value> = Value extends readonly (infer Entry)[]
  ? readonly ReadOnly<Entry>[]
  : Value extends object
    ? { readonly [K in keyof Value]: ReadOnly<Value[K]> }
    : Value;
type SentChange<R extends ShapeFields> = {
  readonly [Name in keyof Read<R>]?: Read<R>[Name] | undefined;
};
type SentNew<R extends ShapeFields> = {
  readonly [K in KeyWith<R, 'required' | 'usual'> as ApiName<R, K>]: RowOf<R>[K];
} & {
  readonly [K in KeyWith<R, 'nullable'> as ApiName<R, K>]?: RowOf<R>[K] | undefined;
};

/** The request fields of a create, by their API names. */
export type CreateFields<R extends ShapeFields> = {
  [K in Key<R> as R[K]['presence'] extends 'changeable' ? never : ApiName<R, K>]: R[K]['presence'] extends
    | 'required'
    | 'usual'
    ? R[K]['rule']
    : ReturnType<typeof optional<R[K]['rule']>>;
};
/** The request fields of an update, by their API names. */
export type ChangeFields<R extends ShapeFields> = {
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
 * A record of fields that are declared once, each of which reads and shows. The readers of its requests, its
 * columns, its answers and its audit records follow from the record: see docs/explanation/shapes.md.
 */
export interface Shape<R extends ShapeFields = ShapeFields> extends Columns<R> {
  /** The fields with their API names, in order. */
  readonly named: readonly { readonly name: string; readonly rule: Field; readonly presence: Presence }[];
  readonly create: CreateFields<R>;
  readonly change: ChangeFields<R>;
  /** The values in a request, by key: `created` for a create, `given` for an update. */
  readonly created: (sent: SentNew<R>) => NewShape<R>;
  readonly given: (sent: SentChange<R>) => ShapeChange<R>;
  /** Null for each nullable field. */
  readonly empty: { readonly [K in KeyWith<R, 'nullable'>]: null };
  /** The values by their API names, for an answer. */
  readonly shown: (of: ReadOnly<RowOf<R>>) => ApiValues<R>;
  /** The values that are not null, by their API names, for the audit record of a create. */
  readonly set: (of: NewShape<R>) => Record<string, unknown>;
  /** The fields with different values, by their API names. */
  readonly differences: (before: RowOf<R>, after: RowOf<R>) => Record<string, Difference>;
}

export function shape<const R extends ShapeFields>(fields: R): Shape<R> {
  const all = Object.entries(fields).map(([key, field]) => {
    return { key, name: field.api ?? snakeCase(key), ...field };
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
      all.flatMap(({ name, rule, presence, usual }) =>
        presence === 'changeable' ? [] : [[name, inCreate(presence, rule, usual)]],
      ),
    ) as CreateFields<R>,
    change: byName(({ rule, presence, blankClears }) =>
      presence === 'nullable' ? clearable(rule, { emptyTextClears: blankClears }) : unclearable(rule),
    ) as ChangeFields<R>,
    created: (sent) => given(sent) as NewShape<R>,
    given: (sent) => given(sent) as ShapeChange<R>,
    empty: Object.fromEntries(
      all.flatMap(({ key, presence }) => (presence === 'nullable' ? [[key, null]] : [])),
    ) as Shape<R>['empty'],
    set: (of) =>
      Object.fromEntries(
        all.map(({ key, name }) => [name, valueIn(of, key) ?? null]).filter(([, value]) => value !== null),
      ),
    shown: (of) =>
      byName(({ key, rule }) => {
        const value = valueIn(of, key);
        return value === null ? null : rule.show(value);
      }) as ApiValues<R>,
    differences: (before, after) =>
      Object.fromEntries(
        all.flatMap(({ key, name }) => {
          const difference = { from: before[key], to: after[key] };
          return isDeepStrictEqual(difference.from, difference.to) ? [] : [[name, difference]];
        }),
      ),
  };
}

function inCreate(presence: Presence, rule: Field, usual: unknown): Field {
  if (presence === 'required') return rule;
  return presence === 'usual' ? withDefault(rule, usual) : optional(rule);
}

/** The names of a shape that is a field of another one, in the document: where it is read, and where it is shown. */
interface PartTitles extends FieldOptions {
  readonly answerTitle?: string;
}

/** A shape as a field of another shape. */
export function part<R extends ShapeFields>(
  of: Shape<R>,
  { answerTitle, ...options }: PartTitles = {},
): Field<ShapeValues<R>> {
  const whole = (sent: object) =>
    ({ ...of.empty, ...of.created(sent as SentNew<R>) }) as unknown as ShapeValues<R>;
  return mapped(object(of.create, options) as Field<object>, whole, {
    show: (value) => of.shown(value as Parameters<typeof of.shown>[0]),
    shown: answerSchema(of, answerTitle),
  });
}

/** The schema of a shape in an answer. */
export function answerSchema<R extends ShapeFields>(of: Shape<R>, title?: string): JsonSchema {
  const properties = Object.fromEntries(
    of.named.map(({ name, rule, presence }) => [
      name,
      presence === 'nullable' ? { anyOf: [rule.shown, { type: 'null' }] } : rule.shown,
    ]),
  );
  return {
    ...(title === undefined ? {} : { title }),
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}
