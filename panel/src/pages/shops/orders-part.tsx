import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, api } from '../../api/client.ts';
import type { Shop, ShopOrder } from '../../api/shops.ts';
import { SectionHead } from '../../parts/collection.tsx';
import { Empty } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { useWords } from '../../words/language.ts';
import { useShopOrderColumns } from './shop-order-rows.tsx';
import { shopsWords } from './shops-words.ts';
import { SHOP_ORDER_LISTS, WaitingOrders } from './waiting-orders.tsx';

/** What needs a person, and all orders of a shop. Both are read again when the shop brings something. */
export function OrdersPart({ shop }: { shop: Shop }) {
  const words = useWords(shopsWords);
  const queries = useQueryClient();
  const orders = usePaged<ShopOrder, { total: number }>(
    [...SHOP_ORDER_LISTS, 'of', shop.id],
    (page, signal) => {
      const query = { ...page, shop_id: shop.id };
      return answerOf(api.GET('/custom/api/v1/shop-orders', { params: { query }, signal }));
    },
  );
  const columns = useShopOrderColumns();
  const { last_order_at, last_webhook_at } = shop;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time means that orders have come in
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: SHOP_ORDER_LISTS });
  }, [queries, last_order_at, last_webhook_at]);
  return (
    <div className="stack">
      <WaitingOrders shopId={shop.id} nameOf={() => shop.name} />
      <section className="stack tight">
        <SectionHead title={words.orders} />
        <PagedTable
          list={orders}
          label={words.orders}
          columns={columns}
          empty={
            <Empty title={words.noOrders}>
              <p>{words.noOrdersHow}</p>
            </Empty>
          }
        />
      </section>
    </div>
  );
}
