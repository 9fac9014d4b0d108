import type { Channel } from '../../domain/messages/channel.ts';
import type { Transports } from '../../messages/transport.ts';

/** The transports, and the base address of links. */
export interface Messaging {
  readonly transports: Transports;
  /** The address that customers use, without a slash at the end; known once the server listens. */
  readonly publicUrl: () => string;
}

/** The result of a try to send a message; `queued` is tried again. */
export interface MessageTried {
  readonly channel: Channel;
  readonly status: 'sent' | 'queued' | 'failed';
}
