import { CHANNELS, type Channel } from '../../domain/messages/channel.ts';
import { isRecentEnough } from '../../domain/messages/message-age.ts';
import type { Transports } from '../../messages/transport.ts';
import { insertMessages } from '../../storage/messages/insert-messages.ts';
import type { OnMoments } from '../tracking/on-moments.ts';
import { newLinkCode } from '../tracking/tracking-links.ts';

/** The channels that a new user sees previews of, while no transport is set up. */
const PREVIEWED: readonly Channel[] = ['email', 'sms'];

/**
 * Returns a function that enqueues messages for the moments that shipments reach: on each channel that is set
 * up or, without any, as previews. A thousand moments take as many statements as one moment.
 */
export function enqueueMessages(transports: Transports): OnMoments {
  const setUp = CHANNELS.filter((channel) => transports[channel] !== undefined);
  const channels = setUp.length === 0 ? PREVIEWED : setUp;
  const status = setUp.length === 0 ? 'preview' : 'queued';
  return async (transaction, moments) => {
    const now = transaction.now.getTime();
    const messages = moments
      .filter(({ moment, eventAt }) => isRecentEnough(moment, eventAt, now))
      .flatMap((moment) =>
        channels
          .filter((channel) => transports[channel]?.moments.has(moment.moment) ?? true)
          .map(
            (channel) =>
              ({
                ...moment,
                channel,
                status,
                messageId: transaction.newId(),
                linkCode: newLinkCode(),
              }) as const,
          ),
      );
    if (messages.length > 0) await insertMessages(transaction, messages);
  };
}
