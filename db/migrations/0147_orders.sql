-- outside a transaction
-- beside v0.1.0: the new index begins with the same columns
-- What a company's orders kept (decision 089), read from the index alone: the entries of one company lie among those of all others.
create index concurrently if not exists ledger_entries_kept_idx on ledger_entries (client_id, order_id, id) include (kind, amount);
drop index concurrently if exists ledger_entries_order_idx;
