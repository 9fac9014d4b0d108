-- A reservation that could not be settled is not looked at again at once: its carrier would be asked every few seconds.

alter table order_reservations add column next_try_at timestamptz(3);

comment on column order_reservations.next_try_at is 'when it is settled, where that was tried before; null as soon as nobody is at it';
