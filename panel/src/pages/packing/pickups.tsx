import { answerOf, api } from '../../api/client.ts';
import { Sentence } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { type Mood, State } from '../../parts/status.tsx';
import { Day } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import type { Pickup } from './handover-queries.ts';
import { handoverWords } from './handover-words.ts';

const MOODS: Readonly<Record<Pickup['state'], Mood>> = {
  planned: 'neutral',
  pending: 'way',
  requested: 'done',
  refused: 'bad',
};
const PER_PAGE = 10;

export function PickupState({ pickup: { state }, day }: { pickup: Pickup; day?: string }) {
  const words = useWords(handoverWords);
  return (
    <State mood={MOODS[state]}>
      <span>
        {words.pickupState[state]}
        {day && (
          <>
            {', '}
            <Day on={day} />
          </>
        )}
      </span>
    </State>
  );
}

/** All pickups, newest first. */
export function Pickups() {
  const words = useWords(handoverWords);
  const list = usePaged(['pickups'], (page, signal) =>
    answerOf(
      api.GET('/custom/api/v1/pickups', { params: { query: { ...page, per_page: PER_PAGE } }, signal }),
    ),
  );
  return (
    <div className="stack tight">
      <h2>{words.pickups}</h2>
      <PagedTable
        list={list}
        label={words.pickups}
        empty={<p className="quiet">{words.noPickups}</p>}
        columns={[
          {
            id: 'carrier',
            header: words.carrier,
            width: 220,
            cell: (one) => (
              <>
                <span className="strong">{one.carrier.name}</span>
                <p className="quiet">{one.warehouse.name}</p>
              </>
            ),
          },
          { id: 'date', header: words.day, width: 110, cell: (one) => <Day on={one.date} /> },
          {
            id: 'state',
            header: words.stateOf,
            width: 300,
            cell: (one) => (
              <>
                <PickupState pickup={one} />
                <p className="quiet">
                  <Sentence of={one.reason_details ?? one.note_details} />
                </p>
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
