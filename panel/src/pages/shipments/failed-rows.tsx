import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { Failure, Sentence, Skeleton } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { actionWords } from './action-words.ts';

const AT_ONCE = 10;

/** The shipments that a job failed for, with the service's sentences. */
export function FailedRows({ id, onLeave }: { id: string; onLeave?: () => void }) {
  const words = useWords(actionWords);
  const common = useWords(commonWords);
  const list = useInfiniteQuery({
    queryKey: ['job', id, 'failed'],
    initialPageParam: 0,
    queryFn: ({ pageParam: after }) =>
      answerOf(
        api.GET('/custom/api/v1/jobs/{id}/results', {
          params: { path: { id }, query: { result: 'failed', per_page: AT_ONCE, after } },
        }),
      ),
    getNextPageParam: ({ meta }) => meta.next_after,
  });
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton lines={3} />;
  return (
    <div className="stack tight">
      <Rows
        label={words.failedRows}
        rows={list.data.pages.flatMap(({ data }) => data)}
        idOf={({ shipment_id }) => shipment_id}
        columns={[
          {
            id: 'order',
            header: words.order,
            width: 130,
            cell: ({ order_id, shipment_id }) =>
              order_id === null ? (
                <span className="mono">{shipment_id}</span>
              ) : (
                <Link
                  to="/shipments"
                  search={{ q: order_id, open: shipment_id }}
                  className="mono"
                  {...(onLeave && { onClick: onLeave })}
                >
                  {order_id}
                </Link>
              ),
          },
          {
            id: 'why',
            header: words.why,
            width: 300,
            cell: ({ message_details }) => <Sentence of={message_details} />,
          },
        ]}
      />
      {list.hasNextPage && (
        <button
          type="button"
          className="button small"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {common.more}
        </button>
      )}
    </div>
  );
}
