import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type Answer, answerOf, api } from '../../../api/client.ts';
import { CollectionPage, SectionHead } from '../../../parts/collection.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Fields } from '../../../parts/fields.tsx';
import { Form, useForm } from '../../../parts/form.tsx';
import { usePaged } from '../../../parts/paged-table.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { useSession } from '../../../session/session.ts';
import { deviceName, deviceWords } from '../../../words/devices.ts';
import { Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { settingsWords } from '../settings-words.ts';
import { sessionsWords } from './sessions-words.ts';

export function Sessions() {
  const words = useWords(sessionsWords);
  const settings = useWords(settingsWords);
  const devices = useWords(deviceWords);
  const list = usePaged(['sessions'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/sessions', { params: { query }, signal })),
  );
  const [ends, end] = useState(false);
  const { user, key } = useSession();
  const isOwn = (one: Session) => !one.is_current && (one.user_id ?? one.key_id) === (user ?? key)?.id;
  const others = list.rows.all().filter(isOwn).length;
  return (
    <div className="stack roomy">
      <CollectionPage
        list={list}
        of={{
          label: settings.part.sessions,
          about: words.about,
          empty: settings.never,
          nameOf: (one) =>
            [one.name, deviceName(one.device, devices), one.address].filter(Boolean).join(', '),
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
            {
              id: 'address',
              header: words.address,
              width: 140,
              cell: (one) => one.address ?? <span className="quiet">{words.unknownAddress}</span>,
            },
            { id: 'since', header: words.since, width: 150, cell: (one) => <Moment at={one.created_at} /> },
            {
              id: 'used',
              header: settings.used,
              width: 150,
              cell: (one) => <Moment at={one.last_used_at ?? one.created_at} />,
            },
          ],
          actions: [
            {
              text: words.end,
              isButton: true,
              has: (one) => !one.is_current,
              done: words.ended,
              run: ({ id }) => endOne(id),
            },
          ],
        }}
      >
        {others > 0 && (
          <div>
            <button type="button" className="button small" onClick={() => end(true)}>
              {words.endOthers}
            </button>
          </div>
        )}
      </CollectionPage>
      <OwnPassword />
      {ends && (
        <Confirm
          title={words.endOthers}
          will={words.endOthersWill(others)}
          action={words.end}
          done={words.endedOthers}
          isUsual
          run={async () => {
            for (const { id } of list.rows.all().filter(isOwn)) await endOne(id);
          }}
          onClose={() => end(false)}
        />
      )}
    </div>
  );
}

type Session = Answer<'/custom/api/v1/sessions', 'get'>['data'][number];

function endOne(id: string) {
  return api.DELETE('/custom/api/v1/sessions/{id}', { params: { path: { id } } });
}

const NO_PASSWORDS = { password: '', new_password: '' };

/** Changes the person's password. An API key has no password. */
function OwnPassword() {
  const words = useWords(sessionsWords);
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
