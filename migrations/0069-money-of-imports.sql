-- What the file of a courier told beside what was expected, so that the result of an import or a check is shown in rupees.

alter table imports add column money jsonb;

comment on column imports.money is 'of a courier''s file: sums by courier and the largest differences, in paise; null for a file of orders';
