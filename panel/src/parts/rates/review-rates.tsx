import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, isConflict } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { previewEdits, publishEdits, type RateBook, rateBookQuery } from '../../api/rates.ts';
import { commonWords } from '../../words/common.ts';
import { grouped, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { Dialog } from '../dialog.tsx';
import { Failure, Skeleton, Warning } from '../notices.tsx';
import { toast } from '../toasts.tsx';
import { cellsOf, type Draft, editsOf } from './rate-draft.ts';
import { ratesWords } from './rates-words.ts';

/** Says what the changed prices do to last month's parcels, and publishes them. */
export function ReviewRates({
  draft,
  book,
  nameOf,
  onClose,
  onPublished,
}: {
  draft: Draft;
  book: RateBook;
  nameOf: (carrier: string) => string;
  onClose: () => void;
  onPublished: () => void;
}) {
  const words = useWords(ratesWords);
  const common = useWords(commonWords);
  // A draft that an earlier release kept has no version.
  const [version, setVersion] = useState(draft.version ?? book.version);
  const body = editsOf(draft, version);
  const publishing = useMutation({
    mutationFn: () => publishEdits(body),
    onSuccess: async () => {
      // Until the new prices are read, the draft shows them.
      await queries.refetchQueries({ queryKey: rateBookQuery.queryKey });
      toast(words.published);
      onPublished();
    },
  });
  const rebasing = useMutation({
    // Shows the prices that the changes now replace.
    mutationFn: () => queries.fetchQuery({ ...rateBookQuery, staleTime: 0 }),
    onSuccess: (newest) => {
      publishing.reset();
      setVersion(newest.version);
    },
  });
  const preview = useQuery({
    queryKey: ['rate review', body],
    // Publishing reads everything again, but these changes are then no longer based on the newest version.
    enabled: publishing.isIdle || publishing.isError,
    retry: false,
    staleTime: 0,
    // Whoever returns to this window has the answer already.
    refetchOnWindowFocus: false,
    queryFn: () => previewEdits(body),
  });
  const refusal = publishing.error ?? preview.error;
  const isOvertaken = isConflict(refusal);
  const error = isOvertaken ? rebasing.error : refusal;
  return (
    <Dialog
      title={words.review}
      wide
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button
            type="button"
            className="button first"
            disabled={!preview.data || publishing.isPending || isOvertaken}
            onClick={() => publishing.mutate()}
          >
            {words.publish}
          </button>
        </>
      }
    >
      {isOvertaken && (
        <Warning>
          <div className="line">
            <span>{words.overtaken}</span>
            <button
              type="button"
              className="button small"
              disabled={rebasing.isPending}
              onClick={() => rebasing.mutate()}
            >
              {words.keepMine}
            </button>
          </div>
        </Warning>
      )}
      <Failure error={error && wordsOf(error, draft, nameOf, words)} />
      {preview.isPending && <Skeleton lines={4} />}
      {preview.data && <Effect effect={preview.data.effect} />}
      <section className="stack tight" aria-labelledby="changed-prices">
        <h3 id="changed-prices">{words.changedPrices}</h3>
        <Differences draft={draft} book={book} nameOf={nameOf} />
      </section>
      <p className="quiet">{words.publishWill}</p>
    </Dialog>
  );
}

/** Puts the names of the screen into the service's sentences about cells. */
function wordsOf(
  error: Error,
  draft: Draft,
  nameOf: (carrier: string) => string,
  words: (typeof ratesWords)['en'],
): Error {
  if (!(error instanceof ApiProblem)) return error;
  const { edits } = editsOf(draft, 0);
  const problems = error.problems.map((problem) => {
    const [, at, column] = /^edits\[(\d+)\]\.cells\.(\w+)$/.exec(problem.field ?? '') ?? [];
    const edit = edits[Number(at)];
    if (edit === undefined || column === undefined) return problem;
    const message = words.wrongCell(nameOf(String(edit.cells.carrier_id ?? '')), words.column(column));
    return { field: null, code: problem.code, message };
  });
  return new ApiProblem(error.status, problems, error.requestId);
}

function Effect({
  effect: { parcels, cheapest, carriers },
}: {
  effect: Awaited<ReturnType<typeof previewEdits>>['effect'];
}) {
  const words = useWords(ratesWords);
  if (parcels === 0) return <p>{words.noParcels}</p>;
  const more = cheapest.after - cheapest.before;
  return (
    <section className="stack tight" aria-labelledby="effect">
      <h3 id="effect">{words.effect(grouped(parcels))}</h3>
      {cheapest.parcels > 0 && (
        <p className={more > 0 ? 'bad strong' : more < 0 ? 'done strong' : 'strong'}>
          {cheapest.parcels < parcels && `${words.servedBoth(cheapest.parcels)} `}
          {words.cheapestTotal(rupees(cheapest.before), rupees(cheapest.after), more, rupees(Math.abs(more)))}
        </p>
      )}
      <ul className="bulleted">
        {carriers.map((one) => (
          <li key={one.carrier_id}>
            {words.sentence(one.carrier_name, [
              one.dearer > 0 && words.dearer(one.dearer, rupees(average(one.dearer_by, one.dearer))),
              one.cheaper > 0 && words.cheaper(one.cheaper, rupees(average(one.cheaper_by, one.cheaper))),
              one.gained > 0 && words.gained(one.gained),
              one.lost > 0 && words.lost(one.lost),
              one.cheapest_before !== one.cheapest_after &&
                words.cheapestFor(one.cheapest_before, one.cheapest_after),
            ])}
          </li>
        ))}
      </ul>
      {carriers.length === 0 && <p className="quiet">{words.noEffect}</p>}
    </section>
  );
}

function average(sum: number, count: number): number {
  return Math.round((sum / count) * 100) / 100;
}

/** Every changed cell: what it was, and what it becomes. */
function Differences({
  draft,
  book,
  nameOf,
}: {
  draft: Draft;
  book: RateBook;
  nameOf: (carrier: string) => string;
}) {
  const words = useWords(ratesWords);
  const rows = (['rate-cards', 'carrier-settings'] as const).flatMap((kind) =>
    Object.entries(draft[kind]).flatMap(([id, cells]) => {
      const { published } = cellsOf(book, draft, kind, id);
      return Object.entries(cells).map(([column, now]) => ({
        id,
        column,
        was: published[column] ?? '',
        now,
      }));
    }),
  );
  const carriers = [...new Set(rows.map(({ id }) => id))];
  return (
    <div className="differences">
      {carriers.map((carrier) => (
        <details key={carrier} open={rows.length <= 12}>
          <summary>
            <b>{nameOf(carrier)}</b>{' '}
            <span className="quiet">{words.changes(rows.filter(({ id }) => id === carrier).length)}</span>
          </summary>
          <table className="rows">
            <tbody>
              {rows
                .filter(({ id }) => id === carrier)
                .map(({ column, was, now }) => (
                  <tr key={column}>
                    <td>{words.column(column)}</td>
                    <td className="quiet">{shown(column, was)}</td>
                    <td>
                      <ArrowRight size={14} aria-label={words.becomes} />
                    </td>
                    <td className={Number(now) > Number(was) ? 'strong bad' : 'strong done'}>
                      {shown(column, now)}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

function shown(column: string, cell: string): string {
  if (cell === '') return '–';
  if (column.endsWith('_percent')) return `${cell}%`;
  if (column.endsWith('_slab_g')) return `${grouped(Number(cell))} g`;
  if (column === 'rto_factor') return `${cell} ×`;
  return Number.isNaN(Number(cell)) ? cell : rupees(Number(cell));
}
