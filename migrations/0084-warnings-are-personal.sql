comment on column orders.warnings is 'may name places and email addresses that were sent; personal: erased with order_contacts';
