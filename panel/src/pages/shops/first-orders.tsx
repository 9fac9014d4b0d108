import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { shopsQuery } from '../../api/shops.ts';
import { Failure, Sentence } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { ShopOrderRows } from './shop-order-rows.tsx';
import { ShopState } from './shop-state.tsx';
import { shopsWords } from './shops-words.ts';

const EVERY_MS = 2_000;
const MOST_SHOWN = 10;

/** The orders of a shop as they come in after it was connected; what to do if none do. */
export function FirstOrders({ shopId, name }: { shopId: string; name: string }) {
  const words = useWords(shopsWords);
  const shop = useQuery({ ...shopsQuery, refetchInterval: EVERY_MS }).data?.find(({ id }) => id === shopId);
  const orders = useQuery({
    queryKey: ['shop orders', 'first', shopId],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const query = { shop_id: shopId, per_page: MOST_SHOWN };
      return answerOf(api.GET('/custom/api/v1/shop-orders', { params: { query } }));
    },
  });
  const total = orders.data?.meta.total ?? 0;
  return (
    <div className="stack" aria-live="polite">
      <Failure error={orders.error} />
      {shop && shop.state !== 'connected' && (
        <div className="stack tight">
          <ShopState shop={shop} />
          {shop.failure && (
            <p>
              <Sentence of={shop.failure_details} />
            </p>
          )}
        </div>
      )}
      {total > 0 && orders.data ? (
        <>
          <State mood="done">{words.guide.found(total)}</State>
          <ShopOrderRows orders={orders.data.data} />
        </>
      ) : shop?.state === 'connected' && shop.answered_at === null ? (
        <State mood="way">{words.guide.reading(name)}</State>
      ) : (
        shop?.state === 'connected' && (
          <div className="stack tight">
            <h3>{words.guide.empty}</h3>
            <p className="quiet">{words.guide.emptyHow}</p>
            <ul className="bulleted">
              {words.guide.emptyWhy.map((why) => (
                <li key={why}>{why}</li>
              ))}
            </ul>
          </div>
        )
      )}
      <div>
        <Link to="/shops/$id" params={{ id: shopId }} className="button first">
          {words.guide.toShop}
        </Link>
      </div>
    </div>
  );
}
