import { answerOf, api } from '../../api/client.ts';
import type { ShopOrder } from '../../api/shops.ts';
import { SectionHead } from '../../parts/collection.tsx';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { commonWords } from '../../words/common.ts';
import { grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { shopsWords } from './shops-words.ts';
import { WaitingOrder } from './waiting-order.tsx';

/** The key of all lists of orders of shops. */
export const SHOP_ORDER_LISTS = ['shop orders', 'list'];

/** The orders that need a person, of one shop or of all. */
export function WaitingOrders({ shopId, nameOf }: { shopId?: string; nameOf: (shopId: string) => string }) {
  const words = useWords(shopsWords);
  const { more } = useWords(commonWords);
  const waiting = usePaged<ShopOrder, { total: number }>(
    [...SHOP_ORDER_LISTS, 'waiting', shopId ?? 'all'],
    (page, signal) => {
      const query = { ...page, for_people: true, ...(shopId && { shop_id: shopId }) };
      return answerOf(api.GET('/custom/api/v1/shop-orders', { params: { query }, signal }));
    },
  );
  return (
    <section className="stack tight" aria-label={words.forYou}>
      <SectionHead title={waiting.total ? `${words.forYou} (${grouped(waiting.total)})` : words.forYou} />
      {waiting.error ? (
        <Failure error={waiting.error} onRetry={waiting.retry} />
      ) : waiting.isPending ? (
        <Skeleton lines={2} />
      ) : waiting.rows.length === 0 ? (
        <p className="quiet">
          {words.nothing} {words.nothingHow}
        </p>
      ) : (
        waiting.rows.all().map((one) => <WaitingOrder key={one.id} of={one} shopName={nameOf(one.shop_id)} />)
      )}
      {waiting.hasMore && (
        <button type="button" className="button small" disabled={waiting.isAsking} onClick={waiting.askMore}>
          {more}
        </button>
      )}
    </section>
  );
}
