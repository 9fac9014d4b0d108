import { useQuery } from '@tanstack/react-query';
import { carriersQuery } from '../../api/lists.ts';
import { type Declared, Fields } from '../../parts/fields.tsx';
import type { useForm } from '../../parts/form.tsx';
import { useWords } from '../../words/language.ts';
import type { RuleValues } from './rules.ts';
import { shopsWords } from './shops-words.ts';

/** A form whose values include the rules. */
export interface RulesForm {
  readonly values: RuleValues;
  readonly change: (changed: Partial<RuleValues>) => void;
  readonly wrong: ReturnType<typeof useForm>['wrong'];
}

interface Place {
  readonly id: string;
  readonly name: string;
}

/** The warehouse of the orders, and that of each place of the shop. */
export function PlaceFields({
  form,
  warehouses,
  places,
}: {
  form: RulesForm;
  warehouses: readonly { readonly id: string; readonly name: string; readonly pincode: string }[];
  places: readonly Place[];
}) {
  const { rules: words } = useWords(shopsWords);
  const options = warehouses.map(({ id, name, pincode }) => [id, `${name}, ${pincode}`] as const);
  const { values } = form;
  const ofPlaces = Object.fromEntries(places.map(({ id }) => [id, values.places[id] ?? '']));
  return (
    <>
      <Fields
        form={form}
        fields={[
          {
            name: 'warehouse',
            kind: 'choice',
            label: words.warehouse,
            required: true,
            options,
            sentAs: ['rules.warehouse_id'],
          },
        ]}
      />
      {places.length > 0 && (
        <Fields
          form={{
            values: ofPlaces,
            change: (changed) =>
              form.change({ places: { ...values.places, ...changed } as Record<string, string> }),
            wrong: form.wrong,
          }}
          fields={places.map(({ id, name }) => ({
            name: id,
            kind: 'choice' as const,
            label: words.place(name),
            options: [['', words.usual] as const, ...options],
            sentAs: [`rules.locations[${Object.keys(values.places).indexOf(id)}].warehouse_id`],
          }))}
        />
      )}
    </>
  );
}

/** The usual weight and size of a parcel. */
export function SizeFields({ form }: { form: RulesForm }) {
  const { rules: words } = useWords(shopsWords);
  return (
    <fieldset className="stack tight">
      <legend className="label">{words.size}</legend>
      <p className="quiet small">{words.sizeHow}</p>
      <Fields
        form={form}
        fields={[
          ...(['weight', 'length', 'breadth', 'height'] as const).map((name) => ({
            name,
            label: words[name],
            required: true,
            placeholder: name === 'weight' ? '0.5' : '20',
            sentAs: [`rules.usual_parcel.${name}`],
          })),
          {
            name: 'itemWeight' as const,
            label: words.itemWeight,
            hint: words.itemWeightHow,
            placeholder: '0.2',
            sentAs: ['rules.usual_item_weight'],
          },
        ]}
      />
    </fieldset>
  );
}

/** Whether and how orders are booked by themselves. */
export function BookingFields({ form, isWhole = false }: { form: RulesForm; isWhole?: boolean }) {
  const { rules: words } = useWords(shopsWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const { booking, preferred } = form.values;
  const offered = carriers.filter(
    ({ status, carrier_id }) => status === 'active' || preferred.includes(carrier_id),
  );
  const fields: Declared<RuleValues>[] = [
    {
      name: 'booking',
      kind: 'choice',
      label: words.choose,
      wide: true,
      options: [
        ['none', words.none, words.noneHow],
        ['cheapest', words.cheapest, words.cheapestHow],
        ['fastest', words.fastest, words.fastestHow],
      ],
      sentAs: ['rules.booking'],
    },
    ...(booking === 'fastest'
      ? [
          {
            name: 'atMost' as const,
            label: words.atMost,
            hint: words.atMostHow,
            sentAs: ['rules.fastest_at_most'],
          },
        ]
      : []),
    ...(isWhole && booking !== 'none' && offered.length > 0
      ? [
          {
            name: 'preferred' as const,
            kind: 'many' as const,
            label: words.preferred,
            options: offered.map(({ carrier_id, carrier_name }) => [carrier_id, carrier_name] as const),
            sentAs: ['rules.preferred_carriers'],
          },
        ]
      : []),
  ];
  return <Fields form={form} fields={fields} />;
}

/** What customers are offered at checkout, and for how much. */
export function CheckoutFields({ form }: { form: RulesForm }) {
  const { rules: words } = useWords(shopsWords);
  return (
    <Fields
      form={form}
      fields={[
        {
          name: 'offer',
          kind: 'choice',
          label: words.offer,
          options: [
            ['cheapest', words.offers.cheapest],
            ['fastest', words.offers.fastest],
            ['cheapest_and_fastest', words.offers.cheapest_and_fastest],
            ['each_courier', words.offers.each_courier],
          ],
          sentAs: ['rules.checkout.offer'],
        },
        {
          name: 'rounding',
          kind: 'choice',
          label: words.rounding,
          options: [
            ['none', words.roundings.none],
            ['rupee', words.roundings.rupee],
            ['five', words.roundings.five],
            ['ten', words.roundings.ten],
            ['nine', words.roundings.nine],
          ],
          sentAs: ['rules.checkout.rounding'],
        },
        {
          name: 'markup',
          label: words.markup,
          hint: words.markupHow,
          sentAs: ['rules.checkout.markup_percent'],
        },
        {
          name: 'freeAbove',
          label: words.freeAbove,
          hint: words.freeHow,
          sentAs: ['rules.checkout.free_above'],
        },
        {
          name: 'fallback',
          label: words.fallback,
          hint: words.fallbackHow,
          sentAs: ['rules.checkout.fallback_price'],
        },
        {
          name: 'fallbackMax',
          label: words.fallbackMax,
          sentAs: ['rules.checkout.fallback_max_weight'],
        },
        { name: 'handling', label: words.handling, sentAs: ['rules.checkout.handling_days'] },
      ]}
    />
  );
}
