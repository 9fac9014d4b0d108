-- A message keeps the language that it is written in, and an account may have words of its own for each language.

alter table messages add column language text;

comment on column messages.language is 'of the store when it was made, and of its words once it is sent; null of older ones: the first of the store''s';

alter table message_templates add column language text;

comment on column message_templates.language is 'null for every language that has no words of the account''s own';

drop index message_template_in_force;
create unique index message_template_in_force on message_templates (account_id, moment, channel, language)
  nulls not distinct where replaced_at is null;
