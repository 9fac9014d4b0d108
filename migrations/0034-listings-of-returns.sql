-- What the listings of returns and exchanges find their rows by.

create index exchanges_listed on exchanges (account_id, created_at, forward_shipment_id);

create index returns_by_qc on returns (account_id, qc_status, created_at, shipment_id) where qc_status is not null;
