import { Type } from 'typebox';
import type { Restriction } from '../../../domain/people.ts';
import { ROLES } from '../../../domain/role.ts';
import { orNull, Uuid, words } from '../../schemas.ts';

export const RoleWord = words(
  'Role',
  ROLES,
  'Each role can do everything that the roles before it can; docs/reference/roles.md has the table.',
);

/** The part of the account that the person sees. */
export const RestrictionBody = orNull(
  Type.Object(
    {
      store_ids: orNull(Type.Array(Uuid, { description: 'Null for all stores.' })),
      warehouse_ids: orNull(Type.Array(Uuid, { description: 'Null for all warehouses.' })),
    },
    { title: 'Restriction' },
  ),
);

export function restrictionBody(restriction: Restriction | null) {
  return (
    restriction && {
      store_ids: restriction.storeIds && [...restriction.storeIds],
      warehouse_ids: restriction.warehouseIds && [...restriction.warehouseIds],
    }
  );
}
