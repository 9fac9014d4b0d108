import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { answerOf, api, idempotencyKey } from '../api/client.ts';
import { parseSearch, stringifySearch } from '../search.ts';
import { useMayActAs } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import { TextField, Tick } from './field.tsx';
import { Popup } from './filter-menu.tsx';
import { Form, useForm } from './form.tsx';
import { Failure } from './notices.tsx';
import { viewsWords } from './views-words.ts';

/**
 * The saved views of a page: filters, columns and order under a name.
 *
 * @param shown the state in the address, without what is open next to the list
 */
export function ViewsMenu({
  page,
  shown,
  onShow,
}: {
  page: string;
  shown: object;
  onShow: (search: Record<string, unknown>) => void;
}) {
  const words = useWords(viewsWords);
  const mayShare = useMayActAs('packer');
  const query = stringifySearch(shown).slice(1);
  const views = useQuery({
    queryKey: ['views', page],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/views', { params: { query: { page, per_page: 100 } } }))).data,
  });
  const form = useForm({
    first: { name: '', is_shared: false },
    mutationFn: (named) =>
      answerOf(
        api.POST('/custom/api/v1/views', {
          body: { ...named, page, query },
          headers: { 'idempotency-key': idempotencyKey() },
        }),
      ),
    cleared: { name: '' },
  });
  const removing = useMutation({
    mutationFn: (id: string) => api.DELETE('/custom/api/v1/views/{id}', { params: { path: { id } } }),
  });
  const sharing = useMutation({
    mutationFn: ({ id, is_shared }: { id: string; is_shared: boolean }) =>
      api.PUT('/custom/api/v1/views/{id}', { params: { path: { id } }, body: { is_shared } }),
  });
  const current = views.data?.find((one) => one.query === query && query !== '');
  return (
    <Popup label={current?.name ?? words.title} on={current !== undefined} className="button">
      <div className="stack tight">
        <Failure error={views.error ?? removing.error ?? sharing.error} />
        {views.data?.length === 0 && <p className="quiet">{words.none}</p>}
        <ul className="stack tight">
          {views.data?.map((one) => (
            <li key={one.id} className="line">
              <button
                type="button"
                className="button small bare"
                aria-current={one === current ? 'true' : undefined}
                onClick={() => onShow(parseSearch(one.query))}
              >
                {one.name}
              </button>
              {one.is_shared && (
                <span className="quiet small">{one.is_own ? words.shared : words.of(one.owner.name)}</span>
              )}
              {one.is_own && mayShare && (
                <button
                  type="button"
                  className="button small bare push"
                  disabled={sharing.isPending}
                  onClick={() => sharing.mutate({ id: one.id, is_shared: !one.is_shared })}
                >
                  {one.is_shared ? words.unshare : words.shareIt}
                  <span className="unseen"> {one.name}</span>
                </button>
              )}
              {one.is_own && (
                <button
                  type="button"
                  className={mayShare ? 'button small bare icon' : 'button small bare icon push'}
                  aria-label={words.remove(one.name)}
                  disabled={removing.isPending}
                  onClick={() => removing.mutate(one.id)}
                >
                  <X aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
        <Form of={form} className="stack tight" save={words.save}>
          <TextField label={words.name} required maxLength={100} {...form.field('name')} />
          {mayShare && (
            <Tick
              label={words.share}
              checked={form.values.is_shared}
              onChange={({ target }) => form.change({ is_shared: target.checked })}
            />
          )}
        </Form>
      </div>
    </Popup>
  );
}
