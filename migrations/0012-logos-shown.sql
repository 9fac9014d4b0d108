-- Logos that nothing shows any more are removed: messages are asked by their logo.

create index messages_by_logo on messages (account_id, store_id, logo_hash) where logo_hash is not null;

comment on table store_logos is 'the logo of each store, and those that messages already sent keep showing';
