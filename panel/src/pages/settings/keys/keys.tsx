import { answerOf, api, idempotencyKey } from '../../../api/client.ts';
import { CollectionPage } from '../../../parts/collection.tsx';
import { usePaged } from '../../../parts/paged-table.tsx';
import { State } from '../../../parts/status.tsx';
import { Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { settingsWords } from '../settings-words.ts';
import { keysWords } from './keys-words.ts';

const SCOPES = ['full', 'read', 'packer', 'manager'] as const;

/** API keys; a new key is shown once. */
export function Keys() {
  const words = useWords(keysWords);
  const settings = useWords(settingsWords);
  const list = usePaged(['keys'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/keys', { params: { query }, signal })),
  );
  return (
    <CollectionPage
      list={list}
      of={{
        label: settings.part.keys,
        about: (
          <>
            {words.about}{' '}
            <a href="/docs" target="_blank" rel="noreferrer">
              {settings.docs}
            </a>
          </>
        ),
        empty: words.noKeys,
        nameOf: ({ attributes }) => attributes.name,
        columns: [
          {
            id: 'name',
            header: settings.name,
            width: 200,
            cell: ({ attributes }) => (
              <>
                <span className="strong">{attributes.name}</span>
                <p className="quiet small mono">{attributes.prefix}…</p>
              </>
            ),
          },
          {
            id: 'scope',
            header: words.scope,
            width: 280,
            card: 'plain',
            cell: ({ attributes }) => (
              <>
                {words.scopes[attributes.scope] ?? attributes.scope}
                <p className="quiet small">{words.scopeHow[attributes.scope]}</p>
              </>
            ),
          },
          {
            id: 'made',
            header: words.created,
            width: 150,
            cell: ({ attributes }) => <Moment at={attributes.created_at} />,
          },
          {
            id: 'used',
            header: settings.used,
            width: 150,
            cell: ({ attributes }) =>
              attributes.last_used_at ? (
                <Moment at={attributes.last_used_at} />
              ) : (
                <span className="quiet">{settings.never}</span>
              ),
          },
          {
            id: 'state',
            header: settings.stateOf,
            width: 110,
            card: 'plain',
            cell: ({ attributes }) => (
              <State mood={attributes.usable ? 'done' : 'neutral'}>
                {attributes.usable ? settings.active : settings.off}
              </State>
            ),
          },
        ],
        form: {
          add: words.add,
          isFixed: () => true,
          once: words.keyOnce,
          valuesOf: () => ({ name: '', scope: 'full' as (typeof SCOPES)[number] }),
          fields: ({ scope }) => [
            { name: 'name', label: settings.name, required: true, hint: words.keyName, wide: true },
            {
              ...{
                name: 'scope',
                kind: 'choice',
                label: words.scope,
                wide: true,
                hint: words.scopeHow[scope],
              },
              options: SCOPES.map((one) => [one, words.scopes[one] ?? one, words.scopeHow[one]] as const),
            },
          ],
          save: async (body) => {
            const headers = { 'idempotency-key': idempotencyKey() };
            return (await answerOf(api.POST('/custom/api/v1/keys', { body, headers }))).data.attributes.token;
          },
        },
        actions: [
          {
            text: words.revoke,
            danger: true,
            has: ({ attributes }) => attributes.usable,
            will: words.revokeWill,
            done: words.revoked,
            run: ({ id }) => api.DELETE('/custom/api/v1/keys/{id}', { params: { path: { id } } }),
          },
        ],
      }}
    />
  );
}
