import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { fileProfilesQuery } from '../../api/imports.ts';
import { TextField } from '../../parts/field.tsx';
import { Failure } from '../../parts/notices.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';
import type { ColumnNames } from './opened-file.ts';
import type { OrderFile } from './order-file.ts';

/** Keeps which column is which under a name, for the next file with these columns. */
export function KeepColumns({
  file,
  names,
  profile,
  onKept,
}: {
  file: OrderFile;
  names: ColumnNames;
  /** By what the other columns are read. */
  profile: string;
  onKept: (name: string) => void;
}) {
  const words = useWords(fileWords);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const keeping = useMutation({
    mutationFn: async () => {
      const header = file.head.filter((one) => one !== '' && !file.added?.includes(one));
      const body = { name, profile, header, columns: { ...names } as Record<string, never> };
      return (await answerOf(api.POST('/custom/api/v1/order-file-profiles', { body }))).data;
    },
    onSuccess: async (kept) => {
      await queries.invalidateQueries(fileProfilesQuery);
      onKept(kept.name);
    },
  });
  return (
    <form
      className="stack tight"
      style={{ marginTop: 16 }}
      onSubmit={(event) => {
        event.preventDefault();
        keeping.mutate();
      }}
    >
      <div className="fields">
        <TextField
          label={words.keepAs}
          hint={words.keepHow}
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <button
        type="submit"
        className="button small"
        style={{ justifySelf: 'start' }}
        disabled={keeping.isPending}
      >
        {words.keep}
      </button>
      <Failure error={keeping.error} />
    </form>
  );
}

/** The account's own kinds of files; nothing if it keeps none. */
export function KeptKinds() {
  const words = useWords(fileWords);
  const queries = useQueryClient();
  const kinds = useQuery(fileProfilesQuery).data ?? [];
  const forgetting = useMutation({
    mutationFn: (id: string) =>
      api.DELETE('/custom/api/v1/order-file-profiles/{id}', { params: { path: { id } } }),
    onSettled: () => queries.invalidateQueries(fileProfilesQuery),
  });
  if (kinds.length === 0) return null;
  return (
    <section className="card stack tight" aria-labelledby="kept-kinds">
      <h2 id="kept-kinds">{words.keptKinds}</h2>
      <p className="quiet">{words.keptKindsHow}</p>
      {kinds.map(({ id, name, header }) => (
        <div key={id} className="line apart">
          <span>
            <span className="strong">{name}</span>{' '}
            <span className="quiet">{header.slice(0, 4).join(', ')}</span>
          </span>
          <button
            type="button"
            className="button small"
            aria-label={`${words.forget}: ${name}`}
            disabled={forgetting.isPending}
            onClick={() => forgetting.mutate(id)}
          >
            {words.forget}
          </button>
        </div>
      ))}
      <Failure error={forgetting.error} />
    </section>
  );
}
