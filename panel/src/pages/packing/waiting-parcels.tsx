import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Truck } from 'lucide-react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { ActionMenu } from '../../parts/menu.tsx';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { indianDay, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import {
  type Manifest,
  manifestFile,
  newestPickupsQuery,
  openManifestsQuery,
  type Pickup,
  type Waiting,
  waitingQuery,
} from './handover-queries.ts';
import { handoverWords } from './handover-words.ts';
import { MarkAsHandedOver } from './manifest-actions.tsx';
import { PickupState } from './pickups.tsx';

/** The parcels that wait, by warehouse and carrier. A manifest is shown where it was made. */
export function WaitingParcels() {
  const words = useWords(handoverWords);
  const waiting = useQuery(waitingQuery);
  const manifests = useQuery(openManifestsQuery);
  const pickups = useQuery(newestPickupsQuery).data ?? [];
  const error = waiting.error ?? manifests.error;
  if (error) return <Failure error={error} onRetry={() => void waiting.refetch()} />;
  if (!waiting.data || !manifests.data) return <Skeleton lines={5} />;
  const { rows, parcels } = waiting.data;
  return (
    <section className="stack" aria-labelledby="waiting">
      <div className="line apart waiting-head">
        <h2 id="waiting">{words.waiting(parcels)}</h2>
        {parcels > 0 && (
          <Link to="/shipments" search={{ handover: 'waiting' }} className="button">
            {words.showAll}
          </Link>
        )}
        <p className="quiet">{words.waitingHow}</p>
      </div>
      {rows.length === 0 && (
        <Empty title={words.nothingWaits}>
          <p>{words.nothingWaitsHow}</p>
        </Empty>
      )}
      {warehousesOf(rows).map((ofWarehouse) => (
        <WaitingAtWarehouse
          key={ofWarehouse[0].warehouse.id}
          rows={ofWarehouse}
          manifests={manifests.data}
          pickups={pickups}
        />
      ))}
    </section>
  );
}

type RowsOfWarehouse = readonly [Waiting, ...Waiting[]];

/** The rows of each warehouse; the service sorts by warehouse. */
function warehousesOf(rows: readonly Waiting[]): RowsOfWarehouse[] {
  const found = new Map<string, RowsOfWarehouse>();
  for (const row of rows) {
    const before = found.get(row.warehouse.id);
    found.set(row.warehouse.id, before === undefined ? [row] : [...before, row]);
  }
  return [...found.values()];
}

/** Makes manifests, one after the other, each of everything that waits for one carrier at one warehouse. */
function useMaking() {
  const words = useWords(handoverWords);
  return useMutation({
    mutationFn: async (rows: readonly Waiting[]) => {
      for (const { warehouse, carrier } of rows) {
        const { response } = await api.POST('/custom/api/v1/manifests', {
          body: { warehouse_id: warehouse.id, carrier_id: carrier.id },
          headers: { 'idempotency-key': idempotencyKey() },
          parseAs: 'stream',
        });
        // The file is read where it is opened.
        await response.body?.cancel();
      }
    },
    onSuccess: (_nothing, { length }) => toast(words.made(length)),
  });
}

function WaitingAtWarehouse({
  rows,
  manifests,
  pickups,
}: {
  rows: RowsOfWarehouse;
  manifests: readonly Manifest[];
  pickups: readonly Pickup[];
}) {
  const words = useWords(handoverWords);
  const making = useMaking();
  const today = indianDay(new Date());
  const { id, name } = rows[0].warehouse;
  const toMake = rows.filter((one) => one.without_manifest > 0);
  return (
    <section className="stack tight" aria-labelledby={`of-${id}`}>
      <header className="handover-step">
        <h3 id={`of-${id}`} className="line">
          {name}
          <span className="quiet">{words.parcels(rows.reduce((sum, one) => sum + one.parcels, 0))}</span>
        </h3>
        {toMake.length > 1 && (
          <span className="handover-actions">
            <button
              type="button"
              className="button first"
              disabled={making.isPending}
              onClick={() => making.mutate(toMake)}
            >
              {words.makeAll(toMake.length)}
            </button>
          </span>
        )}
      </header>
      <Failure error={making.error} />
      <ul className="card handover-list">
        {rows.map((row) => {
          const isOfRow = ({ warehouse, carrier }: Manifest | Pickup) =>
            warehouse.id === id && carrier.id === row.carrier.id;
          return (
            <WaitingRow
              key={row.carrier.id}
              waiting={row}
              isOne={toMake.length < 2}
              manifests={manifests.filter(isOfRow).reverse()}
              pickup={pickups.find((one) => one.date >= today && isOfRow(one))}
            />
          );
        })}
      </ul>
    </section>
  );
}

function WaitingRow({
  waiting,
  isOne,
  manifests,
  pickup,
}: {
  waiting: Waiting;
  /** True if no other courier of the warehouse needs a manifest: then its button is the main one. */
  isOne: boolean;
  manifests: readonly Manifest[];
  pickup: Pickup | undefined;
}) {
  const words = useWords(handoverWords);
  const { warehouse, carrier, parcels, without_manifest: withoutManifest } = waiting;
  const making = useMaking();
  const asking = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/custom/api/v1/pickups', {
          body: { warehouse_id: warehouse.id, carrier_id: carrier.id },
        }),
      ),
    onSuccess: ({ data }) => toast(words.asked(words.pickupState[data.state])),
  });
  const isAsked = pickup !== undefined && pickup.state !== 'refused';
  const ask = {
    text: words.askPickup,
    icon: <Truck aria-hidden="true" />,
    disabled: asking.isPending,
    run: () => asking.mutate(),
  };
  return (
    <li className="handover" aria-label={carrier.name}>
      <div className="handover-step">
        <p className="handover-name">
          <span className="strong">{carrier.name}</span>
          <span className="quiet">{words.waitingHere(parcels)}</span>
        </p>
        <span className="handover-actions">
          {pickup && isAsked && <PickupState pickup={pickup} day={pickup.date} />}
          {withoutManifest > 0 && (
            <button
              type="button"
              className={isOne ? 'button first' : 'button small'}
              disabled={making.isPending}
              onClick={() => making.mutate([waiting])}
            >
              {withoutManifest === parcels ? words.make : words.makeMore(withoutManifest)}
            </button>
          )}
          <ActionMenu label={words.actionsOf(carrier.name)} actions={isAsked ? [] : [ask]} />
        </span>
      </div>
      {manifests.map((one) => (
        <div className="handover-step" key={one.id}>
          <p className="with-icon">
            <FileText aria-hidden="true" />
            {words.manifestOf(one.parcels)}
            <span className="quiet">
              <Moment at={one.created_at} />
            </span>
          </p>
          <span className="handover-actions">
            <a className="button" href={manifestFile(one)} target="_blank" rel="noreferrer">
              {words.print}
            </a>
            <MarkAsHandedOver manifest={one} isNext />
          </span>
        </div>
      ))}
      <Failure error={making.error ?? asking.error} />
    </li>
  );
}
