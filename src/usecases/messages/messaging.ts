import type { Transports } from '../../messages/transport.ts';

/** What messages are sent with, and the address that their links lead to. */
export interface Messaging {
  readonly transports: Transports;
  /** The address customers use, without a slash at the end; known once the service listens. */
  readonly publicUrl: () => string;
}
