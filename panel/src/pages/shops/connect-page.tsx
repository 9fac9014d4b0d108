import '../../design/shops.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { storesQuery, warehousesQuery } from '../../api/lists.ts';
import { checkShop, type ShopSystem, shopSystemsQuery, shopsQuery } from '../../api/shops.ts';
import { PageHead } from '../../frame/page-head.tsx';
import { Fields } from '../../parts/fields.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { GuideStep } from '../../parts/guide-step.tsx';
import { Failure, Sentence, Skeleton, Warning } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import { type Said, useSentences } from '../../words/sentences.ts';
import { Clicks } from './clicks.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { FirstOrders } from './first-orders.tsx';
import { type RuleValues, rulesOfValues } from './rules.ts';
import { BookingFields, PlaceFields, SizeFields } from './rules-fields.tsx';
import { shopsWords } from './shops-words.ts';

/** Settings that the shop has accepted, and the places that it has. */
interface Accepted {
  readonly settings: Readonly<Record<string, string>>;
  readonly places: readonly { readonly id: string; readonly name: string }[];
}

/** Leads a shop from its keys to its first orders. Nothing is kept before the last step connects it. */
export function ConnectPage() {
  const words = useWords(shopsWords);
  const { system: wanted } = useParams({ from: '/frame/shops/connect/$system' });
  const { shop: connected } = useSearch({ from: '/frame/shops/connect/$system' });
  const systems = useQuery(shopSystemsQuery);
  const [accepted, accept] = useState<Accepted | null>(null);
  const system = systems.data?.find(({ shop }) => shop === wanted);
  const isConnected = connected !== undefined;
  return (
    <main className="page" id="page">
      <div className="stack">
        <PageHead title={words.connectTo(system?.name ?? wanted)} from="/shops" fromName={words.back} />
        <Failure error={systems.error} />
        {systems.isPending && <Skeleton lines={8} />}
        {system && (
          <ol className="guide">
            <GuideStep
              number={1}
              title={words.guide.keys(system.name)}
              isDone={isConnected || accepted !== null}
              isFolded={isConnected || accepted !== null}
            >
              <Clicks system={system} />
            </GuideStep>
            <GuideStep
              number={2}
              title={words.guide.check}
              isDone={isConnected || accepted !== null}
              isFolded={isConnected}
            >
              <CheckStep system={system} accepted={accepted} onAccept={accept} />
            </GuideStep>
            {isConnected || accepted === null ? (
              <>
                <GuideStep
                  number={3}
                  title={words.guide.brand}
                  isDone={isConnected}
                  isOff={!isConnected}
                  isFolded
                />
                <GuideStep
                  number={4}
                  title={words.guide.rules}
                  isDone={isConnected}
                  isOff={!isConnected}
                  isFolded
                />
              </>
            ) : (
              <ConnectSteps system={system} accepted={accepted} />
            )}
            <GuideStep number={5} title={words.guide.first} isOff={!isConnected}>
              {connected && <FirstOrders shopId={connected} name={system.name} />}
            </GuideStep>
          </ol>
        )}
      </div>
    </main>
  );
}

/** The credentials, checked by the shop before anything is kept. */
function CheckStep({
  system,
  accepted,
  onAccept,
}: {
  system: ShopSystem;
  accepted: Accepted | null;
  onAccept: (accepted: Accepted | null) => void;
}) {
  const words = useWords(shopsWords);
  const [refusal, refuse] = useState<Said | null>(null);
  const form = useForm({
    first: {} as Record<string, string>,
    mutationFn: async (values) => {
      refuse(null);
      const settings = Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          value.trim() === '' ? [] : [[name, value.trim()]],
        ),
      );
      const body = { shop: system.shop, settings };
      const { data } = await answerOf(api.POST('/custom/api/v1/shops/check', { body }));
      if (data.ok) onAccept({ settings, places: data.locations });
      else refuse(data.message_details);
    },
  });
  if (accepted) {
    return (
      <div className="line">
        <span>{words.guide.accepted(system.name)}</span>
        <button type="button" className="button small" onClick={() => onAccept(null)}>
          {words.guide.change}
        </button>
      </div>
    );
  }
  return (
    <Form
      of={form}
      at="start"
      className="stack guide-form"
      save={form.isPending ? words.checking : words.guide.checkButton}
    >
      <CredentialFields system={system} form={form} />
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

const NEW_STORE = 'new';

/** The brand and the rules that matter first; the last button connects the shop. */
function ConnectSteps({ system, accepted }: { system: ShopSystem; accepted: Accepted }) {
  const navigate = useNavigate();
  const warehouses = useQuery(warehousesQuery);
  const stores = useQuery(storesQuery);
  const shops = useQuery(shopsQuery);
  if (warehouses.isPending || stores.isPending || shops.isPending) return <Skeleton lines={4} />;
  const active = warehouses.data?.filter((one) => one.is_active) ?? [];
  const taken = new Set(shops.data?.map(({ store_id }) => store_id));
  const free = stores.data?.filter(({ id }) => !taken.has(id)) ?? [];
  return (
    <ConnectForm
      system={system}
      accepted={accepted}
      warehouses={active}
      stores={free}
      onConnected={(id, message) => {
        if (message !== null) toast(message);
        void navigate({ to: '.', search: { shop: id }, replace: true });
      }}
    />
  );
}

function ConnectForm({
  system,
  accepted,
  warehouses,
  stores,
  onConnected,
}: {
  system: ShopSystem;
  accepted: Accepted;
  warehouses: readonly { readonly id: string; readonly name: string; readonly pincode: string }[];
  stores: readonly { readonly id: string; readonly store_name: string; readonly brand_name: string | null }[];
  onConnected: (id: string, message: string | null) => void;
}) {
  const words = useWords(shopsWords);
  const inWords = useSentences();
  const [key] = useState(idempotencyKey);
  const first: RuleValues & { store: string; brand: string; since: string } = {
    store: NEW_STORE,
    brand: '',
    since: '',
    warehouse: warehouses.length === 1 ? (warehouses[0]?.id ?? '') : '',
    places: {},
    codMethods: system.cod_methods.join(', '),
    skipTags: '',
    skipSkus: '',
    sizes: '',
    itemWeight: '',
    weight: '',
    length: '',
    breadth: '',
    height: '',
    booking: 'none',
    atMost: '',
    preferred: [],
    confirmAbove: '',
    news: 'dakiya',
    completePrepaid: 'delivered',
    completeCash: 'remitted',
    shown: false,
    offer: 'cheapest',
    markup: '',
    rounding: 'rupee',
    freeAbove: '',
    fallback: '',
    fallbackMax: '',
    handling: '',
  };
  const form = useForm({
    first,
    mutationFn: async ({ store, brand, since, ...rules }) => {
      const { data } = await answerOf(
        api.POST('/custom/api/v1/shops', {
          body: {
            shop: system.shop,
            settings: accepted.settings,
            rules: rulesOfValues(rules),
            ...(store === NEW_STORE
              ? { ...(brand.trim() !== '' && { brand_name: brand.trim() }) }
              : { store_id: store }),
            ...(since !== '' && { orders_from: since }),
          },
          headers: { 'idempotency-key': key },
        }),
      );
      // It is connected already: a check that fails only means that the shop sends no messages yet.
      const check = await checkShop(data.id).catch(() => null);
      onConnected(data.id, check === null || check.ok ? null : inWords(check.message_details));
    },
  });
  return (
    <>
      <GuideStep number={3} title={words.guide.brand}>
        <p className="quiet">{words.guide.brandHow}</p>
        <div className="guide-form">
          <Fields
            form={form}
            fields={[
              {
                name: 'store',
                kind: 'choice',
                label: words.guide.storeField,
                sentAs: ['store_id', 'store_name'],
                options: [
                  [NEW_STORE, words.guide.newStore],
                  ...stores.map((one) => [one.id, one.brand_name ?? one.store_name] as const),
                ],
              },
              ...(form.values.store === NEW_STORE
                ? [
                    {
                      name: 'brand' as const,
                      label: words.guide.brandName,
                      sentAs: ['brand_name'],
                      placeholder: 'Chai & Co',
                      maxLength: 120,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </GuideStep>
      <GuideStep number={4} title={words.guide.rules}>
        {warehouses.length === 0 ? (
          <Warning>
            {words.guide.noWarehouse}{' '}
            <Link to="/settings/$part" params={{ part: 'warehouses' }} search={{ new: 'yes' }}>
              {words.guide.addWarehouse}
            </Link>
          </Warning>
        ) : (
          <Form
            of={form}
            at="start"
            className="stack guide-form"
            save={form.isPending ? words.guide.connecting : words.guide.connect}
          >
            <PlaceFields form={form} warehouses={warehouses} places={accepted.places} />
            <SizeFields form={form} />
            <BookingFields form={form} />
            <Fields
              form={form}
              fields={[
                {
                  name: 'codMethods',
                  label: words.rules.codMethods,
                  hint: words.rules.codHow,
                  sentAs: ['rules.cod_methods'],
                },
                {
                  name: 'since',
                  kind: 'date',
                  label: words.guide.ordersFrom,
                  hint: words.guide.ordersFromHow,
                  sentAs: ['orders_from'],
                },
              ]}
            />
            <p className="quiet small">{words.guide.moreRules}</p>
          </Form>
        )}
      </GuideStep>
    </>
  );
}
