import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, answerOf, api } from '../../api/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { saveFile, sendFile } from '../../parts/download.ts';
import { Empty, Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { cardsWords } from './cards-words.ts';
import { RATE_KINDS, type RateKind } from './rate-kinds.ts';
import { RatesTabs } from './rates-tabs.tsx';

type Table = readonly (readonly string[])[];
/** The edited rows, and the version that they are based on. */
interface Edited {
  readonly rows: Table;
  readonly version: number;
}
interface Rehearsal {
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly examples: readonly {
    readonly key: string;
    readonly before: Readonly<Record<string, string>> | null;
    readonly after: Readonly<Record<string, string>> | null;
  }[];
}

/** The most rows that can be edited here. More rows are edited in a spreadsheet. */
const MOST_EDITED = 200;

/** The account's rate cards: view, edit as a grid, publish, restore. */
export function CardsPage() {
  const words = useWords(cardsWords);
  const { kind = 'rate-cards' } = useSearch({ from: '/frame/rates/cards' });
  const navigate = useNavigate({ from: '/rates/cards' });
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <RatesTabs at="cards" />
        <Choice
          label={words.kindLabel}
          value={kind}
          options={RATE_KINDS.map((one) => [one, words.kind[one]] as const)}
          onChoose={(chosen) => void navigate({ search: chosen === 'rate-cards' ? {} : { kind: chosen } })}
        />
        <Sheet key={kind} kind={kind} />
        <History />
      </div>
    </main>
  );
}

function bookQuery(kind: RateKind, book: 'own' | 'default') {
  return {
    queryKey: ['rate cards', kind, book],
    queryFn: () => answerOf(api.GET('/custom/api/v1/rate-cards', { params: { query: { kind, book } } })),
  };
}

function Sheet({ kind }: { kind: RateKind }) {
  const words = useWords(cardsWords);
  const mayChange = useMayActAs('manager', 'refused');
  const own = useQuery(bookQuery(kind, 'own'));
  const start = useQuery(bookQuery(kind, 'default'));
  const [edited, edit] = useState<Edited | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [asks, ask] = useState(false);
  const [overtaken, setOvertaken] = useState(false);
  const { columns = [], total = 0, version = 0 } = own.data?.meta ?? {};
  const rows = edited?.rows ?? own.data?.data ?? [];
  const madeFrom = file === null ? (edited?.version ?? version) : version;
  const content = () => file ?? csvOf([columns, ...rows.filter((row) => row.some((cell) => cell !== ''))]);
  const path = (step: 'preview' | 'publish', from: number) =>
    `/rate-cards/${step}?${new URLSearchParams({ kind, source: file?.name ?? 'panel', version: String(from) })}`;
  const noteConflict = (error: unknown) => setOvertaken(error instanceof ApiProblem && error.status === 409);
  const looking = useMutation({
    meta: { changesNothing: true },
    mutationFn: async (from: number) =>
      (await sendFile<{ data: Rehearsal }>(path('preview', from), content())).data,
    onError: noteConflict,
  });
  const change = (changed: Table | null) => {
    edit(changed && { rows: changed, version: edited?.version ?? version });
    setFile(null);
    setOvertaken(false);
    looking.reset();
  };
  const put = (row: number, column: number, text: string) =>
    change(
      rows.map((cells, at) =>
        at === row ? cells.map((cell, nth) => (nth === column ? text : cell)) : cells,
      ),
    );
  if (own.isPending) return <Skeleton lines={6} />;
  if (own.error) return <Failure error={own.error} onRetry={() => void own.refetch()} />;
  const isLarge = total > MOST_EDITED;
  const looked = looking.data;
  return (
    <section className="stack" aria-label={words.kind[kind]}>
      {!mayChange && <p className="quiet">{words.notYours}</p>}
      {rows.length === 0 && (
        <Empty title={words.none}>
          <p>{words.noneHow}</p>
          {mayChange && start.data && start.data.meta.total <= MOST_EDITED && (
            <button type="button" className="button" onClick={() => change(start.data.data)}>
              {words.start}
            </button>
          )}
        </Empty>
      )}
      {isLarge && <p>{words.many(total)}</p>}
      {rows.length > 0 && !isLarge && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
        <section className="grid still" aria-label={words.kind[kind]} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column.replaceAll('_', ' ')}
                  </th>
                ))}
                {mayChange && <th />}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is edited
                <tr key={row} className="row">
                  {columns.map((column, nth) => (
                    <td key={column}>
                      <input
                        className="input mono"
                        aria-label={words.cell(column, row + 1)}
                        size={Math.max(cells[nth]?.length ?? 0, 6)}
                        readOnly={!mayChange}
                        value={cells[nth] ?? ''}
                        onChange={({ target }) => put(row, nth, target.value)}
                      />
                    </td>
                  ))}
                  {mayChange && (
                    <td>
                      <button
                        type="button"
                        className="button small bare icon"
                        aria-label={words.remove(row + 1)}
                        onClick={() => change(rows.filter((_, at) => at !== row))}
                      >
                        <X aria-hidden="true" />
                      </button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="line">
        {mayChange && !isLarge && (
          <button
            type="button"
            className="button small"
            onClick={() => change([...rows, columns.map(() => '')])}
          >
            <Plus aria-hidden="true" />
            {words.add}
          </button>
        )}
        <a
          className="button small"
          href={`/custom/api/v1/rate-cards/export?${new URLSearchParams({ kind, book: total > 0 ? 'own' : 'default' })}`}
          download
        >
          {words.download}
        </a>
        {mayChange && (
          <label className="button small">
            {file?.name ?? words.upload}
            <input
              type="file"
              accept=".csv,text/csv"
              className="unseen"
              onChange={({ target }) => {
                change(edited?.rows ?? null);
                setFile(target.files?.[0] ?? null);
              }}
            />
          </label>
        )}
        {mayChange && (edited !== null || file !== null) && (
          <button
            type="button"
            className="button first push"
            disabled={looking.isPending}
            onClick={() => looking.mutate(madeFrom)}
          >
            {words.look}
          </button>
        )}
      </div>
      <Failure error={looking.error} />
      {overtaken && (
        <Warning>
          <div className="stack tight">
            <p>{words.overtaken}</p>
            <div className="line">
              <button
                type="button"
                className="button small first"
                onClick={() => void own.refetch().then(() => change(null))}
              >
                {words.loadAgain}
              </button>
              <button
                type="button"
                className="button small"
                onClick={() => saveFile(new Blob([content()], { type: 'text/csv' }), `${kind}.csv`)}
              >
                {words.keepMine}
              </button>
            </div>
          </div>
        </Warning>
      )}
      {looked && (
        <div className="card stack">
          {looked.added + looked.changed + looked.removed === 0 ? (
            <p>{words.nothing}</p>
          ) : (
            <>
              <p className="strong">{words.change(looked.added, looked.changed, looked.removed)}</p>
              <Rows
                label={words.look}
                rows={looked.examples}
                idOf={({ key }) => key}
                columns={[
                  { id: 'key', header: words.key, width: 160, cell: ({ key }) => <code>{key}</code> },
                  {
                    id: 'before',
                    header: words.before,
                    width: 280,
                    cell: ({ before, after }) => different(before, after),
                  },
                  {
                    id: 'after',
                    header: words.after,
                    width: 280,
                    cell: ({ before, after }) => different(after, before),
                  },
                ]}
              />
              <button type="button" className="button first" onClick={() => ask(true)}>
                {words.publish}
              </button>
            </>
          )}
        </div>
      )}
      {asks && (
        <Confirm
          title={words.publish}
          will={words.publishWill}
          action={words.publish}
          done={words.published}
          run={async () => {
            await sendFile(path('publish', looking.variables ?? madeFrom), content()).catch((error) => {
              noteConflict(error);
              throw error;
            });
            change(null);
          }}
          onClose={() => ask(false)}
        />
      )}
    </section>
  );
}

/** The cells of a row that differ from another row; for a new row, all cells that are not empty. */
function different(
  row: Readonly<Record<string, string>> | null,
  other: Readonly<Record<string, string>> | null,
): string {
  if (row === null) return '–';
  const cells = Object.entries(row).filter(([column, cell]) =>
    other === null ? cell !== '' : other[column] !== cell,
  );
  return cells.map(([column, cell]) => `${column.replaceAll('_', ' ')}: ${cell || '–'}`).join(', ');
}

function csvOf(lines: Table): string {
  return lines
    .map((line) =>
      line.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\n');
}

/** Every version, with a button that restores it. */
function History() {
  const words = useWords(cardsWords);
  const mayChange = useMayActAs('manager', 'refused');
  const [to, revertTo] = useState<number | null>(null);
  const versions = useQuery({
    queryKey: ['rate card versions'],
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/rate-cards/versions'))).data,
  });
  return (
    <section className="stack tight" aria-labelledby="versions">
      <h2 id="versions">{words.history}</h2>
      <Failure error={versions.error} />
      {versions.data?.length === 0 && <p className="quiet">{words.noHistory}</p>}
      {versions.data && versions.data.length > 0 && (
        <Rows
          label={words.history}
          rows={versions.data}
          idOf={({ version }) => String(version)}
          columns={[
            { id: 'when', header: words.when, width: 150, cell: (one) => <Moment at={one.made_at} /> },
            { id: 'who', header: words.who, width: 120, cell: (one) => one.made_by },
            { id: 'what', header: words.what, width: 160, cell: (one) => one.source },
            {
              id: 'change',
              header: '',
              width: 240,
              cell: (one) => words.change(one.added, one.changed, one.removed),
            },
            {
              id: 'revert',
              header: '',
              width: 150,
              cell: (one) =>
                mayChange && (
                  <button type="button" className="button small" onClick={() => revertTo(one.version)}>
                    {words.revert}
                  </button>
                ),
            },
          ]}
        />
      )}
      {mayChange && versions.data && versions.data.length > 0 && (
        <button type="button" className="button small" onClick={() => revertTo(0)}>
          {words.revertFirst}
        </button>
      )}
      {to !== null && (
        <Confirm
          title={to === 0 ? words.revertFirst : words.revert}
          will={words.revertWill}
          action={words.revert}
          done={words.reverted}
          run={() => answerOf(api.POST('/custom/api/v1/rate-cards/revert', { body: { version: to } }))}
          onClose={() => revertTo(null)}
        />
      )}
    </section>
  );
}
