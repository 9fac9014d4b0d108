-- Filters of large accounts are answered from memory, and small accounts need no index for them: each scan paid for these.

drop index shipments_by_carrier;
drop index shipments_by_delivery;
drop index shipments_by_ndr_reason;
drop index shipments_by_rto_reason;
