import '../../design/shops.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { storesQuery } from '../../api/lists.ts';
import { checkShop, type Shop, type ShopSystem, shopSystemsQuery, shopsQuery } from '../../api/shops.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Empty, Failure, Sentence, Skeleton } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useMayActAs } from '../../session/session.ts';
import { grouped, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import type { Said } from '../../words/sentences.ts';
import { CredentialFields } from './credential-fields.tsx';
import { OrdersPart } from './orders-part.tsx';
import { ShopRulesPart } from './rules-form.tsx';
import { ShopState } from './shop-state.tsx';
import { shopsWords } from './shops-words.ts';

const EVERY_MS = 15_000;

/** A connection: how it is doing, what needs somebody, its orders, its rules, and its credentials. */
export function ShopPage() {
  const words = useWords(shopsWords);
  const { id } = useParams({ from: '/frame/shops/$id' });
  const { part = 'orders' } = useSearch({ from: '/frame/shops/$id' });
  const mayChange = useMayActAs('manager', 'refused');
  const shops = useQuery({ ...shopsQuery, refetchInterval: EVERY_MS });
  const systems = useQuery(shopSystemsQuery);
  const shop = shops.data?.find((one) => one.id === id);
  const system = systems.data?.find((one) => one.shop === shop?.shop);
  if (shops.isPending || systems.isPending) {
    return (
      <main className="page" id="page">
        <Skeleton lines={8} />
      </main>
    );
  }
  if (!shop || !system) {
    return (
      <main className="page" id="page">
        <Failure error={shops.error ?? systems.error} />
        <Empty title={words.none}>
          <Link to="/shops" className="button">
            {words.back}
          </Link>
        </Empty>
      </main>
    );
  }
  const parts = mayChange ? (['orders', 'rules', 'settings'] as const) : (['orders'] as const);
  return (
    <main className="page" id="page">
      <div className="stack">
        <Head shop={shop} mayChange={mayChange} />
        <Health shop={shop} system={system} mayChange={mayChange} />
        <nav className="tabs" aria-label={words.parts}>
          {parts.map((one) => (
            <Link
              key={one}
              to="/shops/$id"
              params={{ id }}
              search={one === 'orders' ? {} : { part: one }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one === part ? 'page' : undefined}
            >
              {words.part[one]}
            </Link>
          ))}
        </nav>
        {part === 'orders' && <OrdersPart shop={shop} />}
        {part === 'rules' && mayChange && <ShopRulesPart shop={shop} system={system} />}
        {part === 'settings' && mayChange && <Credentials shop={shop} system={system} />}
      </div>
    </main>
  );
}

function Head({ shop, mayChange }: { shop: Shop; mayChange: boolean }) {
  const words = useWords(shopsWords);
  const navigate = useNavigate();
  const [leaves, leave] = useState(false);
  return (
    <header className="page-head">
      <h1>{shop.name}</h1>
      <Link to="/shops" className="button">
        <ArrowLeft aria-hidden="true" />
        {words.back}
      </Link>
      {mayChange && (
        <ActionMenu
          label={words.more(shop.name)}
          actions={[{ text: words.disconnect, danger: true, run: () => leave(true) }]}
        />
      )}
      {leaves && (
        <Confirm
          title={words.disconnectTitle(shop.name)}
          will={words.disconnectWill}
          action={words.disconnect}
          done={words.disconnected(shop.name)}
          run={() => answerOf(api.DELETE('/custom/api/v1/shops/{id}', { params: { path: { id: shop.id } } }))}
          onDone={() => void navigate({ to: '/shops' })}
          onClose={() => leave(false)}
        />
      )}
    </header>
  );
}

/** How the connection is doing, and what to do if it is not well. */
function Health({ shop, system, mayChange }: { shop: Shop; system: ShopSystem; mayChange: boolean }) {
  const words = useWords(shopsWords);
  const store = useQuery(storesQuery).data?.find(({ id }) => id === shop.store_id);
  const checking = useMutation({ mutationFn: () => checkShop(shop.id) });
  const at = (time: string | null) =>
    time === null ? <span className="quiet">{words.never}</span> : <Moment at={time} />;
  return (
    <section className="card stack tight" aria-label={words.state}>
      <div className="line">
        <ShopState shop={shop} />
        <span className="push" />
        {mayChange && (
          <button
            type="button"
            className="button small"
            disabled={checking.isPending}
            onClick={() => checking.mutate()}
          >
            {checking.isPending ? words.checking : words.check}
          </button>
        )}
      </div>
      {shop.failure && (
        <p>
          <Sentence of={shop.failure_details} />
        </p>
      )}
      {shop.advice && (
        <p className={shop.state === 'stopped' ? undefined : 'quiet'}>
          <Sentence of={shop.advice_details} />.{' '}
          {shop.state === 'stopped' && mayChange && (
            <Link to="/shops/$id" params={{ id: shop.id }} search={{ part: 'settings' }}>
              {words.settings.title}
            </Link>
          )}
        </p>
      )}
      {shop.unread_failure && (
        <p>
          {words.unread(shop.unread_orders)} <Sentence of={shop.unread_failure_details} />
        </p>
      )}
      <div aria-live="polite">
        {checking.data && (
          <State mood={checking.data.ok ? 'done' : 'bad'}>
            <Sentence of={checking.data.message_details} />
          </State>
        )}
        <Failure error={checking.error} />
      </div>
      <dl className="measured">
        <div>
          <dt>{words.lastRead}</dt>
          <dd>{at(shop.answered_at)}</dd>
        </div>
        <div>
          <dt>{words.lastOrder}</dt>
          <dd>{at(shop.last_order_at)}</dd>
        </div>
        {system.can.webhooks && (
          <div>
            <dt>{words.lastWebhook}</dt>
            <dd>{at(shop.last_webhook_at)}</dd>
          </div>
        )}
        {shop.webhooks_mended_at && (
          <div>
            <dt>{words.webhooksMended}</dt>
            <dd>{at(shop.webhooks_mended_at)}</dd>
          </div>
        )}
        {shop.waiting_orders > 0 && (
          <div>
            <dt>{words.toRead}</dt>
            <dd>{grouped(shop.waiting_orders)}</dd>
          </div>
        )}
        <div>
          <dt>{words.store}</dt>
          <dd>
            <Link to="/stores" search={{ store: shop.store_id }}>
              {store?.brand_name ?? store?.store_name ?? '–'}
            </Link>
          </dd>
        </div>
        {typeof shop.settings.base_url === 'string' && (
          <div>
            <dt>{words.address}</dt>
            <dd className="mono">{shop.settings.base_url}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** New credentials; they start a stopped connection again, and are checked at once. */
function Credentials({ shop, system }: { shop: Shop; system: ShopSystem }) {
  const words = useWords(shopsWords);
  const [refusal, refuse] = useState<Said | null>(null);
  const shown = Object.entries(shop.settings).filter(
    (setting): setting is [string, string] => typeof setting[1] === 'string',
  );
  const form = useForm({
    first: { name: shop.name, ...Object.fromEntries(shown) } as Record<string, string>,
    mutationFn: async ({ name = '', ...values }) => {
      refuse(null);
      // A secret that is left blank stays; another setting that was emptied is removed.
      const settings = Object.fromEntries(
        Object.entries(values).flatMap(([setting, value]): [string, string | null][] => {
          if (value.trim() === shop.settings[setting]) return [];
          if (value.trim() !== '') return [[setting, value.trim()]];
          return typeof shop.settings[setting] === 'string' ? [[setting, null]] : [];
        }),
      );
      const options = { params: { path: { id: shop.id } }, body: { name, settings } };
      await answerOf(api.PUT('/custom/api/v1/shops/{id}', options));
      const check = await checkShop(shop.id);
      if (check.ok) toast(words.settings.accepted(system.name));
      else refuse(check.message_details);
    },
  });
  return (
    <Form
      of={form}
      at="start"
      className="stack guide-form"
      save={form.isPending ? words.checking : words.settings.save}
    >
      <p className="quiet">{words.settings.how}</p>
      <TextField label={words.settings.name} required maxLength={100} {...form.field('name')} />
      <CredentialFields system={system} form={form} settings={shop.settings} />
      {refusal !== null && (
        <div className="notice bad" role="alert">
          <div>
            <b>{words.guide.refused(system.name)}</b>
            <p>
              <Sentence of={refusal} />
            </p>
          </div>
        </div>
      )}
    </Form>
  );
}
