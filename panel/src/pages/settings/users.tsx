import { useMutation, useQuery } from '@tanstack/react-query';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { storesQuery, warehousesQuery } from '../../api/lists.ts';
import { Choice, SmallChoice } from '../../parts/choice.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { TextField } from '../../parts/field.tsx';
import { FilterMenu } from '../../parts/filter-menu.tsx';
import { useForm } from '../../parts/form.tsx';
import { Failure, Warning } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import type { Role } from '../../session/session.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
const NOBODY = {
  name: '',
  email: '',
  role: 'packer' as Role,
  stores: [] as string[],
  warehouses: [] as string[],
};
const MOODS = { active: 'done', invited: 'way', locked: 'needs', disabled: 'neutral' } as const;

/** Users with their permissions. New users are invited by a link. */
export function Users() {
  const words = useWords(settingsWords);
  const stores = useQuery(storesQuery).data ?? [];
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const list = usePaged(['users'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/users', { params: { query }, signal })),
  );
  const form = useForm({
    first: NOBODY,
    mutationFn: async ({ name, email, role, stores, warehouses }) =>
      (
        await answerOf(
          api.POST('/custom/api/v1/invitations', {
            body: {
              ...{ name, email, role },
              ...(stores.length > 0 && { store_ids: stores }),
              ...(warehouses.length > 0 && { warehouse_ids: warehouses }),
            },
            headers: { 'idempotency-key': idempotencyKey() },
          }),
        )
      ).data,
    cleared: NOBODY,
  });
  const changing = useMutation({
    mutationFn: ({ id, ...body }: { id: string; role?: Role; disabled?: boolean }) =>
      api.PUT('/custom/api/v1/users/{id}', { params: { path: { id } }, body }),
  });
  const { role, stores: onlyStores, warehouses: onlyWarehouses } = form.values;
  return (
    <div className="stack">
      <form className="card stack" onSubmit={form.onSubmit}>
        <div className="fields">
          <TextField label={words.name} required {...form.field('name')} />
          <TextField label={words.email} type="email" required {...form.field('email')} />
          <Choice
            label={words.role}
            hint={words.roleHow[role]}
            value={role}
            options={ROLES.map((role) => [role, words.roles[role]] as const)}
            onChoose={(chosen) => form.change({ role: chosen })}
          />
        </div>
        <div className="line">
          <FilterMenu
            label={words.onlyStores}
            options={stores.map((one) => ({ value: one.id, text: one.brand_name ?? one.store_name }))}
            chosen={onlyStores}
            onChange={(chosen) => form.change({ stores: chosen })}
          />
          <FilterMenu
            label={words.onlyWarehouses}
            options={warehouses.map((one) => ({ value: one.id, text: one.name }))}
            chosen={onlyWarehouses}
            onChange={(chosen) => form.change({ warehouses: chosen })}
          />
          <button type="submit" className="button first push" disabled={form.isPending}>
            {words.invite}
          </button>
        </div>
        <p className="quiet">{words.inviteHow}</p>
        <Failure error={form.error} shown={form.shown} />
        {form.data && (
          <Warning>
            <p>
              {words.once} {form.data.emailed && words.emailed}
            </p>
            <Copyable text={form.data.url} />
          </Warning>
        )}
      </form>
      <Failure error={changing.error} />
      <PagedTable
        list={list}
        label={words.part.users}
        empty={null}
        columns={[
          {
            id: 'name',
            header: words.name,
            width: 200,
            cell: (one) => (
              <>
                <span className="strong">{one.name}</span>
                <p className="quiet small">{one.email ?? one.phone}</p>
              </>
            ),
          },
          {
            id: 'role',
            header: words.role,
            width: 130,
            cell: (one) => (
              <SmallChoice
                label={`${words.role}: ${one.name}`}
                value={one.role}
                options={ROLES.map((role) => [role, words.roles[role]] as const)}
                onChoose={(role) => changing.mutate({ id: one.id, role })}
              />
            ),
          },
          {
            id: 'state',
            header: '',
            width: 120,
            cell: (one) => <State mood={MOODS[one.status]}>{words.statusWords[one.status]}</State>,
          },
          { id: 'made', header: words.created, width: 150, cell: (one) => <Moment at={one.created_at} /> },
          {
            id: 'actions',
            header: '',
            width: 120,
            cell: (one) => (
              <button
                type="button"
                className={one.status === 'disabled' ? 'button small' : 'button small danger'}
                onClick={() => changing.mutate({ id: one.id, disabled: one.status !== 'disabled' })}
              >
                {one.status === 'disabled' ? words.enable : words.disable}
              </button>
            ),
          },
        ]}
      />
    </div>
  );
}
