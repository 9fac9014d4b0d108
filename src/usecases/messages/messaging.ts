import type { Channel } from '../../domain/messages/channel.ts';
import type { Transports } from '../../messages/transport.ts';

/** What messages are sent with, and the address that their links lead to. */
export interface Messaging {
  readonly transports: Transports;
  /** The address customers use, without a slash at the end; known once the service listens. */
  readonly publicUrl: () => string;
}

/** What came of a try to hand over a message; `queued`: it is tried again. */
export interface MessageTried {
  readonly channel: Channel;
  readonly status: 'sent' | 'queued' | 'failed';
}
