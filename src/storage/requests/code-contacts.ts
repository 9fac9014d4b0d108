import type { AccountScope } from '../account-scope.ts';

/** Where a code about an order can go: nowhere but to what the order itself has. */
export interface CodeContacts {
  /** Ten digits, or a landline with a 0 in front; null where it was erased. */
  readonly phone: string | null;
  readonly email: string | null;
  /** Whether the order is made up: nobody is ever sent anything. */
  readonly isDemo: boolean;
}

/** The shipping contact's, else the billing one's. */
const FIND = `select o.is_demo as "isDemo",
    (select c.phone from order_contacts c
      where c.account_id = $1 and c.order_id = s.order_id and c.role in ('billing', 'shipping')
      order by c.role desc limit 1) as phone,
    (select c.email from order_contacts c
      where c.account_id = $1 and c.order_id = s.order_id and c.role in ('billing', 'shipping') and c.email is not null
      order by c.role desc limit 1) as email
  from shipments s
  join orders o on o.account_id = s.account_id and o.order_id = s.order_id
  where s.account_id = $1 and s.shipment_id = $2`;

/** The phone and the email of a shipment's order; null for an unknown shipment. */
export async function findCodeContacts(
  scope: AccountScope,
  shipmentId: string,
): Promise<CodeContacts | null> {
  const [row] = await scope.rawQuery<CodeContacts>(FIND, [shipmentId]);
  return row ?? null;
}
