import { useQuery } from '@tanstack/react-query';
import { answerOf, api, idempotencyKey } from '../../../api/client.ts';
import { storesQuery, warehousesQuery } from '../../../api/lists.ts';
import { CollectionPage, saved } from '../../../parts/collection.tsx';
import { usePaged } from '../../../parts/paged-table.tsx';
import { State } from '../../../parts/status.tsx';
import { ROLES, type Role, useSession } from '../../../session/session.ts';
import { Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { settingsWords } from '../settings-words.ts';
import { usersWords } from './users-words.ts';

const MOODS = { active: 'done', invited: 'way', locked: 'needs', disabled: 'neutral' } as const;

/** Users with their permissions. New users are invited by a link. */
export function Users() {
  const words = useWords(usersWords);
  const settings = useWords(settingsWords);
  const { user } = useSession();
  const stores = (useQuery(storesQuery).data ?? []).map(
    (one) => [one.id, one.brand_name ?? one.store_name] as const,
  );
  const warehouses = (useQuery(warehousesQuery).data ?? []).map((one) => [one.id, one.name] as const);
  const list = usePaged(['users'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/users', { params: { query }, signal })),
  );
  const change = (id: string, disabled: boolean) =>
    saved(api.PUT('/custom/api/v1/users/{id}', { params: { path: { id } }, body: { disabled } }));
  const namesOf = (ids: readonly string[] | null, of: typeof stores) =>
    ids === null ? [] : of.flatMap(([id, name]) => (ids.includes(id) ? [name] : []));
  return (
    <CollectionPage
      list={list}
      of={{
        label: settings.part.users,
        about: words.about,
        empty: words.noUsers,
        nameOf: ({ name }) => name,
        columns: [
          {
            id: 'name',
            header: settings.name,
            width: 220,
            cell: (one) => (
              <>
                <span className="strong">{one.name}</span>{' '}
                {one.id === user?.id && <span className="badge">{words.you}</span>}
                <p className="quiet small">{one.email ?? one.phone}</p>
              </>
            ),
          },
          {
            id: 'role',
            header: words.role,
            width: 120,
            card: 'plain',
            cell: (one) => settings.roles[one.role],
          },
          {
            id: 'sees',
            header: words.sees,
            width: 200,
            cell: (one) =>
              one.store_ids === null && one.warehouse_ids === null
                ? words.everything
                : [...namesOf(one.store_ids, stores), ...namesOf(one.warehouse_ids, warehouses)].join(', '),
          },
          {
            id: 'state',
            header: settings.stateOf,
            width: 120,
            card: 'plain',
            cell: (one) => <State mood={MOODS[one.status]}>{words.statusWords[one.status]}</State>,
          },
          {
            id: 'seen',
            header: words.lastSignIn,
            width: 150,
            cell: (one) =>
              one.last_signed_in_at ? (
                <Moment at={one.last_signed_in_at} />
              ) : (
                <span className="quiet">{settings.never}</span>
              ),
          },
        ],
        form: {
          add: words.add,
          send: words.invite,
          once: words.inviteHow,
          valuesOf: (one) => ({
            name: one?.name ?? '',
            email: '',
            role: one?.role ?? ('packer' as Role),
            stores: one?.store_ids ?? [],
            warehouses: one?.warehouse_ids ?? [],
          }),
          fields: ({ role }, one) => [
            { name: 'name', label: settings.name, required: true },
            ...(one === null
              ? [{ name: 'email' as const, kind: 'email' as const, label: settings.email, required: true }]
              : []),
            {
              ...{ name: 'role', kind: 'choice', label: words.role, hint: words.roleHow[role] },
              options: ROLES.map((each) => [each, settings.roles[each], words.roleHow[each]] as const),
            },
            {
              ...{ name: 'stores', kind: 'many', label: words.onlyStores, hint: words.onlyHow },
              ...{ options: stores, sentAs: ['store_ids'] },
            },
            {
              ...{ name: 'warehouses', kind: 'many', label: words.onlyWarehouses, hint: words.onlyHow },
              ...{ options: warehouses, sentAs: ['warehouse_ids'] },
            },
          ],
          save: async ({ name, email, role, ...only }, one) => {
            const ids = (chosen: string[]) => (chosen.length > 0 ? chosen : null);
            const body = {
              ...{ name, role },
              store_ids: ids(only.stores),
              warehouse_ids: ids(only.warehouses),
            };
            if (one !== null) {
              const options = { params: { path: { id: one.id } }, body };
              return saved(api.PUT('/custom/api/v1/users/{id}', options));
            }
            const options = { body: { ...body, email }, headers: { 'idempotency-key': idempotencyKey() } };
            return (await answerOf(api.POST('/custom/api/v1/invitations', options))).data.url;
          },
        },
        actions: [
          {
            text: words.inviteAgain,
            isButton: true,
            has: (one) => one.status === 'invited',
            once: words.inviteAgainHow,
            run: async ({ id }) => {
              const options = { params: { path: { id } }, headers: { 'idempotency-key': idempotencyKey() } };
              return (await answerOf(api.POST('/custom/api/v1/users/{id}/invitation', options))).data.url;
            },
          },
          {
            text: words.disable,
            danger: true,
            has: (one) => one.status !== 'disabled' && one.id !== user?.id,
            will: words.disableWill,
            done: words.disabled,
            run: ({ id }) => change(id, true),
          },
          {
            text: words.enable,
            has: (one) => one.status === 'disabled',
            done: words.enabled,
            run: ({ id }) => change(id, false),
          },
        ],
      }}
    />
  );
}
