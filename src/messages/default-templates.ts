import type { Channel } from '../domain/messages/channel.ts';
import type { Mood } from '../domain/tracking/customer-words.ts';
import type { Moment } from '../domain/tracking/moments.ts';

/** The words of a message; the subject is null for what has none. */
export interface Template {
  readonly subject: string | null;
  readonly text: string;
}

const EMAILS: Record<Moment, { readonly subject: string; readonly text: string }> = {
  order_received: {
    subject: 'We have your order {{order_id}}',
    text: `Hi {{first_name}},

Thank you: {{brand}} has your order {{order_id}} and is packing it. We write again when it is on its way.

[[{{cash}} is to be paid when it comes.]]`,
  },
  cod_to_prepaid: {
    subject: 'Pay for your order {{order_id}} now, and need no cash at the door',
    text: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is to be paid when it comes[[: {{cash}}]]. If you would rather pay now, the rider only hands it over.

[[Pay here: {{pay_url}}]]`,
  },
  picked_up: {
    subject: '{{carrier}} has your order {{order_id}}',
    text: `Hi {{first_name}},

{{carrier}} has picked your order {{order_id}} from {{brand}} up.[[ It should reach you by {{expected_date}}.]]`,
  },
  delayed: {
    subject: 'Your order {{order_id}} takes longer',
    text: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} should have reached you[[ by {{expected_date}}]] and is still on its way. We are sorry; the link shows where it is.`,
  },
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

Your order {{order_id}} from {{brand}} is delivered. Thank you.

[[Tell others what you think of it: {{review_url}}]]`,
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
  order_received:
    '{{brand}}: we have your order {{order_id}} and are packing it. Thank you. Track: {{track_url}}',
  cod_to_prepaid:
    '{{brand}}: your order {{order_id}} can be paid now[[, {{cash}}]], instead of at the door.[[ Pay: {{pay_url}}]]',
  picked_up:
    '{{brand}}: {{carrier}} has your order {{order_id}}.[[ Expected by {{expected_date}}.]] Track: {{track_url}}',
  delayed: '{{brand}}: your order {{order_id}} takes longer than we said. We are sorry. Track: {{track_url}}',
  shipped:
    '{{brand}}: your order {{order_id}} is with {{carrier}}.[[ Expected by {{expected_date}}.]][[ Keep {{cash}} ready.]] Track: {{track_url}}',
  out_for_delivery:
    '{{brand}}: your order {{order_id}} is out for delivery today.[[ Keep {{cash}} ready.]] Track: {{track_url}}',
  delivered: '{{brand}}: your order {{order_id}} is delivered. Thank you.[[ Tell others: {{review_url}}]]',
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

/** What an email says first, in large letters, and the sign beside it: how a customer should take it. */
const HEADLINES: Record<Moment, { readonly text: string; readonly mood: Mood }> = {
  order_received: { text: 'We have your order', mood: 'well' },
  cod_to_prepaid: { text: 'Pay now, and need no cash at the door', mood: 'well' },
  picked_up: { text: 'On its way[[: expected by {{expected_date}}]]', mood: 'well' },
  delayed: { text: 'It takes longer than we said', mood: 'attention' },
  shipped: { text: 'On its way[[: expected by {{expected_date}}]]', mood: 'well' },
  out_for_delivery: { text: 'Out for delivery: today', mood: 'well' },
  delivered: { text: 'Delivered', mood: 'well' },
  delivery_failed: { text: 'We could not deliver', mood: 'attention' },
  returning: { text: 'Going back to {{brand}}', mood: 'attention' },
  return_pickup_scheduled: { text: 'Your return will be picked up', mood: 'well' },
  return_pickup_missed: { text: 'We could not pick your return up', mood: 'attention' },
  return_picked_up: { text: 'Your return is on its way', mood: 'well' },
  return_received: { text: 'Your return has arrived', mood: 'well' },
};

/** The headline of an email, whoever's words follow it. */
export function headlineTemplate(moment: Moment): { readonly text: string; readonly mood: Mood } {
  return HEADLINES[moment];
}

/** The words that come along, for accounts that have none of their own. */
export function defaultTemplate(moment: Moment, channel: Channel): Template {
  return channel === 'email' ? EMAILS[moment] : { subject: null, text: TEXTS[moment] };
}
