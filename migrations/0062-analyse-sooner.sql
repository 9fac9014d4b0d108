-- What is known of the accounts of a large table was renewed after a tenth of it had changed: until then a young account
-- beside a large one was planned for as if it had one row, and what it asked for took minutes. Analysing reads a sample,
-- which is as quick for any size.
alter table shipments set (autovacuum_analyze_scale_factor = 0.005);
alter table orders set (autovacuum_analyze_scale_factor = 0.005);
alter table order_contacts set (autovacuum_analyze_scale_factor = 0.005);
alter table order_items set (autovacuum_analyze_scale_factor = 0.005);
alter table parcels set (autovacuum_analyze_scale_factor = 0.005);
alter table bookings set (autovacuum_analyze_scale_factor = 0.005);
alter table tracking_events set (autovacuum_analyze_scale_factor = 0.005);
alter table shipment_skus set (autovacuum_analyze_scale_factor = 0.005);
alter table shipment_tags set (autovacuum_analyze_scale_factor = 0.005);
alter table shipment_search set (autovacuum_analyze_scale_factor = 0.005);
alter table cod_dues set (autovacuum_analyze_scale_factor = 0.005);
alter table ledger_entries set (autovacuum_analyze_scale_factor = 0.005);
alter table returns set (autovacuum_analyze_scale_factor = 0.005);
