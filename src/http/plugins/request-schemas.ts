import type { FastifySchemaCompiler } from 'fastify';
import type { ObjectField } from '../../reading/object.ts';
import type { RequestReading } from '../../reading/request-reading.ts';

/** For Fastify's `setValidatorCompiler`: bodies, query strings, path parameters. */
export function buildValidatorCompiler(reading: RequestReading): FastifySchemaCompiler<unknown> {
  return ({ schema, httpPart, url }) => {
    if (isObjectField(schema)) return reading.readerOf(schema);
    throw new TypeError(`the ${httpPart} schema of ${url} must be built with object() or pathParameters()`);
  };
}

/** Tells whether a route's schema is made of fields of the reading layer. */
export function isObjectField(schema: unknown): schema is ObjectField {
  const { read, fields } = (schema ?? {}) as Partial<ObjectField>;
  return typeof read === 'function' && typeof fields === 'object';
}
