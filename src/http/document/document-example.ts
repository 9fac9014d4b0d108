import type { JsonSchema } from '../../reading/field.ts';

/** Examples, indexed by format. */
const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d',
  'date-time': '2026-11-16T06:30:00.000Z',
  date: '2026-11-18',
};

/**
 * Makes an example of a schema from the examples of its parts. An object gets its required fields, and the
 * optional fields that have an example.
 *
 * @throws Error if a part has no example; `at` names it
 */
export function exampleOf(schema: JsonSchema, at: string): unknown {
  const { type, enum: words, anyOf, format, prefixItems, items } = schema;
  const stated = statedExample(schema);
  if (stated !== undefined) return stated;
  if ('const' in schema) return schema.const;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], at);
  switch ([type].flat()[0]) {
    case 'object':
      return exampleOfObject(schema, at);
    case 'array':
      return Array.isArray(prefixItems)
        ? prefixItems.map((entry, index) => exampleOf(entry, `${at}[${index}]`))
        : [exampleOf(items as JsonSchema, `${at}[]`)];
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const example = OF_FORMAT[String(format)];
      if (example !== undefined) return example;
      throw new Error(`${at} has no example: state one in \`examples\` of its field or schema`);
    }
  }
}

function exampleOfObject({ properties, required = [], allOf = [] }: JsonSchema, at: string): unknown {
  if (properties === undefined) throw new Error(`${at} has no example: state one in its \`examples\``);
  const needed = [...(required as string[]), ...(allOf as JsonSchema[]).flatMap(firstOfSeveral)];
  const shown = Object.entries(properties as Record<string, JsonSchema>).filter(
    ([name, property]) => needed.includes(name) || statedExample(property) !== undefined,
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleOf(property, `${at}.${name}`)] as const),
  );
}

/** Returns the required fields of the first alternative. */
function firstOfSeveral({ anyOf }: JsonSchema): readonly string[] {
  const [first] = (anyOf ?? []) as JsonSchema[];
  return (first?.required ?? []) as string[];
}

function statedExample({ example, examples }: JsonSchema): unknown {
  return Array.isArray(examples) ? examples[0] : example;
}
