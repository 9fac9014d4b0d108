import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, answerOf, api } from '../../api/client.ts';
import { couriersQuery } from '../../api/lists.ts';
import { Choice, Combobox } from '../../parts/choice.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { sendFile } from '../../parts/download.ts';
import { TextField } from '../../parts/field.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Failure, Sentence } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { grouped, indianDay, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { moneyWords } from './money-words.ts';

type Kind = 'remittance' | 'courier_invoice';
const PATHS: Record<Kind, string> = {
  remittance: '/remittances/import',
  courier_invoice: '/courier-invoices/import',
};

interface Checked {
  readonly rows: number;
  readonly rejected: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly {
    readonly line: number;
    readonly column: string | null;
    readonly message: string;
  }[];
}

/** Imports couriers' files: first a check, then the import. */
export function ImportMoney() {
  const words = useWords(moneyWords);
  const connected = useQuery(couriersQuery).data ?? [];
  const paid = usePaged(['remittances'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/remittances', { params: { query }, signal })),
  );
  const known = new Set([
    ...paid.rows.all().map((one) => one.courier),
    ...connected.map((one) => one.courier),
  ]);
  const [kind, setKind] = useState<Kind>('remittance');
  const [courier, setCourier] = useState('');
  const [more, setMore] = useState({ utr: '', date: indianDay(new Date()), invoice: '' });
  const [file, setFile] = useState<File | null>(null);
  const path = (check: boolean) => {
    const query = new URLSearchParams({
      courier: courier.trim(),
      ...(check && { check: '1' }),
      ...(kind === 'remittance' && more.utr && { utr: more.utr }),
      ...(kind === 'remittance' && more.date && { date: more.date }),
      ...(kind === 'courier_invoice' && more.invoice && { invoice_number: more.invoice }),
    });
    return `${PATHS[kind]}?${query}`;
  };
  const checking = useMutation({
    meta: { changesNothing: true },
    mutationFn: async (chosen: File) => (await sendFile<{ data: Checked }>(path(true), chosen)).data,
  });
  const taking = useMutation({
    mutationFn: (chosen: File) => sendFile(path(false), chosen, chosen.name),
    onSuccess: () => {
      toast(words.started);
      checking.reset();
      setFile(null);
    },
  });
  const checked = checking.data;
  return (
    <div className="stack">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) checking.mutate(file);
        }}
      >
        <div className="fields">
          <Choice
            label={words.importKind}
            value={kind}
            options={(['remittance', 'courier_invoice'] as const).map(
              (one) => [one, words.kind[one] ?? one] as const,
            )}
            onChoose={(chosen) => {
              setKind(chosen);
              checking.reset();
            }}
          />
          <Combobox
            label={words.courier}
            required
            value={courier}
            wrong={checking.error instanceof ApiProblem ? checking.error.of('courier') : null}
            options={[...known].map((one) => [one, one] as const)}
            onChange={setCourier}
          />
          {kind === 'remittance' ? (
            <>
              <TextField
                label={words.utr}
                value={more.utr}
                onChange={({ target }) => setMore({ ...more, utr: target.value })}
              />
              <DateField
                label={words.date}
                value={more.date}
                onChange={(date) => setMore({ ...more, date })}
              />
            </>
          ) : (
            <TextField
              label={words.invoice}
              value={more.invoice}
              onChange={({ target }) => setMore({ ...more, invoice: target.value })}
            />
          )}
        </div>
        <FileDrop
          isSmall
          label={words.file}
          action={file?.name ?? words.chooseFile}
          accept=".csv,text/csv"
          onFile={(chosen) => {
            setFile(chosen);
            checking.reset();
          }}
        />
        <Failure error={checking.error ?? taking.error} shown={['courier']} />
        {checked && (
          <div className="stack tight" role="status">
            <State mood={checked.rejected > 0 ? 'needs' : 'done'}>
              {words.checked(checked.rows, checked.rejected)}
            </State>
            {Object.keys(checked.counts).length > 0 && (
              <p className="quiet">
                {words.would}:{' '}
                {Object.entries(checked.counts)
                  .map(([what, n]) => `${what.replaceAll('_', ' ')} ${grouped(n)}`)
                  .join(', ')}
              </p>
            )}
            <ul>
              {checked.problems.slice(0, 20).map((one) => (
                <li key={`${one.line} ${one.message}`} className="wrong">
                  {words.line} {one.line}: <Sentence of={one.message} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="line">
          <button type="submit" className="button" disabled={file === null || checking.isPending}>
            {words.check}
          </button>
          <button
            type="button"
            className="button first"
            disabled={!checked || checked.rejected === checked.rows || taking.isPending}
            onClick={() => file && taking.mutate(file)}
          >
            {words.take}
          </button>
        </div>
      </form>
      <LastImports />
    </div>
  );
}

function LastImports() {
  const words = useWords(moneyWords);
  const list = usePaged(['imports'], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/imports', { params: { query: { ...page, per_page: 20 } }, signal })),
  );
  return (
    <section className="stack tight" aria-labelledby="imports">
      <h2 id="imports">{words.lastImports}</h2>
      <PagedTable
        list={list}
        label={words.lastImports}
        empty={<p className="quiet">{words.noImports}</p>}
        columns={[
          { id: 'at', header: words.date, width: 150, cell: (one) => <Moment at={one.created_at} /> },
          {
            id: 'kind',
            header: words.importKind,
            width: 160,
            cell: (one) => words.kind[one.kind] ?? one.kind,
          },
          {
            id: 'state',
            header: words.progress,
            width: 140,
            cell: (one) => (
              <>
                <State mood={one.state === 'done' ? 'done' : one.finished_at === null ? 'way' : 'bad'}>
                  {words.importState[one.state]}
                </State>
                {one.failure && (
                  <p className="bad small">
                    <Sentence of={one.failure} />
                  </p>
                )}
              </>
            ),
          },
          {
            id: 'rejected',
            header: words.rejected,
            width: 100,
            number: true,
            cell: (one) =>
              one.rejected > 0 ? (
                <a href={`/custom/api/v1/imports/${one.id}/rejected.csv`} download className="mono">
                  {grouped(one.rejected)}
                </a>
              ) : (
                <span className="quiet">–</span>
              ),
          },
        ]}
      />
    </section>
  );
}
