-- What customers call a courier and whom they call there, beside the name of the service that merchants book.

alter table bookings add column courier_name text, add column helpline text;

comment on column bookings.courier_name is 'of the carrier''s row at the booking; null for older ones, whose carrier_name begins with it';
