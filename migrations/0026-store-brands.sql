-- What a store's customers meet beside its name and logo: its colour, whom they can ask, and where its site is.

alter table stores
  add column brand_color text,
  add column support_phone text,
  add column support_email text,
  add column support_whatsapp text,
  add column site_url text,
  add column return_policy_url text,
  add column languages text[];

comment on column stores.brand_color is '#RRGGBB, chosen by the merchant; null for the colour of the logo';
comment on column stores.support_phone is 'as customers dial it, with its blanks and hyphens';
comment on column stores.support_whatsapp is 'ten digits, no country code';
comment on column stores.languages is 'of its customers, the first of them by default; null for English and Hindi';

alter table store_logos add column color text;

comment on column store_logos.color is '#RRGGBB, what the picture is of; ''none'' where it has no colour, null where it was not looked at yet';
