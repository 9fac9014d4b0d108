-- A parcel of a shop is compared with what the shop wants for as long as its order is open.
alter table shop_parcels
  add column held text,
  add column task_action text,
  add column ended_task text;
alter table shop_orders add column read_at timestamptz(3);

comment on column shop_parcels.held is 'why it cannot be booked now, for example because the shop has put its order on hold; null if it can';
comment on column shop_parcels.task_action is 'what this service can do about the task: see TASK_ACTIONS in src/domain/shops/compare-parcel.ts';
comment on column shop_parcels.ended_task is 'the task that a person has ended last: the same one does not come back';
comment on column shop_orders.read_at is 'when the shop was asked for what was read last';
