-- Tracking numbers of the offline carrier were their serials: one told the next. From here on their digits
-- are the serials' by a permutation whose key is among the service's secrets.

alter table offline_bookings add column is_permuted boolean not null default false;

comment on column offline_bookings.is_permuted is 'whether the digits of the tracking number are the serial''s by the permutation; else they are the serial';
