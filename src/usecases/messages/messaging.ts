import type { EventEmitter } from 'node:events';
import type { Channel } from '../../domain/messages/channel.ts';
import type { Transports } from '../../messages/transport.ts';

export interface Messaging {
  readonly transports: Transports;
  /** Returns the customers' address without a slash at the end, which is known when the server listens. */
  readonly publicUrl: () => string;
}

/** The result of a try to send a message; a `queued` message is tried again. */
export interface MessageTried {
  readonly channel: Channel;
  readonly status: 'sent' | 'queued' | 'failed';
}

/** What sends messages. */
export interface MessageParts {
  readonly messaging: Messaging;
  /** Emits each try to send a message to a customer, after the try is recorded. */
  readonly messageTries: EventEmitter<{ tried: [MessageTried] }>;
}
