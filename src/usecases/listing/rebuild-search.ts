import { SYSTEM } from '../../domain/actor.ts';
import { searchWords } from '../../domain/listing/search-words.ts';
import { listAccounts } from '../../storage/accounts/accounts.ts';
import { findOrder } from '../../storage/booking/orders.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { keepSearchWords, listSearchTexts, type SearchText } from '../../storage/listing/search-text.ts';
import { changeBy, type Service } from '../service.ts';

const AT_ONCE = 200;

export interface RebuiltSearch {
  readonly shipments: number;
  readonly changed: number;
}

/**
 * Makes the text that `search` looks in again, from the orders. Only an order of an older release can have
 * another text: it had fewer fields. May run beside the service, and again after it was stopped.
 *
 * @param accountId null for all accounts
 */
export async function rebuildSearch(service: Service, accountId: string | null): Promise<RebuiltSearch> {
  const accountIds =
    accountId === null
      ? (await listAccounts(service.database)).map((account) => account.accountId)
      : [accountId];
  let shipments = 0;
  let changed = 0;
  for (const id of accountIds) {
    let after: string | null = null;
    do {
      const texts: SearchText[] = await listSearchTexts(service.database.account(id), after, AT_ONCE);
      shipments += texts.length;
      changed += await rebuild(service, id, texts);
      after = texts.at(-1)?.shipmentId ?? null;
    } while (after !== null);
  }
  return { shipments, changed };
}

function rebuild(service: Service, accountId: string, texts: readonly SearchText[]): Promise<number> {
  return service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('it is computed from the order, which stays');
    // A change of an order takes the same lock, so what is read here is what is kept.
    const locked = await lockShipments(
      writer,
      texts.map(({ shipmentId }) => shipmentId),
    );
    let changed = 0;
    for (const text of texts) {
      const shipment = locked.get(text.shipmentId);
      const order = await findOrder(writer, text.orderId);
      if (shipment === undefined || order === null) continue;
      const words = searchWords(shipment.trackingNumber, order);
      if (isSameText(words, text.words)) continue;
      await keepSearchWords(writer, text, words);
      changed += 1;
    }
    return changed;
  });
}

/** A tracking number that was assigned later stands at the end. */
function isSameText(one: string, other: string): boolean {
  return sorted(one) === sorted(other);
}

const sorted = (text: string): string => text.trim().split(' ').sort().join(' ');
