export const CHANNELS = ['email', 'sms', 'whatsapp'] as const;

export type Channel = (typeof CHANNELS)[number];

/**
 * States of a message. `preview`: not sent, because no transport is set up or the order is a demo order;
 * `queued`: waits or is being sent; `sent`: the provider accepted it; `failed`: will not be sent.
 */
export const MESSAGE_STATUSES = ['preview', 'queued', 'sent', 'failed'] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
