import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { Status } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import type { Manifest } from './handover-queries.ts';
import { handoverWords } from './handover-words.ts';

const AT_ONCE = 100;
/** Statuses of parcels that the courier has not scanned. */
const STILL_HERE = new Set([
  'ready_for_pickup',
  'pickup_scheduled',
  'out_for_pickup',
  'not_picked',
  'cancelled',
  'rejected',
]);

/** The parcels of a manifest; those that the courier has not scanned can be removed. */
export function ManifestParcels({
  manifest: { id, carrier, warehouse },
  onClose,
}: {
  manifest: Manifest;
  onClose: () => void;
}) {
  const words = useWords(handoverWords);
  const common = useWords(commonWords);
  const parcels = useInfiniteQuery({
    queryKey: ['shipments', 'of a manifest', id],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) =>
      (
        await answerOf(
          api.POST('/custom/api/v1/shipments', {
            body: { manifest_id: id, page: pageParam, per_page: AT_ONCE },
            signal,
          }),
        )
      ).data,
    getNextPageParam: (last, _pages, page) => (last.length < AT_ONCE ? null : page + 1),
  });
  const removing = useMutation({
    mutationFn: (shipment: string) =>
      answerOf(
        api.POST('/custom/api/v1/manifests/{id}/take-out', {
          params: { path: { id } },
          body: { shipment_ids: [shipment] },
        }),
      ),
    onSuccess: () => toast(words.removed),
  });
  const rows = parcels.data?.pages.flat() ?? [];
  return (
    <Dialog title={`${carrier.name}, ${warehouse.name}`} wide onClose={onClose}>
      <p className="quiet">{words.removeHow}</p>
      <Failure error={parcels.error ?? removing.error} />
      {parcels.isPending && <Skeleton lines={6} />}
      {rows.length === 0 && parcels.isSuccess && <p className="quiet">{words.emptyManifest}</p>}
      {rows.length > 0 && (
        <Rows
          label={words.inIt}
          rows={rows}
          idOf={(one) => one.id}
          columns={[
            {
              id: 'parcel',
              header: words.parcel,
              width: 200,
              cell: ({ attributes: one }) => <span className="mono strong">{one.tracking_number}</span>,
            },
            {
              id: 'order',
              header: words.order,
              width: 120,
              cell: ({ attributes: one }) => one.order.display_id,
            },
            {
              id: 'state',
              header: words.stateOf,
              width: 140,
              cell: ({ attributes: one }) => <Status status={one.status} also={one.sub_status} />,
            },
            {
              id: 'remove',
              header: '',
              width: 90,
              cell: (one) =>
                STILL_HERE.has(one.attributes.sub_status ?? one.attributes.status) && (
                  <button
                    type="button"
                    className="button small"
                    disabled={removing.isPending}
                    onClick={() => removing.mutate(one.id)}
                  >
                    {words.remove}
                    <span className="unseen"> {one.attributes.tracking_number}</span>
                  </button>
                ),
            },
          ]}
        />
      )}
      {parcels.hasNextPage && (
        <button type="button" className="button small" onClick={() => void parcels.fetchNextPage()}>
          {common.more}
        </button>
      )}
    </Dialog>
  );
}
