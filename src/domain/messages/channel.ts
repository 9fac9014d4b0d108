/** The ways to a customer. */
export const CHANNELS = ['email', 'sms', 'whatsapp'] as const;

export type Channel = (typeof CHANNELS)[number];

/**
 * What has become of a message. `preview`: it is only to be looked at, since nothing is set up that could send
 * it or its order is a demo order; `queued`: it waits, or is being sent; `sent`: the provider has taken it;
 * `failed`: it will not be sent.
 */
export const MESSAGE_STATUSES = ['preview', 'queued', 'sent', 'failed'] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
