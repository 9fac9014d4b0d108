import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { Failure } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

/** Where somebody is signed in. */
export function Sessions() {
  const words = useWords(settingsWords);
  const list = usePaged(['sessions'], (before) =>
    answerOf(
      api.GET('/custom/api/v1/sessions', { params: { query: { per_page: 50, ...(before && { before }) } } }),
    ),
  );
  const ending = useMutation({
    mutationFn: (id: string) => api.DELETE('/custom/api/v1/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => toast(words.ended),
  });
  return (
    <div className="stack tight">
      <Failure error={ending.error} />
      <PagedTable
        list={list}
        label={words.part.sessions}
        idOf={({ id }) => id}
        empty={null}
        columns={[
          {
            id: 'name',
            header: words.who,
            width: 140,
            cell: (one) => <span className="strong">{one.name}</span>,
          },
          {
            id: 'device',
            header: '',
            width: 320,
            cell: (one) => <span className="quiet small">{one.device}</span>,
          },
          {
            id: 'used',
            header: words.used,
            width: 150,
            cell: (one) => <Moment at={one.last_used_at ?? one.created_at} />,
          },
          {
            id: 'end',
            header: '',
            width: 110,
            cell: (one) =>
              one.is_current ? (
                words.thisOne
              ) : (
                <button
                  type="button"
                  className="button small"
                  disabled={ending.isPending}
                  onClick={() => ending.mutate(one.id)}
                >
                  {words.end}
                </button>
              ),
          },
        ]}
      />
    </div>
  );
}
