-- What customers write about an order, and what they choose of its goods (an engraving, a size), is on packing slips and invoices.
alter table order_items add column options text;

comment on column order_items.options is 'what the customer chose or wrote of this item, as a text: Engraving: Asha, Size: L; null for nothing';
comment on column order_contacts.note is 'of the billing contact, what the customer wrote about the order; of a correction, what they wrote for the next attempt';
