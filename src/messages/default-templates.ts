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
  return_pickup_scheduled: {
    subject: 'Your return {{order_id}} will be picked up',
    text: `Hi {{first_name}},

{{carrier}} will come for your return {{order_id}} to {{brand}}. Please keep it packed and ready, and hand it to nobody without a pickup slip or the tracking number {{tracking_number}}.`,
  },
  return_pickup_missed: {
    subject: 'We could not pick your return {{order_id}} up',
    text: `Hi {{first_name}},

{{carrier}} came for your return {{order_id}} to {{brand}} and could not pick it up.[[ {{reason}}]]

[[{{next_step}}]]`,
  },
  return_picked_up: {
    subject: 'Your return {{order_id}} is on its way',
    text: `Hi {{first_name}},

{{carrier}} has picked your return {{order_id}} up and brings it to {{brand}}.`,
  },
  return_received: {
    subject: '{{brand}} has your return {{order_id}}',
    text: `Hi {{first_name}},

Your return {{order_id}} has arrived at {{brand}}. Thank you.`,
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
  return_pickup_scheduled:
    '{{brand}}: {{carrier}} will come for your return {{order_id}}. Please keep it ready. Track: {{track_url}}',
  return_pickup_missed:
    '{{brand}}: your return {{order_id}} could not be picked up.[[ {{reason}}]][[ {{next_step}}]] Track: {{track_url}}',
  return_picked_up: '{{brand}}: your return {{order_id}} is picked up. Track: {{track_url}}',
  return_received: '{{brand}}: your return {{order_id}} has arrived. Thank you.',
};

/** The words that come along, for accounts that have none of their own. */
export function defaultTemplate(moment: Moment, channel: Channel): Template {
  return channel === 'email' ? EMAILS[moment] : { subject: null, text: TEXTS[moment] };
}
