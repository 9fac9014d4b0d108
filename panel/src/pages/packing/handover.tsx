import { useInfiniteQuery, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { carriersQuery, warehousesQuery } from '../../api/lists.ts';
import { totalQuery } from '../../api/shipments.ts';
import { Choice } from '../../parts/choice.tsx';
import { fetchFile, saveFile } from '../../parts/download.ts';
import { Failure, Sentence } from '../../parts/notices.tsx';
import { PagedTable, Rows, usePaged } from '../../parts/paged-table.tsx';
import { State, useStatusWords } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Day, grouped, indianDay } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { packingWords } from './packing-words.ts';

const PARCELS_AT_ONCE = 100;
/** Statuses of parcels that the courier has not scanned. */
const STILL_HERE = new Set([
  'ready_for_pickup',
  'pickup_scheduled',
  'out_for_pickup',
  'not_picked',
  'cancelled',
  'rejected',
]);

/** Waiting parcels by carrier, with manifest and pickup, followed by the existing manifests and pickups. */
export function Handover() {
  const words = useWords(packingWords);
  const warehouses = useQuery(warehousesQuery).data?.filter((one) => one.is_active) ?? [];
  const carriers = useQuery(carriersQuery).data?.filter((one) => one.status === 'active') ?? [];
  const [chosen, choose] = useState('');
  const warehouse = chosen || warehouses[0]?.id || '';
  const totals = useQueries({
    queries: carriers.map((one) => ({
      ...totalQuery({ handover: 'waiting', warehouse_ids: [warehouse], carrier_id: [one.carrier_id] }),
      enabled: warehouse !== '',
    })),
  });
  const waiting = carriers
    .map((one, at) => ({ id: one.carrier_id, name: one.carrier_name, total: totals[at]?.data ?? 0 }))
    .filter(({ total }) => total > 0);
  const making = useMutation({
    mutationFn: (carrier: string) =>
      fetchFile('/manifests', { warehouse_id: warehouse, carrier_id: carrier, date: indianDay(new Date()) }),
    onSuccess: (file) => {
      saveFile(file, `manifest-${indianDay(new Date())}.pdf`);
      toast(words.manifestMade);
    },
  });
  const asking = useMutation({
    mutationFn: (carrier: string) =>
      answerOf(
        api.POST('/custom/api/v1/pickups', {
          body: { warehouse_id: warehouse, carrier_id: carrier },
        }),
      ),
    onSuccess: ({ data }) => toast(words.pickupAsked(words.state[data.state] ?? data.state)),
  });
  return (
    <section className="stack" aria-labelledby="handover">
      <div>
        <h2 id="handover">{words.handover}</h2>
        <p className="quiet">{words.handoverHow}</p>
      </div>
      <Choice
        label={words.warehouse}
        value={warehouse}
        options={warehouses.map((one) => [one.id, one.name] as const)}
        onChoose={choose}
      />
      {waiting.length === 0 && totals.every(({ isPending }) => !isPending) && (
        <p className="quiet">{words.nothingWaits}</p>
      )}
      {waiting.length > 0 && (
        <Rows
          label={words.handover}
          rows={waiting}
          idOf={({ id }) => id}
          columns={[
            { id: 'carrier', header: words.carrier, width: 160, cell: ({ name }) => name },
            {
              id: 'waiting',
              header: words.waiting,
              width: 80,
              number: true,
              cell: ({ total }) => <span className="mono">{grouped(total)}</span>,
            },
            {
              id: 'actions',
              header: '',
              width: 200,
              cell: ({ id }) => (
                <span className="line">
                  <button
                    type="button"
                    className="button small"
                    disabled={making.isPending}
                    onClick={() => making.mutate(id)}
                  >
                    {words.manifest}
                  </button>
                  <button
                    type="button"
                    className="button small"
                    disabled={asking.isPending}
                    onClick={() => asking.mutate(id)}
                  >
                    {words.pickup}
                  </button>
                </span>
              ),
            },
          ]}
        />
      )}
      <Failure error={making.error ?? asking.error} />
      <Manifests />
      <Pickups />
    </section>
  );
}

function Manifests() {
  const words = useWords(packingWords);
  const [shown, show] = useState<string | null>(null);
  const list = usePaged(['manifests'], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/manifests', { params: { query: { ...page, per_page: 10 } }, signal })),
  );
  const closing = useMutation({
    mutationFn: (id: string) => api.POST('/custom/api/v1/manifests/{id}/close', { params: { path: { id } } }),
  });
  return (
    <div className="stack tight">
      <h3>{words.manifests}</h3>
      <Failure error={closing.error} />
      <PagedTable
        list={list}
        label={words.manifests}
        empty={<p className="quiet">{words.noManifests}</p>}
        columns={[
          {
            id: 'date',
            header: '',
            width: 90,
            cell: (one) => (
              <a href={`/custom/api/v1/manifests/${one.id}/manifest.pdf`} target="_blank" rel="noreferrer">
                <Day on={one.date} />
              </a>
            ),
          },
          {
            id: 'carrier',
            header: words.carrier,
            width: 160,
            cell: (one) => `${one.carrier.name}, ${one.warehouse.name}`,
          },
          {
            id: 'parcels',
            header: '',
            width: 110,
            cell: (one) => (
              <button
                type="button"
                className="button small"
                aria-expanded={shown === one.id}
                onClick={() => show(shown === one.id ? null : one.id)}
              >
                {words.parcels(one.parcels)}
              </button>
            ),
          },
          {
            id: 'state',
            header: '',
            width: 110,
            cell: (one) =>
              one.state !== 'closed' ? (
                <button
                  type="button"
                  className="button small"
                  disabled={closing.isPending}
                  onClick={() => closing.mutate(one.id)}
                >
                  {words.close}
                </button>
              ) : (
                <State mood="done">{words.closed}</State>
              ),
          },
        ]}
      />
      {shown !== null && <Parcels key={shown} manifest={shown} />}
    </div>
  );
}

/** The parcels of a manifest; those that the courier has not scanned can be removed. */
function Parcels({ manifest }: { manifest: string }) {
  const words = useWords(packingWords);
  const sayStatus = useStatusWords();
  const parcels = useInfiniteQuery({
    queryKey: ['shipments', 'of a manifest', manifest],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) =>
      (
        await answerOf(
          api.POST('/custom/api/v1/shipments', {
            body: { manifest_id: manifest, page: pageParam, per_page: PARCELS_AT_ONCE },
            signal,
          }),
        )
      ).data,
    getNextPageParam: (last, _pages, page) => (last.length < PARCELS_AT_ONCE ? null : page + 1),
  });
  const taking = useMutation({
    mutationFn: (id: string) =>
      answerOf(
        api.POST('/custom/api/v1/manifests/{id}/take-out', {
          params: { path: { id: manifest } },
          body: { shipment_ids: [id] },
        }),
      ),
    onSuccess: () => toast(words.takenOut),
  });
  const rows = parcels.data?.pages.flat() ?? [];
  return (
    <section className="stack tight" aria-label={words.inManifest}>
      <h4>{words.inManifest}</h4>
      <Failure error={parcels.error ?? taking.error} />
      {rows.length === 0 && parcels.isSuccess && <p className="quiet">{words.emptyManifest}</p>}
      <Rows
        label={words.inManifest}
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          {
            id: 'parcel',
            header: '',
            width: 200,
            cell: ({ attributes: one }) => (
              <span>
                <span className="mono strong">{one.tracking_number}</span>{' '}
                <span className="quiet">{one.order.display_id}</span>
              </span>
            ),
          },
          {
            id: 'state',
            header: '',
            width: 140,
            cell: ({ id, attributes: one }) =>
              STILL_HERE.has(one.sub_status ?? one.status) ? (
                <button
                  type="button"
                  className="button small"
                  disabled={taking.isPending}
                  onClick={() => taking.mutate(id)}
                >
                  {words.takeOut}
                </button>
              ) : (
                <State mood="done">{sayStatus(one.sub_status ?? one.status)}</State>
              ),
          },
        ]}
      />
      {parcels.hasNextPage && (
        <button type="button" className="button small" onClick={() => void parcels.fetchNextPage()}>
          {words.more}
        </button>
      )}
    </section>
  );
}

function Pickups() {
  const words = useWords(packingWords);
  const list = usePaged(['pickups'], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/pickups', { params: { query: { ...page, per_page: 10 } }, signal })),
  );
  return (
    <div className="stack tight">
      <h3>{words.pickups}</h3>
      <PagedTable
        list={list}
        label={words.pickups}
        empty={<p className="quiet">{words.noPickups}</p>}
        columns={[
          { id: 'date', header: '', width: 90, cell: (one) => <Day on={one.date} /> },
          {
            id: 'carrier',
            header: words.carrier,
            width: 160,
            cell: (one) => `${one.carrier.name}, ${one.warehouse.name}`,
          },
          {
            id: 'state',
            header: '',
            width: 160,
            cell: (one) => (
              <>
                <State
                  mood={one.state === 'refused' ? 'bad' : one.state === 'requested' ? 'done' : 'neutral'}
                >
                  {words.state[one.state] ?? one.state}
                </State>
                {(one.reason ?? one.note) && (
                  <p className="quiet small">{one.reason ? <Sentence of={one.reason} /> : one.note}</p>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
