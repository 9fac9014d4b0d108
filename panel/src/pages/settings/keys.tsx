import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { TextField } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { Empty, Failure, Warning } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

const SCOPES = ['full', 'read', 'packer', 'manager'] as const;
const NEW: { name: string; scope: (typeof SCOPES)[number] } = { name: '', scope: 'full' };

/** API keys; a new key is shown once. */
export function Keys() {
  const words = useWords(settingsWords);
  const [revoked, revoke] = useState<{ id: string; name: string } | null>(null);
  const list = usePaged(['keys'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/keys', { params: { query }, signal })),
  );
  const form = useForm({
    first: NEW,
    mutationFn: async (body) =>
      (
        await answerOf(
          api.POST('/custom/api/v1/keys', {
            body,
            headers: { 'idempotency-key': idempotencyKey() },
          }),
        )
      ).data.attributes.token,
    cleared: { name: '' },
  });
  return (
    <div className="stack">
      <form className="card line" style={{ alignItems: 'end' }} onSubmit={form.onSubmit}>
        <div style={{ flex: 1 }}>
          <TextField label={words.name} required {...form.field('name')} />
        </div>
        <Choice
          label={words.scope}
          value={form.values.scope}
          options={SCOPES.map((one) => [one, words.scopes[one] ?? one] as const)}
          onChoose={(scope) => form.change({ scope })}
        />
        <button type="submit" className="button first" disabled={form.isPending}>
          {words.add}
        </button>
      </form>
      <Failure error={form.error} shown={form.shown} />
      {form.data && (
        <Warning>
          <p>{words.once}</p>
          <Copyable text={form.data} />
        </Warning>
      )}
      <PagedTable
        list={list}
        label={words.part.keys}
        empty={<Empty title={words.noKeys} />}
        columns={[
          {
            id: 'name',
            header: words.name,
            width: 200,
            cell: ({ attributes }) => <span className="strong">{attributes.name}</span>,
          },
          {
            id: 'scope',
            header: words.scope,
            width: 110,
            cell: ({ attributes }) => words.scopes[attributes.scope] ?? attributes.scope,
          },
          {
            id: 'made',
            header: words.created,
            width: 150,
            cell: ({ attributes }) => <Moment at={attributes.created_at} />,
          },
          {
            id: 'used',
            header: words.used,
            width: 150,
            cell: ({ attributes }) =>
              attributes.last_used_at ? <Moment at={attributes.last_used_at} /> : words.never,
          },
          {
            id: 'state',
            header: '',
            width: 140,
            cell: ({ id, attributes }) =>
              attributes.usable ? (
                <button
                  type="button"
                  className="button small danger"
                  onClick={() => revoke({ id, name: attributes.name })}
                >
                  {words.revoke}
                </button>
              ) : (
                <State mood="neutral">{words.off}</State>
              ),
          },
        ]}
      />
      {revoked && (
        <Confirm
          title={`${words.revoke}: ${revoked.name}`}
          will={words.revokeWill}
          action={words.revoke}
          done={words.off}
          run={() => api.DELETE('/custom/api/v1/keys/{id}', { params: { path: { id: revoked.id } } })}
          onClose={() => revoke(null)}
        />
      )}
    </div>
  );
}
