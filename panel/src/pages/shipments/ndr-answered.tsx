import type { Shipment } from '../../api/shipments.ts';
import { granularOf } from '../../api/statuses.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { sheetWords } from './sheet-words.ts';

type About = Pick<Shipment['attributes'], 'status' | 'sub_status' | 'ndr_answer'>;

/** Tells whether the answer to a failed delivery is current: nothing has happened to the parcel since. */
export function isAnswered({ status, sub_status: also, ndr_answer: answer }: About): boolean {
  if (answer === null) return false;
  const now = granularOf({ status, also });
  return answer.is_pending || now === 'reattempt_delivery' || now === 'rto_initiated';
}

/** Shows who has answered a failed delivery, how and when. Shows nothing if nobody has. */
export function NdrAnswered({ shipment }: { shipment: About }) {
  const words = useWords(sheetWords);
  const answer = shipment.ndr_answer;
  if (answer === null || !isAnswered(shipment)) return null;
  return (
    <p className="small">
      {words.answeredBy[answer.action](
        answer.answered_by === 'customer' ? words.customer : answer.answered_by,
      )}{' '}
      ·{' '}
      <span className="quiet">
        <Moment at={answer.answered_at} />
      </span>
    </p>
  );
}
