-- Sample data that somebody loaded into an account to try things out, and that can be removed again.

create table sample_data (
  account_id uuid primary key,
  loaded_at timestamptz(3) not null,
  order_ids uuid[] not null,
  store_ids uuid[] not null,
  warehouse_ids uuid[] not null
);

comment on table sample_data is 'a row while an account has sample data: what was made, so that exactly this is removed';

-- Amounts of sample data are removed with it, and never others: only its removal sets this for its transaction.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('dakiya.removes_sample_data', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only: a correction is a new entry', tg_table_name using errcode = 'restrict_violation';
end
$$;
