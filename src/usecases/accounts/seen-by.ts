import type { Restriction } from '../../domain/people.ts';
import { restrictionOf } from '../../storage/accounts/users.ts';
import { ListingColumns } from '../../storage/columns/listing-columns.ts';
import type { AccountContext, ShippingService } from '../service.ts';

/**
 * What somebody works with: the database as far as the person sees it. It is the one place where a restriction is
 * applied; columns in memory hold the whole account, and so nobody who is restricted is answered from them.
 */
export function seenBy(
  service: ShippingService,
  person: (Restriction & { readonly userId: string }) | null,
): Pick<AccountContext, 'restriction' | 'database' | 'columns'> {
  const restriction = person && restrictionOf(person);
  if (person === null || restriction === null) {
    return { restriction: null, database: service.database, columns: service.columns };
  }
  const database = service.database.within({ restriction, personId: person.userId });
  const columns = new ListingColumns(database, { memoryMb: 0, onError: () => undefined });
  return { restriction, database, columns };
}
