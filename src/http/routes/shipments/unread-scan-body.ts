import { type Static, Type } from 'typebox';
import type { UnreadScan } from '../../../domain/tracking/unread-scan.ts';
import { orNull, Time, textLike, Uuid } from '../../schemas.ts';

export const UnreadScansBody = Type.Array(
  Type.Object(
    {
      id: Uuid,
      last_location: orNull(textLike('Mumbai hub')),
      event_date_time: Time,
      description: textLike('Bag is with the rail department'),
    },
    { title: 'UnreadScan' },
  ),
  {
    description:
      'Scans in words that the service does not know, newest first, as the courier wrote them. They changed nothing.',
  },
);

export function unreadScansBody(scans: readonly UnreadScan[]): Static<typeof UnreadScansBody> {
  return scans.map(({ scanId, at, location, words }) => ({
    id: scanId,
    last_location: location,
    event_date_time: at.toISOString(),
    description: words,
  }));
}
