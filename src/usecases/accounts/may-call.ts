import { mayActAs } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import type { AccountContext } from '../service.ts';

/** Tells whether a caller has at least this role. */
export function mayCall({ role }: Pick<AccountContext, 'role'>, least: Role): boolean {
  return mayActAs(role, least);
}
