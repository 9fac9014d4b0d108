import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** More than a query may cost at all. */
export const MOST_POINTS = 1_000;

/**
 * What a query costs before it runs, by Shopify's rules: an object 1, a scalar nothing, a mutation 10, and a connection 2 with its
 * entries as often as it asks for. https://shopify.dev/docs/api/usage/rate-limits
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }

  const costOfSet = (set: SelectionSetNode | undefined, type: GraphQLNamedType): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + costOfField(selection, type);
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const on = schema.getType(fragment?.typeCondition?.name.value ?? type.name) ?? type;
      return sum + costOfSet(fragment?.selectionSet, on);
    }, 0);

  const costOfField = (field: FieldNode, parent: GraphQLNamedType): number => {
    const found = isObjectType(parent) ? parent.getFields()[field.name.value] : undefined;
    if (found === undefined) return 0;
    const type = getNamedType(found.type);
    if (isLeafType(type)) return 0;
    const inside = costOfSet(field.selectionSet, type);
    const size = sizeOf(field, variables);
    if (type.name.endsWith('Connection')) return 2 + (size ?? 1) * inside;
    // The wrappers of a connection cost nothing.
    if (['nodes', 'edges', 'pageInfo'].includes(field.name.value) && parent.name.endsWith('Connection')) {
      return field.name.value === 'pageInfo' ? 0 : inside + 1;
    }
    return (size ?? 1) * (1 + inside);
  };

  return document.definitions.reduce((sum, one) => {
    if (one.kind !== Kind.OPERATION_DEFINITION) return sum;
    const root = schema.getRootType(one.operation);
    const own = one.operation === 'mutation' ? 10 * one.selectionSet.selections.length : 0;
    return sum + own + (root ? costOfSet(one.selectionSet, root) : 0);
  }, 0);
}

/** What a query has cost: an object 1. */
export function actualCost(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + actualCost(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + actualCost(one), 0);
}

function sizeOf(
  { arguments: given = [] }: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): number | null {
  const size = given.find(({ name }) => name.value === 'first' || name.value === 'last')?.value;
  if (size?.kind === Kind.INT) return Number(size.value);
  if (size?.kind === Kind.VARIABLE) return Number(variables[size.name.value] ?? 0);
  return null;
}
