import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { importQuery, rejectedRowsOf } from '../../api/imports.ts';
import { fetchFile, saveFile } from '../../parts/download.ts';
import { Failure, Sentence } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';
import { type OrderFile, readOrderFile } from './order-file.ts';

/** As many labels as are printed at once; more are printed from the list. */
const MOST_LABELS = 100;

/** What an import has done. Rows that were skipped can be opened and mended. */
export function ImportReport({
  id,
  onNext,
  onMend,
}: {
  id: string;
  onNext: () => void;
  onMend: (file: OrderFile) => void;
}) {
  const words = useWords(fileWords);
  const { data, error } = useQuery(importQuery(id));
  const opening = useMutation({
    meta: { changesNothing: true },
    mutationFn: async (name: string) => {
      const file = await fetchFile(`/imports/${id}/rejected.csv`);
      return readOrderFile(name, await file.text());
    },
    onSuccess: (file) => file !== null && onMend(file),
  });
  const printing = useMutation({
    meta: { changesNothing: true },
    mutationFn: async () => {
      const body = { import_id: [id], per_page: MOST_LABELS };
      const { data: found } = await answerOf(api.POST('/custom/api/v1/shipments', { body }));
      const booked = found.filter(({ attributes }) => attributes.tracking_number !== null);
      const shipment_ids = booked.map((one) => one.id);
      saveFile(await fetchFile('/labels', { shipment_ids }), 'labels.pdf');
    },
  });
  const share = Math.round((data?.progress ?? 0) * 100);
  const isDone = data !== undefined && data.finished_at !== null;
  return (
    <div className="card stack">
      <div className="line apart">
        <h2>{words.report}</h2>
        {data?.source && <span className="quiet cut">{data.source}</span>}
      </div>
      {!isDone && (
        <div
          className="progress"
          role="progressbar"
          aria-label={words.report}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
        >
          <span style={{ width: `${share}%` }} />
        </div>
      )}
      <div aria-live="polite" className="line counts">
        <State mood={!isDone ? 'way' : data.state === 'done' ? 'done' : 'bad'}>
          {isDone && data.state === 'done'
            ? words.created(data.created ?? 0)
            : words.state[data?.state ?? 'waiting']}
        </State>
        {data?.failure && (
          <p className="bad">
            <Sentence of={data.failure_details} />
          </p>
        )}
        {isDone && data.state !== 'done' && <span>{words.created(data.created ?? 0)}</span>}
        {isDone && (data.booked ?? 0) > 0 && <span>{words.booked(data.booked ?? 0)}</span>}
        {isDone && data.rejected > 0 && <State mood="bad">{words.skipped(data.rejected)}</State>}
      </div>
      {data?.reading?.left_out.map(({ orders, message_details }) => (
        <p key={message_details.template} className="quiet">
          {words.leftOutOrders(orders)}: <Sentence of={message_details} />
        </p>
      ))}
      <Failure error={error ?? opening.error ?? printing.error} />
      <div className="line">
        {isDone && (data.created ?? 0) > 0 && (
          <Link to="/orders" search={{ import: [id] }} className="button first">
            {words.show}
          </Link>
        )}
        {isDone && (data.booked ?? 0) > 0 && (
          <>
            {(data.booked ?? 0) <= MOST_LABELS && (
              <button
                type="button"
                className="button"
                disabled={printing.isPending}
                onClick={() => printing.mutate()}
              >
                {words.printLabels(data.booked ?? 0)}
              </button>
            )}
            <Link to="/packing" search={{ part: 'handover' }} className="button">
              {words.handOver}
            </Link>
          </>
        )}
        {isDone && data.rejected > 0 && (
          <>
            <button
              type="button"
              className="button"
              disabled={opening.isPending}
              onClick={() => opening.mutate(data.source ?? 'orders.csv')}
            >
              {words.mend}
            </button>
            <a className="button" href={rejectedRowsOf(id)} download>
              {words.download}
            </a>
          </>
        )}
        <button type="button" className="button" onClick={onNext}>
          {words.another}
        </button>
      </div>
    </div>
  );
}
