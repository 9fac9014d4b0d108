import { useQueries, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client.ts';
import { warehousesQuery } from '../../../api/lists.ts';
import { CollectionPage, saved } from '../../../parts/collection.tsx';
import { Sentence } from '../../../parts/notices.tsx';
import { usePlaceOfPincode } from '../../../parts/place-of-pincode.ts';
import { State, spelledOut } from '../../../parts/status.tsx';
import { useMayActAs } from '../../../session/session.ts';
import { useWords } from '../../../words/language.ts';
import { settingsWords } from '../settings-words.ts';
import { warehousesWords } from './warehouses-words.ts';

const NEW = {
  ...{ name: '', code: '', contact_person: '', phone_number: '', email: '', gst_no: '' },
  ...{ street_address: '', zip: '', city: '', state: '' },
};
type Values = typeof NEW;

const MOODS = { registered: 'done', pending: 'way', refused: 'bad' } as const;

/** Warehouses, and the couriers that know them. */
export function Warehouses() {
  const words = useWords(warehousesWords);
  const settings = useWords(settingsWords);
  const mayChange = useMayActAs('manager', 'refused');
  const list = useQuery(warehousesQuery);
  const details = useQueries({
    queries: (list.data ?? []).map(({ id }) => ({
      queryKey: ['warehouse', id],
      queryFn: async () => ({
        id,
        couriers: (await answerOf(api.GET('/custom/api/v1/warehouses/{id}', { params: { path: { id } } })))
          .data.couriers,
      }),
    })),
  });
  const couriersOf = (id: string) => details.find(({ data }) => data?.id === id)?.data?.couriers ?? [];
  // Nothing is said of couriers before one is connected.
  const isAnyRegistered = details.some(({ data }) => data !== undefined && data.couriers.length > 0);
  const change = (id: string, body: { is_active: boolean }) =>
    saved(api.PUT('/custom/api/v1/warehouses/{id}', { params: { path: { id } }, body }));
  return (
    <CollectionPage
      list={list}
      isReadOnly={!mayChange}
      of={{
        label: settings.part.warehouses,
        about: words.about,
        empty: words.noWarehouses,
        nameOf: ({ name }) => name,
        columns: [
          {
            id: 'name',
            header: settings.name,
            width: 280,
            cell: (one) => (
              <>
                <span className="strong">{one.name}</span> {one.code && <code>{one.code}</code>}
                <p className="quiet small">
                  {one.address}, {one.city} {one.pincode}
                </p>
              </>
            ),
          },
          {
            id: 'contact',
            header: words.contact_person,
            width: 160,
            cell: (one) => (
              <>
                {one.contact_person}
                <p className="quiet small">{one.phone_number}</p>
              </>
            ),
          },
          {
            id: 'gstin',
            header: words.gst_no,
            width: 150,
            cell: (one) => one.gst_no ?? <span className="quiet none">–</span>,
          },
          ...(isAnyRegistered
            ? [
                {
                  id: 'couriers',
                  header: words.registered,
                  width: 200,
                  cell: (one: { readonly id: string }) =>
                    couriersOf(one.id).length === 0 ? (
                      <span className="quiet none">{words.notRegistered}</span>
                    ) : (
                      couriersOf(one.id).map((known) => (
                        <p key={known.courier}>
                          <State mood={MOODS[known.state]}>
                            {spelledOut(known.courier)}: {words.registration[known.state]}
                          </State>
                          {known.reason && (
                            <span className="quiet small">
                              {' '}
                              <Sentence of={known.reason_details} />
                            </span>
                          )}
                        </p>
                      ))
                    ),
                },
              ]
            : []),
          {
            id: 'state',
            header: settings.stateOf,
            width: 100,
            card: 'plain',
            cell: (one) => (
              <State mood={one.is_active ? 'done' : 'neutral'}>
                {one.is_active ? settings.active : settings.off}
              </State>
            ),
          },
        ],
        form: {
          add: words.add,
          valuesOf: (one): Values =>
            one === null
              ? NEW
              : {
                  ...one,
                  code: one.code ?? '',
                  gst_no: one.gst_no ?? '',
                  street_address: one.address,
                  zip: one.pincode,
                },
          fields: () => [
            ...(['name', 'contact_person'] as const).map((name) => ({
              ...{ name, label: { ...settings, ...words }[name], required: true },
            })),
            { name: 'phone_number', kind: 'tel', label: words.phone_number, required: true },
            { name: 'email', kind: 'email', label: settings.email, required: true },
            ...(['street_address', 'zip', 'city', 'state'] as const).map((name) => ({
              ...{ name, label: words[name], required: true, wide: name === 'street_address' },
              sentAs: [`address_attributes.${name}`],
            })),
            { name: 'gst_no', label: words.gst_no, hint: words.gstHint },
            { name: 'code', label: words.code, hint: words.codeHint },
          ],
          save: ({ name, code, contact_person, phone_number, email, gst_no, ...address }, one) => {
            const { street_address, zip, city, state } = address;
            const body = {
              ...{ name, contact_person, phone_number, email },
              gst_no: gst_no || null,
              code: code || null,
              address_attributes: { street_address, zip, city, state, country: 'India' as const },
            };
            return saved(
              one === null
                ? api.POST('/custom/api/v1/warehouse', { body })
                : api.PUT('/custom/api/v1/warehouses/{id}', { params: { path: { id: one.id } }, body }),
            );
          },
          Extra: PlaceOfPincode,
        },
        actions: [
          {
            text: settings.deactivate,
            has: (one) => one.is_active,
            will: words.deactivateWarehouse,
            done: settings.nowOff,
            run: ({ id }) => change(id, { is_active: false }),
          },
          {
            text: settings.activate,
            has: (one) => !one.is_active,
            done: settings.nowOn,
            run: ({ id }) => change(id, { is_active: true }),
          },
        ],
      }}
    />
  );
}

/** Fills in the city and state of a typed pincode. */
function PlaceOfPincode({ form }: { form: { values: Values; change: (changed: Partial<Values>) => void } }) {
  usePlaceOfPincode(form.values.zip, form.values, form.change);
  return null;
}
