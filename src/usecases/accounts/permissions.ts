import { mayActAs, type Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { restrictionOf } from '../../storage/accounts/users.ts';
import { ListingColumns } from '../../storage/columns/listing-columns.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext, Service } from '../service.ts';

export function mayCall({ role }: Pick<AccountContext, 'role'>, least: Role): boolean {
  return mayActAs(role, least);
}

/**
 * Returns the parts of the context that depend on the person: the restriction, and the database as far as the
 * person may see it. Restrictions are applied only here. Columns in memory hold the whole account, so SQL
 * answers restricted people.
 */
export function seenBy(
  service: Pick<Service, 'database'> & Pick<ListingParts, 'columns'>,
  person: (Restriction & { readonly userId: string }) | null,
): Pick<AccountContext, 'restriction' | 'database'> & Pick<ListingParts, 'columns'> {
  const restriction = person && restrictionOf(person);
  if (person === null || restriction === null) {
    return { restriction: null, database: service.database, columns: service.columns };
  }
  const database = service.database.within({ restriction, personId: person.userId });
  const columns = new ListingColumns(database, { memoryMb: 0, onError: () => undefined });
  return { restriction, database, columns };
}
