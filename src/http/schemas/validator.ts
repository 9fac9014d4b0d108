import { Ajv2020, type ErrorObject, type FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { notFound, type Problem, refused } from '../../domain/errors.ts';
import type { FieldSchema } from './field.ts';
import { isFile } from './file.ts';
import { compareDecimalTexts, type DecimalBounds, withinBounds } from './number.ts';
import type { InOrder } from './object.ts';
import { compileRead } from './read.ts';
import { sentencesOf } from './sentences.ts';

/**
 * The checks that need more than a schema: data of the domain, or a library. Each must be quick and
 * never throw. A schema whose check is not given here does not compile, which stops the start.
 */
export interface Formats {
  /** Whether six digits are in the pincode directory. */
  knownPincode?: (pincode: string) => boolean;
  /** Whether digits, with or without `+91`, `91` or `0`, are an Indian mobile number. */
  mobile?: (phone: string) => boolean;
  /** The same for mobile and landline numbers. */
  phone?: (phone: string) => boolean;
  /** Checks that text fields name as their `format`. */
  others?: Readonly<Record<string, (value: string) => boolean>>;
}

/** The value for the handler, or everything that is wrong with what was sent. */
export type ReadResult<Value> =
  | { readonly value: Value; readonly error?: never }
  | { readonly error: Problem; readonly value?: never };

/** Reads what clients send, by the schemas of this folder. */
export interface RequestReading {
  /** For repeated use: compiled once per schema, and kept. */
  compile<S extends TSchema & FieldSchema>(schema: S): (raw: unknown) => ReadResult<Static<S>>;
  /** Reads one value: for items of a batch that are judged one by one, and for the operator commands. */
  readWith<S extends TSchema & FieldSchema>(schema: S, raw: unknown): ReadResult<Static<S>>;
}

/** For Fastify's `setValidatorCompiler`: bodies, query strings, path parameters. */
export function buildValidatorCompiler(reading: RequestReading): FastifySchemaCompiler<unknown> {
  return ({ schema, httpPart, url }) => {
    if (isObjectSchema(schema)) return reading.compile(schema);
    throw new TypeError(`the ${httpPart} schema of ${url} must be built with object() or pathParameters()`);
  };
}

/**
 * The reading of requests, in two steps: our liberal reading brings each value into its one form, then
 * Ajv validates, strictly and without any coercion of its own. Every problem is found at once.
 *
 * A body of `POST /rates` takes 1.3 to 1.7 microseconds when it holds numbers, 2.4 to 2.8 when it holds
 * text in capitals, and 13 when it is refused (Node 20, `npm run bench -- read-body`). Reading alone
 * could enforce every rule, so Ajv costs up to 0.7 of them; it stays, since its keywords are what the
 * OpenAPI document says.
 *
 * A problem is `refused`, or `not_found` where the schema is of path parameters.
 */
export function buildRequestReading(formats: Formats): RequestReading {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, logger: false });
  addOurKeywords(ajv);
  addFormats(ajv, formats);
  const compiled = new WeakMap<object, (raw: unknown) => ReadResult<unknown>>();

  function compileUncached(schema: FieldSchema): (raw: unknown) => ReadResult<unknown> {
    const read = compileRead(schema);
    const validate = ajv.compile<unknown>(schema);
    const { missing } = schema.reading;
    const problem = (sentences: string[]) => (missing === undefined ? refused(sentences) : notFound(missing));
    return (raw) => {
      const reading = read(raw);
      if (reading.value === undefined) return { error: problem(reading.problems.map(({ text }) => text)) };
      const isValid = validate(reading.value);
      if (isValid && reading.problems.length === 0) return { value: reading.value };
      const errors: ErrorObject[] = isValid ? [] : (validate.errors ?? []);
      return { error: problem(sentencesOf(schema, raw, reading, errors)) };
    };
  }

  function compile<S extends TSchema & FieldSchema>(schema: S): (raw: unknown) => ReadResult<Static<S>> {
    let reader = compiled.get(schema);
    if (reader === undefined) {
      reader = compileUncached(schema);
      compiled.set(schema, reader);
    }
    return reader as (raw: unknown) => ReadResult<Static<S>>;
  }

  return { compile, readWith: (schema, raw) => compile(schema)(raw) };
}

function isObjectSchema(schema: unknown): schema is TSchema & FieldSchema {
  return (schema as FieldSchema | null)?.reading?.kind === 'object';
}

function addFormats(ajv: Ajv2020, formats: Formats): void {
  const { knownPincode, mobile, phone, others } = formats;
  for (const [name, validate] of Object.entries({
    'known-pincode': knownPincode,
    mobile,
    phone,
    ...others,
  })) {
    if (validate !== undefined) ajv.addFormat(name, { type: 'string', validate });
  }
}

function addOurKeywords(ajv: Ajv2020): void {
  ajv.addKeyword({ keyword: 'reading', schemaType: 'object' });
  ajv.addKeyword({ keyword: 'documented', schemaType: 'object' });
  ajv.addKeyword({
    keyword: 'decimal',
    type: 'string',
    schemaType: 'object',
    compile: (bounds: DecimalBounds) => withinBounds(bounds),
  });
  ajv.addKeyword({
    keyword: 'bytes',
    schemaType: 'boolean',
    // Null is blank to the reading, which lets it through only where it clears.
    validate: (_: boolean, data: unknown) => data === null || isFile(data),
  });
  ajv.addKeyword(REQUIRES_ONE_OF);
  ajv.addKeyword(IN_ORDER);
}

type Given = Record<string, unknown>;
type OurError = Partial<ErrorObject>;

const REQUIRES_ONE_OF: FuncKeywordDefinition = {
  keyword: 'requiresOneOf',
  type: 'object',
  schemaType: 'array',
  errors: true,
  compile: (groups: readonly (readonly string[])[]) =>
    failingWith((given) =>
      groups
        .filter((names) => names.every((name) => given[name] === undefined))
        .map((names) => ({ keyword: 'requiresOneOf', params: { names } })),
    ),
};

const IN_ORDER: FuncKeywordDefinition = {
  keyword: 'inOrder',
  type: 'object',
  schemaType: 'array',
  errors: true,
  compile: (pairs: readonly InOrder[]) =>
    failingWith((given) =>
      pairs
        .filter(({ lower, upper }) => isAbove(given[lower], given[upper]))
        .map(({ lower, upper, relation = 'greater than' }) => ({
          keyword: 'inOrder',
          params: { lower, upper, relation },
        })),
    ),
};

/** Ajv takes a keyword's own errors from a property of the function that validates. */
function failingWith(
  find: (given: Given) => OurError[],
): ((given: Given) => boolean) & { errors?: OurError[] } {
  const validate: ((given: Given) => boolean) & { errors?: OurError[] } = (given) => {
    validate.errors = find(given);
    return validate.errors.length === 0;
  };
  return validate;
}

function isAbove(lower: unknown, upper: unknown): boolean {
  if (typeof lower === 'number' && typeof upper === 'number') return lower > upper;
  if (typeof lower !== 'string' || typeof upper !== 'string') return false;
  return isDecimal(lower) && isDecimal(upper) ? compareDecimalTexts(lower, upper) > 0 : lower > upper;
}

function isDecimal(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value);
}
