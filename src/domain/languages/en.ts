import type { CustomerLanguage } from './language.ts';

export const ENGLISH: CustomerLanguage = {
  tag: 'en-IN',
  name: 'English',
  statuses: {
    pending: {
      headline: 'Order placed',
      sentence: 'We are getting your parcel ready.',
    },
    processing: {
      headline: 'Order placed',
      sentence: 'We are getting your parcel ready.',
    },
    ready_for_pickup: {
      headline: 'Ready to ship',
      sentence: 'The carrier will pick your parcel up soon.',
    },
    pickup_scheduled: {
      headline: 'Ready to ship',
      sentence: 'The carrier will pick your parcel up soon.',
      inHistory: 'Pickup planned',
    },
    out_for_pickup: {
      headline: 'Ready to ship',
      sentence: 'The carrier is on the way to pick your parcel up.',
      inHistory: 'Carrier on the way to pick up',
    },
    not_picked: {
      headline: 'Ready to ship',
      sentence: 'The carrier will come for your parcel again.',
      inHistory: 'Pickup to be tried again',
    },
    picked_up: {
      headline: 'Picked up',
      sentence: 'The carrier has your parcel.',
    },
    in_transit: {
      headline: 'On the way',
      sentence: null,
    },
    reached_destination_hub: {
      headline: 'On the way',
      sentence: 'Your parcel has reached a hub near you.',
      inHistory: 'Reached a hub near you',
    },
    out_for_delivery: {
      headline: 'Out for delivery',
      sentence: 'Your parcel is with the delivery rider.',
    },
    delivered: {
      headline: 'Delivered',
      sentence: null,
    },
    ndr_raised: {
      headline: 'Delivery attempted',
      sentence: 'The carrier could not hand your parcel over.',
    },
    need_attention: {
      headline: 'Delivery attempted',
      sentence: 'The carrier could not hand your parcel over.',
    },
    reattempt_delivery: {
      headline: 'Delivery attempted',
      sentence: 'The carrier will try to deliver again.',
      inHistory: 'Another delivery asked for',
    },
    rto_initiated: {
      headline: 'Going back to the sender',
      sentence: null,
    },
    rto_in_transit: {
      headline: 'Going back to the sender',
      sentence: null,
      inHistory: 'On the way back',
    },
    rto_out_for_delivery: {
      headline: 'Going back to the sender',
      sentence: null,
      inHistory: 'Out for delivery to the sender',
    },
    rto_need_attention: {
      headline: 'Going back to the sender',
      sentence: null,
      inHistory: 'Could not be handed back yet',
    },
    rto_delivered: {
      headline: 'Returned to the sender',
      sentence: null,
    },
    cancelled: {
      headline: 'Cancelled',
      sentence: 'This shipment was cancelled.',
    },
    rejected: {
      headline: 'Cancelled',
      sentence: 'This shipment was cancelled.',
    },
    on_hold: {
      headline: 'On hold',
      sentence: 'Please contact the seller about this parcel.',
    },
    lost: {
      headline: 'Parcel lost',
      sentence:
        'The carrier has lost your parcel. Please contact the seller about a replacement or a refund.',
    },
    damaged: {
      headline: 'Parcel damaged',
      sentence:
        'Your parcel was damaged on the way and is not delivered. Please contact the seller about a replacement or a refund.',
    },
    rto_lost: {
      headline: 'Lost on the way back',
      sentence:
        'The carrier lost your parcel on its way back to the sender. Please contact the seller about it.',
    },
    rto_damaged: {
      headline: 'Damaged on the way back',
      sentence: 'Your parcel was damaged on its way back to the sender. Please contact the seller about it.',
    },
    externally_fulfilled: {
      headline: 'Shipped',
      sentence: 'The seller ships this order another way.',
    },
    return_requested: {
      headline: 'Return requested',
      sentence: 'We are arranging for your parcel to be picked up.',
    },
    return_pickup_scheduled: {
      headline: 'Pickup scheduled',
      sentence: 'The carrier will come for your parcel. Please keep it ready.',
    },
    return_not_picked: {
      headline: 'Pickup missed',
      sentence: 'The carrier could not pick your parcel up and will come again.',
    },
    return_in_transit: {
      headline: 'On the way to the seller',
      sentence: 'The carrier has your return.',
    },
    return_ndr_raised: {
      headline: 'On the way to the seller',
      sentence: 'The carrier has your return.',
      inHistory: 'Could not be handed to the seller yet',
    },
    return_need_attention: {
      headline: 'On the way to the seller',
      sentence: 'The carrier has your return.',
      inHistory: 'Held up on the way to the seller',
    },
    return_delivered: {
      headline: 'Received by the seller',
      sentence: null,
    },
    return_cancelled: {
      headline: 'Return cancelled',
      sentence: 'This return was cancelled.',
    },
    return_rejected: {
      headline: 'Return cancelled',
      sentence: 'The carrier does not take this return. Please contact the seller.',
    },
    return_qc_failed: {
      headline: 'Return not accepted',
      sentence: 'The goods did not pass the check at the door. Please contact the seller.',
    },
    return_lost: {
      headline: 'Return lost',
      sentence: 'The carrier has lost your return. Please contact the seller about it.',
    },
  },
  reasons: {
    customer_not_available: 'Nobody was there to take your parcel.',
    phone_unreachable: 'The rider could not reach you by phone.',
    customer_refused: 'The parcel was not accepted.',
    future_delivery_requested: 'Another delivery date was asked for.',
    address_incomplete: 'The address was not complete.',
    address_incorrect: 'The address could not be found.',
    cod_not_ready: 'The payment was not ready.',
    open_delivery_requested: 'Opening the parcel before payment is not possible.',
    self_collect_requested: 'The parcel waits at the hub to be collected.',
    out_of_delivery_area: 'The address is outside the delivery area.',
    entry_restricted: 'The rider could not enter the area.',
    otp_not_verified: 'The delivery code did not match.',
    not_attempted: 'The rider could not reach your area.',
  },
  pickupReasons: {
    customer_not_available: 'Nobody was there to hand the parcel over.',
    phone_unreachable: 'The rider could not reach you by phone.',
    customer_refused: 'The parcel was not handed over.',
    future_delivery_requested: 'Another pickup date was asked for.',
    address_incomplete: 'The address was not complete.',
    address_incorrect: 'The address could not be found.',
    entry_restricted: 'The rider could not enter the area.',
    not_attempted: 'The rider could not reach your area.',
  },
  journey: ['Order placed', 'Picked up', 'On the way', 'Out for delivery', 'Delivered'],
  wayBack: ['Order placed', 'Picked up', 'Going back', 'Returned to the sender'],
  returnJourney: ['Return requested', 'Pickup scheduled', 'Picked up', 'Received by the seller'],
  page: {
    today: 'today',
    tomorrow: 'tomorrow',
    yesterday: 'yesterday',
    arriving: 'Arriving {day}',
    headlineAndDay: '{headline}: {day}',
    headlineAndMoment: '{headline} {day}, {time}',
    keepReady: 'Keep {amount} ready',
    progress: 'Progress',
    yourOrder: 'Your order',
    orderNumber: 'Order number',
    toPay: 'To pay at the door',
    units: '{count} ×',
    yourParcel: 'Your parcel',
    isFor: 'For',
    isFrom: 'From',
    courier: 'Courier',
    trackingNumber: 'Tracking number',
    history: 'History',
    timesAreIndian: 'Times are Indian Standard Time.',
    updated: 'Updated {time}',
    refresh: 'Refresh',
    help: 'Need help?',
    askBrand: '{brand} is glad to help.',
    call: 'Call',
    write: 'Write',
    message: 'WhatsApp',
    returnPolicy: 'Return policy',
    visit: 'Visit {brand}',
    trackAnother: 'Track another parcel',
    moreByOrder: 'The link in your message, or your order number and phone, shows your whole order.',
  },
  find: {
    title: 'Track your parcel',
    byNumber: 'By tracking number',
    byOrder: 'By order',
    phone: 'Your phone number, or its last four digits',
    track: 'Track',
    notFound: 'We could not find a parcel for what you entered. Please check it and try again.',
    tooManyTries: 'That was tried too often. Please wait a few minutes and try again.',
    ourFault: 'Something went wrong on our side. Please try again in a moment.',
  },
  asking: {
    title: 'What should happen now?',
    leadDelivery: 'Tell {brand} and the courier how your parcel should reach you.',
    start: 'Choose what happens next',
    titleReturn: 'Not what you wanted?',
    leadReturn: 'You can ask to return it until {day}.',
    startReturn: 'Ask for a return',
    codeLead:
      'To be sure that it is you, we send a code of six digits to the phone or email that the order has.',
    bySms: 'SMS to {to}',
    byWhatsapp: 'WhatsApp to {to}',
    byEmail: 'Email to {to}',
    sendCode: 'Send me the code',
    codeSent: 'The code is on its way. It works for 10 minutes.',
    codeNotSent: 'The code could not be sent. Please try again in a few minutes, or another way.',
    codeLabel: 'Code of six digits',
    goOn: 'Go on',
    wrongCode: 'That code is not right, or does not work any more. Please check it, or ask for another one.',
    anotherCode: 'Ask for another code',
    noMoreCodes: 'No more codes can be sent for this order today. Please contact {brand}.',
    madeUp: 'This order is made up, to show what customers see: no code is sent.',
    again: 'Please deliver again',
    day: 'On which day?',
    anyDay: 'As soon as possible',
    landmark: 'A landmark that helps the rider find you',
    phone: 'Another phone number for the rider to call',
    phoneNote: '{brand} looks at a new number first.',
    pincodeStays: 'The PIN code cannot be changed.',
    refuse: 'I do not want it any more',
    note: 'Anything else to say',
    photos: 'Photos, up to {count}',
    reason: 'Why do you return it?',
    items: 'What do you return?',
    send: 'Send',
    empty: 'Please choose a day, or give a landmark or a phone number.',
    badDay: 'Please choose one of the days that are shown.',
    badItems: 'Please choose what you return.',
    badPhone: 'Please give an Indian mobile number of ten digits.',
    badPhoto: 'A photo could not be read. Please send JPEG, PNG or WebP pictures of at most {size} MB each.',
    waits: 'You have asked for something already. Please wait for the answer.',
    movedOn: 'Your parcel has moved on meanwhile, so this cannot be asked for any more.',
    notOffered: '{brand} does not offer that here. Please contact {brand}.',
    yourRequest: 'What you asked for',
    waiting: '{brand} is looking at it.',
    asking: 'We are asking the courier.',
    againAsked: 'The courier was asked to deliver again.',
    goesBack: 'The courier was asked to bring the parcel back.',
    returnAccepted: 'Your return is accepted.',
    rejected: '{brand} cannot do it.',
    refusedByCourier: 'The courier does not do it.',
    outdated: 'The parcel moved on before it could be done.',
    reasons: {
      damaged: 'It is damaged or broken',
      wrong_item: 'It is not what I ordered',
      not_as_described: 'It is not as described',
      does_not_fit: 'It does not fit',
      changed_mind: 'I changed my mind',
      other: 'Something else',
    },
  },
  messages: {
    moments: {
      order_received: {
        subject: 'We have your order {{order_id}}',
        headline: 'We have your order',
        email: `Hi {{first_name}},

Thank you: {{brand}} has your order {{order_id}} and is packing it. We write again when it is on its way.

[[{{cash}} is to be paid when it comes.]]`,
        text: '{{brand}}: we have your order {{order_id}} and are packing it. Thank you. Track: {{track_url}}',
      },
      cod_to_prepaid: {
        subject: 'Pay for your order {{order_id}} now, and need no cash at the door',
        headline: 'Pay now, and need no cash at the door',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is to be paid when it comes[[: {{cash}}]]. If you would rather pay now, the rider only hands it over.

[[Pay here: {{pay_url}}]]`,
        text: '{{brand}}: your order {{order_id}} can be paid now[[, {{cash}}]], instead of at the door.[[ Pay: {{pay_url}}]]',
      },
      picked_up: {
        subject: '{{carrier}} has your order {{order_id}}',
        headline: 'On its way[[: expected by {{expected_date}}]]',
        email: `Hi {{first_name}},

{{carrier}} has picked your order {{order_id}} from {{brand}} up.[[ It should reach you by {{expected_date}}.]]`,
        text: '{{brand}}: {{carrier}} has your order {{order_id}}.[[ Expected by {{expected_date}}.]] Track: {{track_url}}',
      },
      delayed: {
        subject: 'Your order {{order_id}} takes longer',
        headline: 'It takes longer than we said',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} should have reached you[[ by {{expected_date}}]] and is still on its way. We are sorry; the link shows where it is.`,
        text: '{{brand}}: your order {{order_id}} takes longer than we said. We are sorry. Track: {{track_url}}',
      },
      shipped: {
        subject: 'Your order {{order_id}} is on its way',
        headline: 'On its way[[: expected by {{expected_date}}]]',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is with {{carrier}}.[[ It should reach you by {{expected_date}}.]]

[[Please keep {{cash}} ready when it comes.]]`,
        text: '{{brand}}: your order {{order_id}} is with {{carrier}}.[[ Expected by {{expected_date}}.]][[ Keep {{cash}} ready.]] Track: {{track_url}}',
      },
      out_for_delivery: {
        subject: 'Your order {{order_id}} is out for delivery',
        headline: 'Out for delivery: today',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is out for delivery and should reach you today.

[[Keep {{cash}} ready.]]`,
        text: '{{brand}}: your order {{order_id}} is out for delivery today.[[ Keep {{cash}} ready.]] Track: {{track_url}}',
      },
      delivered: {
        subject: 'Your order {{order_id}} is delivered',
        headline: 'Delivered',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is delivered. Thank you.

[[Tell others what you think of it: {{review_url}}]]`,
        text: '{{brand}}: your order {{order_id}} is delivered. Thank you.[[ Tell others: {{review_url}}]]',
      },
      delivery_failed: {
        subject: 'We could not deliver your order {{order_id}}',
        headline: 'We could not deliver',
        email: `Hi {{first_name}},

{{carrier}} tried to deliver your order {{order_id}} from {{brand}}.[[ {{reason}}]]

[[{{next_step}}]]

[[Keep {{cash}} ready for the next try.]]`,
        text: '{{brand}}: we could not deliver your order {{order_id}}.[[ {{reason}}]][[ {{next_step}}]] Track: {{track_url}}',
      },
      returning: {
        subject: 'Your order {{order_id}} is going back',
        headline: 'Going back to {{brand}}',
        email: `Hi {{first_name}},

Your order {{order_id}} could not be delivered and is going back to {{brand}}. If you still want it, please contact {{brand}}.`,
        text: '{{brand}}: your order {{order_id}} could not be delivered and is going back. Track: {{track_url}}',
      },
      return_pickup_scheduled: {
        subject: 'Your return {{order_id}} will be picked up',
        headline: 'Your return will be picked up',
        email: `Hi {{first_name}},

{{carrier}} will come for your return {{order_id}} to {{brand}}. Please keep it packed and ready, and hand it to nobody without a pickup slip or the tracking number {{tracking_number}}.`,
        text: '{{brand}}: {{carrier}} will come for your return {{order_id}}. Please keep it ready. Track: {{track_url}}',
      },
      return_pickup_missed: {
        subject: 'We could not pick your return {{order_id}} up',
        headline: 'We could not pick your return up',
        email: `Hi {{first_name}},

{{carrier}} came for your return {{order_id}} to {{brand}} and could not pick it up.[[ {{reason}}]]

[[{{next_step}}]]`,
        text: '{{brand}}: your return {{order_id}} could not be picked up.[[ {{reason}}]][[ {{next_step}}]] Track: {{track_url}}',
      },
      return_picked_up: {
        subject: 'Your return {{order_id}} is on its way',
        headline: 'Your return is on its way',
        email: `Hi {{first_name}},

{{carrier}} has picked your return {{order_id}} up and brings it to {{brand}}.`,
        text: '{{brand}}: your return {{order_id}} is picked up. Track: {{track_url}}',
      },
      return_received: {
        subject: '{{brand}} has your return {{order_id}}',
        headline: 'Your return has arrived',
        email: `Hi {{first_name}},

Your return {{order_id}} has arrived at {{brand}}. Thank you.`,
        text: '{{brand}}: your return {{order_id}} has arrived. Thank you.',
      },
    },
    nobody: 'there',
    someCarrier: 'the carrier',
    nextSteps: {
      again: 'The carrier usually tries again on the next working day.',
      answerPhone: 'The carrier usually tries again on the next working day. Please keep your phone at hand.',
      askIfWanted: 'If you still want it, please contact the seller.',
      askSeller: 'Please contact the seller.',
      sendAddress: 'Please send the seller your full address.',
      collect: 'Please collect it soon.',
      pickupAgain: 'The carrier usually comes again on the next working day.',
    },
    track: 'Track your parcel',
    pay: 'Pay now',
    order: 'Order {order}',
    toPay: 'To pay at the door',
    address: 'Address',
    courier: 'Courier',
    more: 'and {count} more',
    questions: 'Questions?',
    call: 'call {to}',
    write: 'write to {to}',
    footer: '{brand} writes to you about your order, and about nothing else.',
    codeSubject: '{code} is your code',
    code: '{code} is your code for your order from {brand}. It works for 10 minutes. Tell it to nobody, riders and callers included.',
  },
};
