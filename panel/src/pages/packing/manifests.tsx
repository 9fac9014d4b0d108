import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { Day, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { type Manifest, manifestFile } from './handover-queries.ts';
import { handoverWords } from './handover-words.ts';
import { MarkAsHandedOver, UndoHandover } from './manifest-actions.tsx';
import { ManifestParcels } from './manifest-parcels.tsx';

const PER_PAGE = 10;

/** All manifests, newest first, each with its state and what can be done. */
export function Manifests() {
  const words = useWords(handoverWords);
  const [shown, show] = useState<Manifest | null>(null);
  const list = usePaged(['manifests'], (page, signal) =>
    answerOf(
      api.GET('/custom/api/v1/manifests', { params: { query: { ...page, per_page: PER_PAGE } }, signal }),
    ),
  );
  return (
    <div className="stack tight handover-table">
      <h2>{words.manifests}</h2>
      <PagedTable
        list={list}
        label={words.manifests}
        empty={<p className="quiet">{words.noManifests}</p>}
        columns={[
          {
            id: 'carrier',
            header: words.manifest,
            width: 220,
            cell: (one) => (
              <>
                <a href={manifestFile(one)} target="_blank" rel="noreferrer" className="strong">
                  {one.carrier.name}
                </a>
                <p className="quiet">
                  {one.warehouse.name}, <Day on={one.date} />
                </p>
              </>
            ),
          },
          {
            id: 'parcels',
            header: words.inIt,
            width: 110,
            cell: (one) => (
              <button type="button" className="button small" onClick={() => show(one)}>
                {words.parcels(one.parcels)}
              </button>
            ),
          },
          { id: 'state', header: words.stateOf, width: 200, cell: (one) => <ManifestState manifest={one} /> },
          {
            id: 'action',
            header: '',
            width: 170,
            cell: (one) =>
              one.state !== 'closed' ? (
                <MarkAsHandedOver manifest={one} />
              ) : (
                one.can_reopen && <UndoHandover manifest={one} />
              ),
          },
        ]}
      />
      {shown !== null && <ManifestParcels manifest={shown} onClose={() => show(null)} />}
    </div>
  );
}

function ManifestState({ manifest: { state, closed_at: at, closed_by: by } }: { manifest: Manifest }) {
  const words = useWords(handoverWords);
  if (state === 'open') return <State mood="way">{words.open}</State>;
  if (state === 'expired') return <State mood="needs">{words.expired}</State>;
  return (
    <>
      <State mood="done">{words.handedOver}</State>
      <p className="quiet">
        <Moment at={at} />
        {by !== null && `, ${by}`}
      </p>
    </>
  );
}
