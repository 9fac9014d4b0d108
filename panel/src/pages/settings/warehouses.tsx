import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem, answerOf, api } from '../../api/client.ts';
import { pincodeQuery, warehousesQuery } from '../../api/lists.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Empty, Failure } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { State, spelledOut } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

const NEW = {
  id: '',
  name: '',
  contact: '',
  phone: '',
  email: '',
  gst: '',
  street: '',
  zip: '',
  city: '',
  state: '',
};
type Form = typeof NEW;
const SENT: Record<keyof Form, string> = {
  id: 'id',
  name: 'name',
  contact: 'contact_person',
  phone: 'phone_number',
  email: 'email',
  gst: 'gst_no',
  street: 'address_attributes.street_address',
  zip: 'address_attributes.zip',
  city: 'address_attributes.city',
  state: 'address_attributes.state',
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
  const [form, setForm] = useState<Form | null>(null);
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
              header: words.contact,
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
                            id: one.id,
                            name: one.name,
                            contact: one.contact_person,
                            phone: one.phone_number,
                            email: one.email,
                            gst: one.gst_no ?? '',
                            street: one.address,
                            zip: one.pincode,
                            city: one.city,
                            state: one.state,
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

function WarehouseDialog({ first, onClose }: { first: Form; onClose: () => void }) {
  const words = useWords(settingsWords);
  const common = useWords(commonWords);
  const [form, setForm] = useState(first);
  const place = useQuery(pincodeQuery(form.zip)).data;
  useEffect(() => {
    if (place) setForm((before) => ({ ...before, city: place.city, state: place.state }));
  }, [place]);
  const saving = useMutation({
    mutationFn: async () => {
      const body = {
        name: form.name,
        contact_person: form.contact,
        phone_number: form.phone,
        email: form.email,
        ...(form.gst && { gst_no: form.gst }),
        address_attributes: {
          street_address: form.street,
          zip: form.zip,
          city: form.city,
          state: form.state,
          country: 'India' as const,
        },
      };
      if (form.id === '') await answerOf(api.POST('/custom/api/v1/warehouse', { body }));
      else {
        const options = { params: { path: { id: form.id } }, body };
        await answerOf(api.PUT('/custom/api/v1/warehouses/{id}', options));
      }
    },
    onSuccess: onClose,
  });
  const field = (name: Exclude<keyof Form, 'id'>) => ({
    label: words[name],
    required: name !== 'gst',
    value: form[name],
    wrong: saving.error instanceof ApiProblem ? saving.error.of(SENT[name]) : null,
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  return (
    <Dialog title={form.id === '' ? words.add : form.name} onClose={onClose} wide>
      <form
        className="stack"
        style={{ paddingBottom: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <div className="fields">
          {(['name', 'contact', 'phone', 'email', 'gst'] as const).map((name) => (
            <TextField key={name} {...field(name)} />
          ))}
          <TextField wide {...field('street')} />
          {(['zip', 'city', 'state'] as const).map((name) => (
            <TextField key={name} {...field(name)} />
          ))}
        </div>
        <Failure error={saving.error} shown={Object.values(SENT)} />
        <button
          type="submit"
          className="button first"
          style={{ justifySelf: 'end' }}
          disabled={saving.isPending}
        >
          {saving.isPending ? common.saving : common.save}
        </button>
      </form>
    </Dialog>
  );
}
