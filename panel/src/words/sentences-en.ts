import type { components } from '#api';

type SentenceTemplate = components['schemas']['SentenceTemplate'];

/** The sentences that need other words for people than for programs. All others are the service's own. */
export const SENTENCES: Readonly<Partial<Record<SentenceTemplate, string>>> = {
  action_requires_role: 'You don’t have access to this. It needs the role “{role}”.',
  body_too_large: 'This is too large to send.',
  carrier_beside_couriers: 'is a sample courier. It’s hidden because you connected a real courier.',
  cash_in_no_part:
    '{field}: {amount} of it is in no part of the order. Enter a delivery charge to have it on the invoice.',
  cod_read_two_ways: '{field}: Enter it, because the total can be read as {inside} or {beside}.',
  column_has_no_unit: 'Column “{column}” has no unit. Choose kg or g.',
  column_missing: 'The file has no column for {wanted}. Choose one.',
  control_characters: '{field}: Remove the characters that cannot be shown.',
  credential_missing: 'You’re signed out. Sign in again.',
  credential_not_valid: 'You’re signed out. Sign in again.',
  csrf_token_required: 'Your session has changed. Reload this page.',
  delhivery_base_url:
    'Delhivery’s server. The test server is https://staging-express.delhivery.com, with its own token.',
  delhivery_token:
    'In Delhivery One, under Settings, API Setup. Creating a new token there disables this one.',
  does_not_know_warehouse_yet: 'does not know this warehouse yet. The page of warehouses shows why.',
  event_status: '{status}',
  event_status_because: '{status}: {reason}',
  events_are_deleted: 'Choose a day in the last 30 days. Older events are deleted.',
  links_of_whole_account: 'The links for payments and reviews are the same for all stores.',
  may_only_read: 'You can view this, but not change it.',
  must_be_customer_phone: '{field}: Enter a 10-digit mobile number, or a landline with its STD code.',
  must_be_email: '{field}: Enter an email address, such as name@example.com.',
  must_be_http_address: '{field}: Enter a web address that starts with https:// or http://.',
  must_be_https_address: '{field}: Enter an address that starts with https://.',
  must_be_mobile: '{field}: Enter a 10-digit mobile number.',
  must_be_phone: '{field}: Enter a 10-digit mobile number, or a landline with its STD code.',
  must_be_pincode: '{field}: Enter a 6-digit pincode.',
  must_have_entry: 'Choose at least one, or allow all.',
  no_bank_references:
    'The file has no column of bank references. Choose one, or enter a reference for all rows.',
  no_dates: 'The file has no column of dates. Choose one, or enter a date for all rows.',
  no_invoice_numbers:
    'The file has no column of invoice numbers. Choose one, or enter a number for all rows.',
  no_invoice_yet: 'Shipment {shipment_id} has no invoice yet: issue it first.',
  no_parcel_waits: 'No parcels at this warehouse are waiting for this courier.',
  nothing_to_do: 'No shipments match.',
  owner_sees_all: 'An owner sees the whole account: choose no stores and no warehouses.',
  role_required: 'You don’t have access to this. It needs the role “{role}”.',
  sees_only_a_part: 'You don’t have access to this page. Ask an owner.',
  sign_in_wrong: 'Wrong email/phone or password.',
  total_has_changed: '{found} shipments match now, not {seen}. Check the list again.',
  webhook_is_off: 'This webhook is switched off. Switch it on first.',
  words_of_whole_account: 'The subject and the text are the same for all stores.',
  zpl_needs_4x6: 'Choose 4x6 paper for thermal printers.',
};
