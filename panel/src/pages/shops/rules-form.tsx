import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { warehousesQuery } from '../../api/lists.ts';
import { checkShop, type Shop, type ShopSystem, shopPlacesQuery } from '../../api/shops.ts';
import { Tick } from '../../parts/field.tsx';
import { Fields } from '../../parts/fields.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/sentences.ts';
import { CheckoutKey } from './checkout-key.tsx';
import { DryRunResult } from './dry-run.tsx';
import { type RuleValues, rulesOfValues, valuesOfRules } from './rules.ts';
import { BookingFields, CheckoutFields, PlaceFields, SizeFields } from './rules-fields.tsx';
import { shopsWords } from './shops-words.ts';

/** The rules of a shop as a form, beside it what they would have done. Changes are kept in the browser until they are saved. */
export function ShopRulesPart({ shop, system }: { shop: Shop; system: ShopSystem }) {
  const warehouses = useQuery(warehousesQuery);
  const places = useQuery({ ...shopPlacesQuery(shop.id), enabled: system.can.locations });
  if (warehouses.isPending) return <Skeleton lines={8} />;
  if (warehouses.error) return <Failure error={warehouses.error} />;
  const known = places.data ?? [];
  // A place that the shop does not tell now keeps its rule.
  const further = shop.rules.locations
    .filter(({ location_id }) => known.every(({ id }) => id !== location_id))
    .map(({ location_id }) => ({ id: location_id, name: location_id }));
  return (
    <>
      <Failure error={places.error} />
      <RulesForm
        key={shop.updated_at}
        shop={shop}
        system={system}
        warehouses={warehouses.data.filter((one) => one.is_active || one.id === shop.rules.warehouse_id)}
        places={[...known, ...further]}
      />
    </>
  );
}

function RulesForm({
  shop,
  system,
  warehouses,
  places,
}: {
  shop: Shop;
  system: ShopSystem;
  warehouses: Parameters<typeof PlaceFields>[0]['warehouses'];
  places: Parameters<typeof PlaceFields>[0]['places'];
}) {
  const { rules: words } = useWords(shopsWords);
  const inWords = useSentences();
  const asksItself = system.can.checkout_rates;
  const saved = valuesOfRules(shop.rules);
  const draft = useKept<RuleValues>(`shop-rules.${shop.id}`);
  const [first] = useState({ ...saved, ...draft.read() });
  const form = useForm({
    first,
    mutationFn: async (values) => {
      const options = { params: { path: { id: shop.id } }, body: { rules: rulesOfValues(values) } };
      await answerOf(api.PUT('/custom/api/v1/shops/{id}', options));
      draft.write(null);
      // The check switches rates at checkout on or off in the shop.
      const isSame = !asksItself || values.shown === shop.rules.checkout.shown;
      const check = isSame ? null : await checkShop(shop.id).catch(() => null);
      toast(check === null ? words.saved : `${words.saved}: ${inWords(check.message_details)}`);
    },
  });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft follows the values
  useEffect(() => draft.write(isChanged ? form.values : null), [form.values, isChanged]);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return (
    <div className="two">
      <Form
        of={form}
        at="start"
        after={
          isChanged && (
            <div className="line">
              <span className="quiet small">{words.unsaved}</span>
              <button type="button" className="button small" onClick={() => form.change(saved)}>
                {words.discard}
              </button>
            </div>
          )
        }
      >
        <p className="quiet">{words.about}</p>
        <Group title={words.from}>
          <PlaceFields form={form} warehouses={warehouses} places={places} />
        </Group>
        <Group title={words.booking}>
          <BookingFields form={form} isWhole />
        </Group>
        <Group title={words.cash}>
          <Fields
            form={form}
            fields={[
              {
                name: 'confirmAbove',
                label: words.confirmAbove,
                hint: words.confirmHow,
                sentAs: ['rules.confirm_cod_above'],
              },
              {
                name: 'codMethods',
                label: words.codMethods,
                hint: words.codHow,
                sentAs: ['rules.cod_methods'],
              },
            ]}
          />
        </Group>
        <Group title={words.size}>
          <SizeFields form={form} />
          <Fields
            form={form}
            fields={[
              {
                name: 'sizes',
                kind: 'long',
                label: words.sizes,
                hint: words.sizesHow,
                wide: true,
                placeholder: 'CHAI-250, 0.3, 20, 15, 10',
                sentAs: ['rules.sku_sizes'],
              },
            ]}
          />
        </Group>
        <Group title={words.skip}>
          <Fields
            form={form}
            fields={[
              { name: 'skipTags', label: words.skipTags, hint: words.byCommas, sentAs: ['rules.skip_tags'] },
              { name: 'skipSkus', label: words.skipSkus, hint: words.byCommas, sentAs: ['rules.skip_skus'] },
            ]}
          />
        </Group>
        <Group title={words.checkout}>
          {asksItself && (
            <Tick
              label={words.shown}
              checked={form.values.shown}
              onChange={({ target }) => form.change({ shown: target.checked })}
            />
          )}
          <CheckoutFields form={form} />
          {!asksItself && <CheckoutKey shopId={shop.id} />}
        </Group>
        <Group title={words.news}>
          <Fields
            form={form}
            fields={[
              {
                name: 'news',
                kind: 'choice',
                label: words.who,
                wide: true,
                options: [
                  ['dakiya', words.dakiya],
                  ['shop', words.theShop],
                ],
                sentAs: ['rules.customer_news'],
              },
            ]}
          />
        </Group>
        {system.can.complete && (
          <Group title={words.complete}>
            <p className="quiet">{words.completeHow}</p>
            <Fields
              form={form}
              fields={[
                {
                  name: 'completePrepaid',
                  kind: 'choice',
                  label: words.completePrepaid,
                  options: [
                    ['booked', words.booked],
                    ['picked_up', words.pickedUp],
                    ['delivered', words.delivered],
                    ['never', words.never],
                  ],
                  sentAs: ['rules.complete_prepaid'],
                },
                {
                  name: 'completeCash',
                  kind: 'choice',
                  label: words.completeCash,
                  hint: words.cashNever,
                  options: [
                    ['remitted', words.remitted],
                    ['never', words.never],
                  ],
                  sentAs: ['rules.complete_cash'],
                },
              ]}
            />
          </Group>
        )}
      </Form>
      <DryRunResult shopId={shop.id} rules={rulesOfValues(form.values)} isChanged={isChanged} />
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Values of a form, kept in this browser for the account. */
function useKept<Values>(name: string) {
  const { account } = useSession();
  const place = `dakiya.${name}.${account.id}`;
  return {
    read: (): Values | null => {
      try {
        return JSON.parse(localStorage.getItem(place) ?? 'null') as Values | null;
      } catch {
        return null;
      }
    },
    write: (values: Values | null) => {
      try {
        if (values === null) localStorage.removeItem(place);
        else localStorage.setItem(place, JSON.stringify(values));
      } catch {
        // Without storage, the values last until the page is closed.
      }
    },
  };
}
