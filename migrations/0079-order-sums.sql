-- All parts of an order's total, and what was odd about the order. Older orders have no charges.
alter table orders
  add column total_discount_paise bigint not null default 0,
  add column shipping_charges_paise bigint not null default 0,
  add column giftwrap_charges_paise bigint not null default 0,
  add column transaction_charges_paise bigint not null default 0,
  add column other_amount_paise bigint not null default 0,
  add column warnings jsonb not null default '[]';

-- Whether the charges on a store's invoices bear the highest rate of the goods.
alter table stores add column charges_at_highest_rate boolean;
