import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { pincodeQuery, warehousesQuery } from '../../api/lists.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { Empty, Failure } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { State, spelledOut } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

const NEW = {
  id: '',
  name: '',
  contact_person: '',
  phone_number: '',
  email: '',
  gst_no: '',
  street_address: '',
  zip: '',
  city: '',
  state: '',
};

const MOODS = { registered: 'done', pending: 'way', refused: 'bad' } as const;

/** Warehouses, and the couriers that know them. */
export function Warehouses() {
  const words = useWords(settingsWords);
  const mayChange = useMayActAs('manager', 'refused');
  const { data: warehouses = [], error, isSuccess } = useQuery(warehousesQuery);
  const details = useQueries({
    queries: warehouses.map(({ id }) => ({
      queryKey: ['warehouse', id],
      queryFn: async () =>
        (await answerOf(api.GET('/custom/api/v1/warehouses/{id}', { params: { path: { id } } }))).data
          .couriers,
    })),
  });
  const [form, setForm] = useState<typeof NEW | null>(null);
  const switching = useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      api.PUT('/custom/api/v1/warehouses/{id}', {
        params: { path: { id } },
        body: { is_active: active },
      }),
  });
  return (
    <div className="stack">
      {mayChange && (
        <button
          type="button"
          className="button first"
          style={{ justifySelf: 'start' }}
          onClick={() => setForm(NEW)}
        >
          {words.add}
        </button>
      )}
      <Failure error={error ?? switching.error} />
      {isSuccess && warehouses.length === 0 && <Empty title={words.noWarehouses} />}
      {warehouses.length > 0 && (
        <Rows
          label={words.part.warehouses}
          rows={warehouses}
          idOf={({ id }) => id}
          columns={[
            {
              id: 'name',
              header: words.name,
              width: 280,
              cell: (one) => (
                <>
                  <span className="strong">{one.name}</span>
                  <p className="quiet small">
                    {one.address}, {one.city} <span className="mono">{one.pincode}</span>
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
                  <p className="mono small">{one.phone_number}</p>
                </>
              ),
            },
            {
              id: 'couriers',
              header: words.registered,
              width: 200,
              cell: (one) =>
                details[warehouses.indexOf(one)]?.data?.map((known) => (
                  <p key={known.courier}>
                    <State mood={MOODS[known.state]}>
                      {spelledOut(known.courier)}: {words.registration[known.state]}
                    </State>
                    {known.reason && <span className="quiet small"> {known.reason}</span>}
                  </p>
                )),
            },
            {
              id: 'actions',
              header: '',
              width: 180,
              cell: (one) => (
                <span className="line">
                  {!one.is_active && <State mood="neutral">{words.off}</State>}
                  {mayChange && (
                    <>
                      <button
                        type="button"
                        className="button small"
                        onClick={() =>
                          setForm({
                            ...one,
                            gst_no: one.gst_no ?? '',
                            street_address: one.address,
                            zip: one.pincode,
                          })
                        }
                      >
                        {words.edit}
                      </button>
                      <button
                        type="button"
                        className="button small"
                        disabled={switching.isPending}
                        onClick={() => switching.mutate({ id: one.id, active: !one.is_active })}
                      >
                        {one.is_active ? words.deactivate : words.activate}
                      </button>
                    </>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {form && <WarehouseDialog first={form} onClose={() => setForm(null)} />}
    </div>
  );
}

function WarehouseDialog({ first, onClose }: { first: typeof NEW; onClose: () => void }) {
  const words = useWords(settingsWords);
  const form = useForm({
    first,
    mutationFn: async ({ name, contact_person, phone_number, email, gst_no, ...address }) => {
      const { street_address, zip, city, state } = address;
      const body = {
        ...{ name, contact_person, phone_number, email },
        ...(gst_no && { gst_no }),
        address_attributes: { street_address, zip, city, state, country: 'India' as const },
      };
      if (first.id === '') await answerOf(api.POST('/custom/api/v1/warehouse', { body }));
      else {
        const options = { params: { path: { id: first.id } }, body };
        await answerOf(api.PUT('/custom/api/v1/warehouses/{id}', options));
      }
    },
    onSuccess: onClose,
  });
  const place = useQuery(pincodeQuery(form.values.zip)).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a person may correct the place afterwards
  useEffect(() => {
    if (place) form.change({ city: place.city, state: place.state });
  }, [place]);
  const about = (name: 'name' | 'contact_person' | 'phone_number' | 'email' | 'gst_no') => (
    <TextField key={name} label={words[name]} required={name !== 'gst_no'} {...form.field(name)} />
  );
  const address = (name: 'street_address' | 'zip' | 'city' | 'state') => (
    <TextField
      key={name}
      label={words[name]}
      required
      wide={name === 'street_address'}
      {...form.field(name, `address_attributes.${name}`)}
    />
  );
  return (
    <Dialog title={first.id === '' ? words.add : first.name} onClose={onClose} wide>
      <Form of={form} at="dialog">
        <div className="fields">
          {(['name', 'contact_person', 'phone_number', 'email', 'gst_no'] as const).map(about)}
          {(['street_address', 'zip', 'city', 'state'] as const).map(address)}
        </div>
      </Form>
    </Dialog>
  );
}
