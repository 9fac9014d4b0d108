import type { Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** The text that `search` looks in, of one shipment. */
export interface SearchText {
  readonly shipmentId: string;
  readonly orderId: string;
  readonly journey: Journey;
  readonly words: string;
}

const NEXT = `select s.shipment_id as "shipmentId", s.order_id as "orderId", s.journey,
    coalesce(f.words, r.words, '') as words
  from shipments s
  left join shipment_search f on f.account_id = $1 and f.shipment_id = s.shipment_id
  left join returns r on r.account_id = $1 and r.shipment_id = s.shipment_id
  where s.account_id = $1 and ($2::uuid is null or s.shipment_id > $2)
  order by s.shipment_id limit $3`;

/** The texts after a shipment, in the order of the ids. @param after null for the first ones */
export async function listSearchTexts(
  scope: AccountScope,
  after: string | null,
  limit: number,
): Promise<SearchText[]> {
  return scope.read<SearchText>(NEXT, [after, limit]);
}

const TABLES = { forward: 'shipment_search', return: 'returns' } as const;

export async function keepSearchWords(
  writer: AccountWriter,
  { shipmentId, journey }: Pick<SearchText, 'shipmentId' | 'journey'>,
  words: string,
): Promise<void> {
  await writer.change(`update ${TABLES[journey]} set words = $3 where account_id = $1 and shipment_id = $2`, [
    shipmentId,
    words,
  ]);
}
