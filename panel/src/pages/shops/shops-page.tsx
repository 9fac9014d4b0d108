import '../../design/shops.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { answerOf, api } from '../../api/client.ts';
import { type Shop, type ShopSystem, shopSystemsQuery, shopsQuery } from '../../api/shops.ts';
import { CollectionPage, SectionHead } from '../../parts/collection.tsx';
import { NameMark } from '../../parts/name-mark.tsx';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ShopState } from './shop-state.tsx';
import { shopsWords } from './shops-words.ts';
import { WaitingOrders } from './waiting-orders.tsx';

/** The connected shops, and the shop systems that can be connected. */
export function ShopsPage() {
  const words = useWords(shopsWords);
  const mayChange = useMayActAs('manager', 'refused');
  const shops = useQuery(shopsQuery);
  const systems = useQuery(shopSystemsQuery);
  const common = ABILITIES.filter((one) => systems.data?.every(({ can }) => can[one]));
  const nameOf = (shop: Shop) => systems.data?.find((one) => one.shop === shop.shop)?.name ?? shop.shop;
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <p className="quiet">{words.about}</p>
        <Failure error={shops.error ?? systems.error} />
        {shops.isPending && <Skeleton lines={4} />}
        {shops.data?.length === 0 && !mayChange && (
          <Empty title={words.none}>
            <p>{words.noneReader}</p>
          </Empty>
        )}
        {shops.data && shops.data.length > 0 && (
          <WaitingOrders nameOf={(id) => shops.data.find((one) => one.id === id)?.name ?? ''} />
        )}
        {shops.data && shops.data.length > 0 && (
          <CollectionPage
            list={shops}
            isReadOnly={!mayChange}
            of={{
              label: words.list,
              empty: words.none,
              nameOf: ({ name }) => name,
              columns: [
                {
                  id: 'name',
                  header: words.shop,
                  width: 260,
                  cell: (shop) => (
                    <Link to="/shops/$id" params={{ id: shop.id }} className="strong">
                      {shop.name}
                      {shop.name !== nameOf(shop) && <span className="more">{nameOf(shop)}</span>}
                    </Link>
                  ),
                },
                {
                  id: 'state',
                  header: words.state,
                  width: 200,
                  cell: (shop) => <ShopState shop={shop} />,
                },
                {
                  id: 'order',
                  header: words.lastOrder,
                  width: 150,
                  cell: ({ last_order_at }) =>
                    last_order_at === null ? (
                      <span className="quiet">{words.never}</span>
                    ) : (
                      <Moment at={last_order_at} />
                    ),
                },
              ],
              actions: [
                {
                  text: words.disconnect,
                  danger: true,
                  will: words.disconnectWill,
                  done: words.disconnected,
                  run: ({ id }) =>
                    answerOf(api.DELETE('/custom/api/v1/shops/{id}', { params: { path: { id } } })),
                },
              ],
            }}
          />
        )}
        {mayChange && systems.data && (
          <section className="stack tight" aria-label={words.connect}>
            <SectionHead
              title={words.connect}
              about={common.length > 0 && words.allCan(common.map((name) => words.can[name]))}
            />
            <div className="connectable">
              {systems.data.map((system) => (
                <SystemCard key={system.shop} system={system} common={common} />
              ))}
            </div>
          </section>
        )}
      </div>
    </main>
  );
}

const ABILITIES = Object.keys(shopsWords.en.can) as (keyof typeof shopsWords.en.can)[];

/** A shop system, with the abilities that some others lack. */
function SystemCard({
  system: { shop, name, can },
  common,
}: {
  system: ShopSystem;
  common: typeof ABILITIES;
}) {
  const words = useWords(shopsWords);
  const offers = ABILITIES.flatMap((one) => (can[one] && !common.includes(one) ? [words.can[one]] : []));
  return (
    <Link to="/shops/connect/$system" params={{ system: shop }} className="card">
      <NameMark of={shop} name={name} />
      <span>
        <strong>{name}</strong>
        <span className="quiet">{offers.join(' · ')}</span>
      </span>
      <ChevronRight aria-hidden="true" className="quiet" />
    </Link>
  );
}
