-- Entries stand in the table in the order in which they were recorded, so that an index of ranges of pages finds a span of days. It
-- takes some kilobytes for millions of entries, and adding an entry hardly touches it.
create index ledger_entries_by_time on ledger_entries using brin (recorded_at) with (pages_per_range = 32, autosummarize = on);
