import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { requestedCost } from './query-cost.ts';

const SCHEMAS = join(PACKAGE_ROOT, 'simulators/shops/shopify/schemas');

/** The oldest version that Shopify serves, and the newest. */
export const VERSIONS = ['2026-01', '2026-10'] as const;

const built = new Map<string, GraphQLSchema>();

/** Shopify's own schema of a version; the oldest one for a version that is not served any more, as Shopify does. */
export function adminSchema(version: string): { readonly version: string; readonly schema: GraphQLSchema } {
  const served = VERSIONS.find((one) => one === version) ?? VERSIONS[0];
  let schema = built.get(served);
  if (schema === undefined) {
    const file = join(SCHEMAS, `admin-${served}.graphql.gz`);
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    schema = buildSchema(text, { assumeValid: true, assumeValidSDL: true, noLocation: true });
    built.set(served, schema);
  }
  return { version: served, schema };
}

/** What is wrong with a query in a version of the schema, and the points that it costs at most. */
export function judgeQuery(
  version: string,
  text: string,
): { readonly wrong: readonly string[]; readonly points: number } {
  const { schema } = adminSchema(version);
  const document = parse(text);
  const wrong = validate(schema, document).map(({ message }) => message);
  return { wrong, points: requestedCost(schema, document, {}) };
}
