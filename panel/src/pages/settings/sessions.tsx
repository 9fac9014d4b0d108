import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { TextField } from '../../parts/field.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { Failure } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

export function Sessions() {
  const words = useWords(settingsWords);
  const list = usePaged(['sessions'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/sessions', { params: { query }, signal })),
  );
  const ending = useMutation({
    mutationFn: (id: string) => api.DELETE('/custom/api/v1/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => toast(words.ended),
  });
  return (
    <div className="stack">
      <OwnPassword />
      <Failure error={ending.error} />
      <PagedTable
        list={list}
        label={words.part.sessions}
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

const NO_PASSWORDS = { password: '', new_password: '' };

/** Changes the person's password. An API key has no password. */
function OwnPassword() {
  const words = useWords(settingsWords);
  const { user } = useSession();
  const form = useForm({
    first: NO_PASSWORDS,
    mutationFn: (body) => api.PUT('/custom/api/v1/password', { body }),
    cleared: NO_PASSWORDS,
    onSuccess: () => toast(words.passwordChanged),
  });
  if (user === null) return null;
  return (
    <Form of={form} at="start" className="card stack" save={words.ownPassword}>
      <h2>{words.ownPassword}</h2>
      <input hidden readOnly autoComplete="username" value={user.email ?? user.phone ?? ''} />
      <div className="fields">
        <TextField
          label={words.passwordNow}
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        <TextField
          label={words.passwordNext}
          hint={words.passwordHow}
          type="password"
          autoComplete="new-password"
          required
          {...form.field('new_password')}
        />
      </div>
    </Form>
  );
}
