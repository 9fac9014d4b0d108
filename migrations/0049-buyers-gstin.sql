-- Buyers that are registered for GST: their number stands on the invoice, so that they can claim its tax.

alter table order_contacts add column gstin text;

comment on column order_contacts.gstin is 'of the billing contact alone; null for a buyer that is not registered';
