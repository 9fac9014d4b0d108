import type { Channel } from '../domain/messages/channel.ts';
import type { Moment } from '../domain/tracking/moments.ts';

/** The words of a message; the subject is null for what has none. */
export interface Template {
  readonly subject: string | null;
  readonly text: string;
}

const EMAILS: Record<Moment, { readonly subject: string; readonly text: string }> = {
  shipped: {
    subject: 'Your order {{order_id}} is on its way',
    text: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is with {{carrier}}.[[ It should reach you by {{expected_date}}.]]

[[Please keep {{cash}} ready when it comes.]]`,
  },
  out_for_delivery: {
    subject: 'Your order {{order_id}} is out for delivery',
    text: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is out for delivery and should reach you today.

[[Keep {{cash}} ready.]]`,
  },
  delivered: {
    subject: 'Your order {{order_id}} is delivered',
    text: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is delivered. Thank you.`,
  },
  delivery_failed: {
    subject: 'We could not deliver your order {{order_id}}',
    text: `Hi {{first_name}},

{{carrier}} tried to deliver your order {{order_id}} from {{brand}}.[[ {{reason}}]]

[[{{next_step}}]]

[[Keep {{cash}} ready for the next try.]]`,
  },
  returning: {
    subject: 'Your order {{order_id}} is going back',
    text: `Hi {{first_name}},

Your order {{order_id}} could not be delivered and is going back to {{brand}}. If you still want it, please contact {{brand}}.`,
  },
};

const TEXTS: Record<Moment, string> = {
  shipped:
    '{{brand}}: your order {{order_id}} is with {{carrier}}.[[ Expected by {{expected_date}}.]][[ Keep {{cash}} ready.]] Track: {{track_url}}',
  out_for_delivery:
    '{{brand}}: your order {{order_id}} is out for delivery today.[[ Keep {{cash}} ready.]] Track: {{track_url}}',
  delivered: '{{brand}}: your order {{order_id}} is delivered. Thank you.',
  delivery_failed:
    '{{brand}}: we could not deliver your order {{order_id}}.[[ {{reason}}]][[ {{next_step}}]] Track: {{track_url}}',
  returning:
    '{{brand}}: your order {{order_id}} could not be delivered and is going back. Track: {{track_url}}',
};

/** The words that come along, for accounts that have none of their own. */
export function defaultTemplate(moment: Moment, channel: Channel): Template {
  return channel === 'email' ? EMAILS[moment] : { subject: null, text: TEXTS[moment] };
}
