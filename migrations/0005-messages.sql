-- Messages to customers, what each account and store wants sent, and in which words.
--
-- A message holds no name, phone or email: those stay in order_contacts, and a message is put into words
-- from there whenever it is sent or shown. What may change after the moment (brand, logo, reason, words) is
-- kept with it, so that it still reads as it was sent.

create type message_moment as enum ('shipped', 'out_for_delivery', 'delivered', 'delivery_failed', 'returning');

create type message_channel as enum ('email', 'sms', 'whatsapp');

create type message_status as enum ('preview', 'queued', 'sent', 'failed');

create table message_switches (
  account_id uuid not null,
  store_id uuid,
  moment message_moment not null,
  channel message_channel not null,
  is_on boolean not null,
  constraint message_switch_is_unique unique nulls not distinct (account_id, store_id, moment, channel)
);

comment on table message_switches is 'only what was switched: without a row a store goes by its account, and an account sends';
comment on column message_switches.store_id is 'null for the whole account';

create table message_templates (
  account_id uuid not null,
  template_id uuid not null,
  moment message_moment not null,
  channel message_channel not null,
  subject text,
  body text not null,
  created_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  primary key (account_id, template_id)
);

create unique index message_template_in_force on message_templates (account_id, moment, channel)
  where replaced_at is null;

comment on table message_templates is 'words of an account''s own, in place of the ones that come along; replaced ones are kept for the messages that were sent with them';
comment on column message_templates.subject is 'of emails only';

create table messages (
  account_id uuid not null,
  message_id uuid not null,
  shipment_id uuid not null,
  store_id uuid,
  template_id uuid,
  created_at timestamptz(3) not null,
  event_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  sent_at timestamptz(3),
  attempt smallint not null,
  tries smallint not null default 0,
  moment message_moment not null,
  channel message_channel not null,
  status message_status not null,
  ndr_reason ndr_reason,
  from_name text not null,
  logo_hash text,
  logo_extension text,
  provider_id text,
  error text,
  primary key (account_id, message_id),
  constraint message_is_told_once unique (account_id, shipment_id, moment, attempt, channel)
);

create index messages_by_status on messages (account_id, status, message_id);
create index messages_to_send on messages (due_at) where status = 'queued';

comment on column messages.attempt is 'which time out for delivery; 0 where the moment comes once';
comment on column messages.due_at is 'when it is to be tried next';
comment on column messages.claimed_until is 'until then the process that took it is handing it to the provider';
comment on column messages.tries is 'how often it was handed to the provider';
comment on column messages.ndr_reason is 'of delivery_failed: why, as known then';
comment on column messages.from_name is 'the brand it speaks for';
comment on column messages.template_id is 'null for the words that come along';
comment on column messages.error is 'why the last try failed, without the customer''s address';
