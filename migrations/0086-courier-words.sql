-- What the operator has taught the service: codes and words of couriers, for the scans of all accounts.
create table courier_words (
  word_id uuid primary key,
  courier text not null collate "C",
  words_key text not null collate "C",
  words text not null,
  status text not null,
  reason text,
  updated_at timestamptz(3) not null,
  constraint courier_words_are_unique unique (courier, words_key)
);

comment on column courier_words.words is 'a code, or the words of a status, as the courier writes them';
comment on column courier_words.words_key is 'the words as they are compared: see unread_scans';
comment on column courier_words.status is 'a granular status of either journey';
comment on column courier_words.reason is 'an NDR or RTO reason; null if the courier''s own text tells it';

alter table unread_scans add column reread_at timestamptz(3);
create index unread_scans_of_codes on unread_scans (courier, code_key) where reread_at is null;
create index unread_scans_of_words on unread_scans (courier, words_key) where reread_at is null;

comment on column unread_scans.reread_at is 'when it was read with words of the operator, and could not be an event; null before';
