import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '../../api/client.ts';
import { carriersQuery } from '../../api/lists.ts';
import { type RateKind, rateRowsQuery } from '../../api/rates.ts';
import { SmallChoice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { saveFile, sendFile } from '../../parts/download.ts';
import { Empty, Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { cardsWords } from './cards-words.ts';
import { CELL_WORDS, columnName, tableWords } from './table-words.ts';

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

/** One kind of rows as a table: edit, upload a file, review, publish. */
export function RateTable({ kind }: { kind: RateKind }) {
  const words = useWords(cardsWords);
  const inWords = useWords(tableWords);
  const named = (column: string) => columnName(inWords.columns, column);
  const carriers = useQuery(carriersQuery).data ?? [];
  const nameOf = (id: string) => carriers.find(({ carrier_id }) => carrier_id === id)?.carrier_name ?? id;
  const mayChange = useMayActAs('manager', 'refused');
  const own = useQuery(rateRowsQuery(kind, 'own'));
  const start = useQuery(rateRowsQuery(kind, 'default'));
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
  const optionsOf = (column: string) => {
    if (column === 'carrier_id' && kind !== 'carriers') {
      const all = carriers.map((one) => [one.carrier_id, one.carrier_name] as const);
      return kind === 'zone-overrides' ? [['', words.allServices] as const, ...all] : all;
    }
    return CELL_WORDS[column]?.map((word) => [word, inWords.cells[word] ?? word] as const);
  };
  if (own.isPending) return <Skeleton lines={6} />;
  if (own.error) return <Failure error={own.error} onRetry={() => void own.refetch()} />;
  const isLarge = total > MOST_EDITED;
  const isFileOnly = kind === 'rate-cards';
  const looked = looking.data;
  return (
    <section className="stack" aria-label={words.kind[kind]}>
      {!mayChange && <p className="quiet">{words.notYours}</p>}
      {rows.length === 0 && !isFileOnly && (
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
      {rows.length > 0 && !isLarge && !isFileOnly && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
        <section className="grid still" aria-label={words.kind[kind]} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column === 'carrier_id' && kind === 'carriers' ? 'ID' : named(column)}
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
                      {optionsOf(column) ? (
                        <SmallChoice
                          label={words.cell(named(column), row + 1)}
                          value={cells[nth] ?? ''}
                          disabled={!mayChange}
                          options={optionsOf(column) ?? []}
                          onChoose={(text) => put(row, nth, text)}
                        />
                      ) : (
                        <input
                          className="input"
                          aria-label={words.cell(named(column), row + 1)}
                          size={Math.max(cells[nth]?.length ?? 0, 6)}
                          readOnly={!mayChange}
                          value={cells[nth] ?? ''}
                          onChange={({ target }) => put(row, nth, target.value)}
                        />
                      )}
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
        {mayChange && !isLarge && !isFileOnly && (
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
              accept=".csv,.xlsx,text/csv"
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
                  {
                    id: 'key',
                    header: words.key,
                    width: 160,
                    cell: ({ key }) => nameOf(key.split(',')[0] ?? ''),
                  },
                  {
                    id: 'before',
                    header: words.before,
                    width: 280,
                    cell: ({ before, after }) => different(before, after, named),
                  },
                  {
                    id: 'after',
                    header: words.after,
                    width: 280,
                    cell: ({ before, after }) => different(after, before, named),
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
          done={words.published(words.kind[kind])}
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
  named: (column: string) => string,
): string {
  if (row === null) return '–';
  const cells = Object.entries(row).filter(([column, cell]) =>
    other === null ? cell !== '' : other[column] !== cell,
  );
  return cells.map(([column, cell]) => `${named(column)}: ${cell || '–'}`).join(', ');
}

function csvOf(lines: Table): string {
  return lines
    .map((line) =>
      line.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\n');
}
