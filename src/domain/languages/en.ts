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
      sentence: 'The carrier will pick up your parcel soon.',
    },
    pickup_scheduled: {
      headline: 'Ready to ship',
      sentence: 'The carrier will pick up your parcel soon.',
      inHistory: 'Pickup scheduled',
    },
    out_for_pickup: {
      headline: 'Ready to ship',
      sentence: 'The carrier is on the way to pick up your parcel.',
      inHistory: 'Out for pickup',
    },
    not_picked: {
      headline: 'Ready to ship',
      sentence: 'The carrier missed the pickup and will come again.',
      inHistory: 'Pickup missed',
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
      sentence: 'The carrier could not deliver your parcel.',
    },
    need_attention: {
      headline: 'Delivery attempted',
      sentence: 'The carrier could not deliver your parcel.',
    },
    reattempt_delivery: {
      headline: 'Delivery attempted',
      sentence: 'The carrier will try to deliver again.',
      inHistory: 'Another delivery requested',
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
      inHistory: 'Return to the sender delayed',
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
      sentence: 'The carrier could not pick up your parcel and will come again.',
    },
    return_in_transit: {
      headline: 'On the way to the seller',
      sentence: 'The carrier has your return.',
    },
    return_ndr_raised: {
      headline: 'On the way to the seller',
      sentence: 'The carrier has your return.',
      inHistory: 'Delivery to the seller delayed',
    },
    return_need_attention: {
      headline: 'On the way to the seller',
      sentence: 'The carrier has your return.',
      inHistory: 'Delayed on the way to the seller',
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
      sentence: 'The carrier did not accept this return. Please contact the seller.',
    },
    return_qc_failed: {
      headline: 'Return not accepted',
      sentence: 'The items did not pass the check at pickup. Please contact the seller.',
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
    future_delivery_requested: 'Another delivery date was requested.',
    address_incomplete: 'The address was not complete.',
    address_incorrect: 'The address could not be found.',
    cod_not_ready: 'The payment was not ready.',
    open_delivery_requested: 'Opening the parcel before payment is not possible.',
    self_collect_requested: 'The parcel is at the hub, ready to be collected.',
    out_of_delivery_area: 'The address is outside the delivery area.',
    entry_restricted: 'The rider could not enter the area.',
    otp_not_verified: 'The delivery code did not match.',
    not_attempted: 'The rider could not reach your area.',
  },
  pickupReasons: {
    customer_not_available: 'Nobody was there to hand over the parcel.',
    phone_unreachable: 'The rider could not reach you by phone.',
    customer_refused: 'The parcel was not handed over.',
    future_delivery_requested: 'Another pickup date was requested.',
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
    toPay: 'To pay on delivery',
    partPayment: 'Part payment: the total of the order is {total}',
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
    askBrand: 'Contact {brand}.',
    call: 'Call',
    write: 'Write',
    message: 'WhatsApp',
    returnPolicy: 'Return policy',
    visit: 'Visit {brand}',
    trackAnother: 'Track another parcel',
    moreByOrder:
      'To see your whole order, use the link in your message, or enter your order number and phone.',
  },
  find: {
    title: 'Track your parcel',
    byNumber: 'By tracking number',
    byOrder: 'By order',
    phone: 'Your phone number, or its last four digits',
    track: 'Track',
    notFound: 'We could not find your parcel. Please check what you entered and try again.',
    tooManyTries: 'Too many tries. Please enter your whole phone number, or try again in a few minutes.',
    ourFault: 'Something went wrong on our side. Please try again in a moment.',
  },
  asking: {
    title: 'What should happen now?',
    leadDelivery: 'Tell {brand} and the courier what to do with your parcel.',
    leadDay: 'You can choose another day, or tell {brand} and the courier what else to do with your parcel.',
    dayByLink: 'To choose another day, use the link in your message, or enter your order number and phone.',
    start: 'Choose what happens next',
    titleReturn: 'Not what you wanted?',
    leadReturn: 'You can request a return until {day}.',
    startReturn: 'Request a return',
    codeLead: 'To confirm that it is you, we send a six-digit code to the phone or email of this order.',
    bySms: 'SMS to {to}',
    byWhatsapp: 'WhatsApp to {to}',
    byEmail: 'Email to {to}',
    sendCode: 'Send code',
    codeSent: 'We sent you a code. It is valid for 10 minutes.',
    codeNotSent: 'We could not send the code. Please try again in a few minutes, or choose another way.',
    codeLabel: 'Six-digit code',
    goOn: 'Continue',
    wrongCode: 'This code is wrong or has expired. Please check it, or request a new one.',
    anotherCode: 'Send a new code',
    noMoreCodes: 'We cannot send more codes for this order today. Please contact {brand}.',
    madeUp: 'This is a sample order, so no code is sent.',
    again: 'Please deliver again',
    day: 'On which day?',
    anyDay: 'As soon as possible',
    landmark: 'Landmark near you',
    phone: 'Another phone number for the rider',
    phoneNote: '{brand} will confirm a new number first.',
    pincodeStays: 'The PIN code cannot be changed.',
    refuse: 'I don’t want it any more',
    note: 'Anything else? (optional)',
    photos: 'Photos, up to {count}',
    reason: 'Why are you returning it?',
    items: 'What are you returning?',
    send: 'Send',
    empty: 'Please choose a day, or enter a landmark or a phone number.',
    badDay: 'Please choose one of the days shown.',
    badItems: 'Please choose what you are returning.',
    badPhone: 'Please enter a 10-digit Indian mobile number.',
    badPhoto: 'We could not read a photo. Please send JPEG, PNG or WebP photos of at most {size} MB each.',
    waits: 'You already have an open request. Please wait for the answer.',
    movedOn: 'Your parcel has moved on, so you can’t request this any more.',
    notOffered: '{brand} does not offer this here. Please contact {brand}.',
    yourRequest: 'Your request',
    waiting: '{brand} is reviewing it. The answer will be on this page.',
    asking: 'We are asking the courier. The answer will be on this page.',
    approved: '{brand} approved it.',
    againAsked: 'We asked the courier to deliver again.',
    goesBack: 'We asked the courier to take the parcel back.',
    returnAccepted: 'Your return is accepted.',
    trackReturn: 'Track your return',
    rejected: '{brand} declined your request.',
    refusedByCourier: 'The courier declined your request.',
    outdated: 'The parcel moved on before we could do it.',
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

Thank you. {{brand}} has your order {{order_id}} and is packing it. We will write again when it ships.

[[Please pay {{cash}} on delivery.]]`,
        text: '{{brand}}: we have your order {{order_id}} and are packing it. Thank you. Track: {{track_url}}',
      },
      cod_to_prepaid: {
        subject: 'Pay for your order {{order_id}} now, and skip the cash',
        headline: 'Pay now, and skip the cash',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} is cash on delivery[[: {{cash}}]]. If you pay now, you need no cash at the door.

[[Pay here: {{pay_url}}]]`,
        text: '{{brand}}: you can pay for your order {{order_id}} now[[, {{cash}}]], instead of on delivery.[[ Pay: {{pay_url}}]]',
      },
      picked_up: {
        subject: '{{carrier}} has your order {{order_id}}',
        headline: 'On its way[[: expected by {{expected_date}}]]',
        email: `Hi {{first_name}},

{{carrier}} has picked up your order {{order_id}} from {{brand}}.[[ It should reach you by {{expected_date}}.]]`,
        text: '{{brand}}: {{carrier}} has your order {{order_id}}.[[ Expected by {{expected_date}}.]] Track: {{track_url}}',
      },
      delayed: {
        subject: 'Your order {{order_id}} is delayed',
        headline: 'Your order is delayed',
        email: `Hi {{first_name}},

Your order {{order_id}} from {{brand}} should have reached you[[ by {{expected_date}}]] and is still on its way. We are sorry. The link shows where it is.`,
        text: '{{brand}}: your order {{order_id}} is delayed. We are sorry. Track: {{track_url}}',
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

{{carrier}} will pick up your return {{order_id}} to {{brand}}. Please keep it packed and ready. Hand it over only to a rider who shows a pickup slip or the tracking number {{tracking_number}}.`,
        text: '{{brand}}: {{carrier}} will pick up your return {{order_id}}. Please keep it ready. Track: {{track_url}}',
      },
      return_pickup_missed: {
        subject: 'We could not pick up your return {{order_id}}',
        headline: 'We could not pick up your return',
        email: `Hi {{first_name}},

{{carrier}} came for your return {{order_id}} to {{brand}} but could not pick it up.[[ {{reason}}]]

[[{{next_step}}]]`,
        text: '{{brand}}: we could not pick up your return {{order_id}}.[[ {{reason}}]][[ {{next_step}}]] Track: {{track_url}}',
      },
      return_picked_up: {
        subject: 'Your return {{order_id}} is on its way',
        headline: 'Your return is on its way',
        email: `Hi {{first_name}},

{{carrier}} has picked up your return {{order_id}} and is taking it to {{brand}}.`,
        text: '{{brand}}: your return {{order_id}} was picked up. Track: {{track_url}}',
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
      answerPhone:
        'The carrier usually tries again on the next working day. Please keep your phone with you.',
      chooseDay: 'The carrier will try again. Choose the day with the link.',
      askIfWanted: 'If you still want it, please contact the seller.',
      chooseDayIfWanted: 'If you still want it, choose a day with the link.',
      askSeller: 'Please contact the seller.',
      sendAddress: 'Please send the seller your full address.',
      sendAddressAndChooseDay: 'Please send the seller your full address, and choose a day with the link.',
      collect: 'Please collect it soon.',
      pickupAgain: 'The carrier usually comes again on the next working day.',
    },
    track: 'Track your parcel',
    chooseDay: 'Choose a day',
    pay: 'Pay now',
    order: 'Order {order}',
    toPay: 'To pay on delivery',
    address: 'Address',
    courier: 'Courier',
    more: 'and {count} more',
    questions: 'Questions?',
    call: 'call {to}',
    write: 'write to {to}',
    footer: '{brand} sent you this email about your order.',
    codeSubject: '{code} is your code',
    code: '{code} is your code for your order from {brand}. It is valid for 10 minutes. Do not share it with anybody, not even a rider or a caller.',
  },
};
