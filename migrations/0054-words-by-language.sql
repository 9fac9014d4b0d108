-- Words of an account's own for one language stand in a table of their own: a process of the first release takes every row of
-- `message_templates` that is in force for the one of its message.

create table message_translations (
  account_id uuid not null,
  template_id uuid not null,
  moment message_moment not null,
  channel message_channel not null,
  language text not null,
  subject text,
  body text not null,
  created_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  primary key (account_id, template_id)
);

create unique index message_translation_in_force on message_translations (account_id, moment, channel, language)
  where replaced_at is null;

comment on table message_translations is 'words of an account''s own for one language, before those of message_templates; the ids of both are one kind, and a message has one of either';

insert into message_translations (account_id, template_id, moment, channel, language, subject, body, created_at, replaced_at)
  select account_id, template_id, moment, channel, language, subject, body, created_at, replaced_at
    from message_templates where language is not null;

delete from message_templates where language is not null;

drop index message_template_in_force;
create unique index message_template_in_force on message_templates (account_id, moment, channel)
  where replaced_at is null;

comment on column message_templates.language is 'always null: message_translations has the words of one language';
