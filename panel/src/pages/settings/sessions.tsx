import { Monitor, Smartphone } from 'lucide-react';
import { answerOf, api } from '../../api/client.ts';
import { CollectionPage, SectionHead } from '../../parts/collection.tsx';
import { Fields } from '../../parts/fields.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useSession } from '../../session/session.ts';
import { deviceName, deviceWords } from '../../words/devices.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

export function Sessions() {
  const words = useWords(settingsWords);
  const devices = useWords(deviceWords);
  const list = usePaged(['sessions'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/sessions', { params: { query }, signal })),
  );
  return (
    <div className="stack roomy">
      <CollectionPage
        list={list}
        of={{
          label: words.part.sessions,
          about: words.about.sessions,
          empty: words.never,
          nameOf: (one) => `${one.name}, ${deviceName(one.device, devices)}`,
          columns: [
            {
              id: 'device',
              header: words.device,
              width: 260,
              cell: (one) => (
                <span className="with-icon" title={one.device}>
                  {/iPhone|Android/.test(one.device) ? (
                    <Smartphone aria-hidden="true" />
                  ) : (
                    <Monitor aria-hidden="true" />
                  )}
                  {deviceName(one.device, devices)}
                  {one.is_current && <span className="badge">{words.thisOne}</span>}
                </span>
              ),
            },
            {
              id: 'name',
              header: words.whose,
              width: 180,
              card: 'plain',
              cell: (one) => (
                <>
                  <span className="strong">{one.name}</span>
                  {one.user_id === null && <p className="quiet small">{words.byKey}</p>}
                </>
              ),
            },
            { id: 'since', header: words.since, width: 150, cell: (one) => <Moment at={one.created_at} /> },
            {
              id: 'used',
              header: words.used,
              width: 150,
              cell: (one) => <Moment at={one.last_used_at ?? one.created_at} />,
            },
          ],
          actions: [
            {
              text: words.end,
              has: (one) => !one.is_current,
              done: words.ended,
              run: ({ id }) => api.DELETE('/custom/api/v1/sessions/{id}', { params: { path: { id } } }),
            },
          ],
        }}
      />
      <OwnPassword />
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
    <section className="stack form-width" aria-label={words.ownPassword}>
      <SectionHead title={words.ownPassword} about={words.passwordHow} />
      <Form of={form} at="start" className="card stack" save={words.ownPassword}>
        <input hidden readOnly autoComplete="username" value={user.email ?? user.phone ?? ''} />
        <Fields
          form={form}
          fields={[
            { name: 'password', kind: 'password', label: words.passwordNow, required: true },
            { name: 'new_password', kind: 'password', label: words.passwordNext, required: true },
          ]}
        />
      </Form>
    </section>
  );
}
