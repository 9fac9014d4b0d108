import type { JsonSchema } from '../../reading/field.ts';

/** Keywords that contain one schema, a list of schemas, or schemas indexed by name. */
const ONE = ['items', 'additionalProperties', 'if', 'then', 'else', 'not'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const BY_NAME = ['properties', 'patternProperties'];

/** Collects schemas with a `title` for `components.schemas`, and puts references in their place. */
export class NamedSchemas {
  readonly schemas: Record<string, JsonSchema> = {};

  /** @throws Error if two different schemas have the same title */
  referTo(schema: JsonSchema): JsonSchema {
    const { title, ...inside } = this.#inside(schema);
    if (typeof title !== 'string') return inside;
    const known = this.schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(inside)) {
      throw new Error(`two schemas are called ${title}: give one of them another \`title\``);
    }
    this.schemas[title] = inside;
    return { $ref: `#/components/schemas/${title}` };
  }

  #inside(schema: JsonSchema): JsonSchema {
    const changed = Object.entries(schema).map(([keyword, value]) => {
      if (ONE.includes(keyword) && isSchema(value)) return [keyword, this.referTo(value)];
      if (LISTS.includes(keyword)) return [keyword, (value as JsonSchema[]).map((one) => this.referTo(one))];
      if (!BY_NAME.includes(keyword)) return [keyword, value];
      const named = Object.entries(value as Record<string, JsonSchema>);
      return [keyword, Object.fromEntries(named.map(([name, one]) => [name, this.referTo(one)]))];
    });
    return Object.fromEntries(changed);
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
