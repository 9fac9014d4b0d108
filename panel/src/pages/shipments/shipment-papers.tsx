import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import type { Shipment } from '../../api/shipments.ts';
import { TextField } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { here } from '../../parts/here.ts';
import { useMomentWords } from '../../parts/moments.ts';
import { Failure } from '../../parts/notices.tsx';
import { spelledOut } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { sheetWords } from './sheet-words.ts';

/** The label as it is printed, loaded on request. */
export function LabelPreview({ shipment }: { shipment: Shipment['attributes'] }) {
  const words = useWords(sheetWords);
  const [shown, show] = useState(false);
  const address = shipment.label_url;
  if (!address || !shipment.tracking_number) return null;
  return (
    <section aria-labelledby="label">
      <div className="line apart">
        <h3 id="label">{words.labelTitle}</h3>
        <span className="line">
          {!shown && (
            <button type="button" className="button small" onClick={() => show(true)}>
              {words.showLabel}
            </button>
          )}
          <a className="button small" href={here(address)} target="_blank" rel="noreferrer">
            {words.openLabel}
          </a>
        </span>
      </div>
      {shown && <iframe className="paper" title={words.labelTitle} src={here(address)} />}
    </section>
  );
}

export function Messages({ id }: { id: string }) {
  const words = useWords(sheetWords);
  const say = useMomentWords();
  const [open, setOpen] = useState<string | null>(null);
  const messages = useQuery({
    queryKey: ['messages of', id],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/messages', { params: { query: { shipment_id: id } } }))).data,
  });
  return (
    <section aria-labelledby="messages">
      <h3 id="messages">{words.messages}</h3>
      <Failure error={messages.error} />
      {messages.data?.length === 0 && <p className="quiet">{words.noMessages}</p>}
      <ul className="stack tight">
        {messages.data?.map((message) => (
          <li key={message.id} className="stack tight">
            <button
              type="button"
              className="message"
              aria-expanded={open === message.id}
              onClick={() => setOpen(open === message.id ? null : message.id)}
            >
              <span className="line apart">
                <span className="strong">{say(message.moment)}</span>
                <span className="quiet">
                  {spelledOut(message.channel)} · <Moment at={message.created_at} />
                </span>
              </span>
              <span className="quiet cut">{message.subject ?? message.text}</span>
              {message.error && <span className="bad">{message.error}</span>}
            </button>
            {open === message.id && (
              // The content may run no scripts and open no links.
              <iframe
                className="paper"
                title={words.preview}
                sandbox=""
                src={`/custom/api/v1/messages/${message.id}/preview`}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function NotesAndTags({ id, shipment }: { id: string; shipment: Shipment['attributes'] }) {
  const words = useWords(sheetWords);
  const common = useWords(commonWords);
  const mayChange = useMayActAs('packer');
  const path = { params: { path: { id } } };
  const note = useForm({
    first: { note: '' },
    mutationFn: (body) =>
      api.POST('/custom/api/v1/shipments/{id}/notes', {
        ...path,
        body,
        headers: { 'idempotency-key': idempotencyKey() },
      }),
    cleared: { note: '' },
  });
  const tags = useForm({
    first: { tags: shipment.tags.join(', ') },
    mutationFn: ({ tags }) =>
      api.PUT('/custom/api/v1/shipments/{id}/tags', {
        ...path,
        body: {
          tags: tags
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
        },
      }),
  });
  return (
    <section aria-labelledby="notes">
      <h3 id="notes">{words.notes}</h3>
      {shipment.notes.length === 0 && <p className="quiet">{words.noNotes}</p>}
      <ul className="stack tight">
        {shipment.notes.map((one) => (
          <li key={one.id}>
            <p>{one.note}</p>
            <p className="quiet small">
              {one.author} · <Moment at={one.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {mayChange && (
        <>
          <form className="line" onSubmit={note.onSubmit}>
            <div style={{ flex: 1 }}>
              <TextField
                label={words.addNote}
                hint={words.noteHint}
                maxLength={2000}
                required
                {...note.field('note')}
              />
            </div>
            <button type="submit" className="button" disabled={note.isPending}>
              {common.save}
            </button>
          </form>
          <form className="line" onSubmit={tags.onSubmit}>
            <div style={{ flex: 1 }}>
              <TextField label={words.tags} hint={words.tagsHint} {...tags.field('tags')} />
            </div>
            <button type="submit" className="button" disabled={tags.isPending}>
              {common.save}
            </button>
          </form>
          <Failure error={note.error ?? tags.error} shown={[...note.shown, ...tags.shown]} />
        </>
      )}
    </section>
  );
}
