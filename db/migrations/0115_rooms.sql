-- Apart from the column (0112), whose lock lets nobody read: an index lets everybody.
create index rooms_to_erase_idx on rooms (client_id, closed_at) where closed_at is not null and people_erased_at is null;
create index rooms_erased_idx on rooms (client_id, people_erased_at) where people_erased_at is not null;
create index constructions_discarded_idx on constructions (client_id, discarded_at) where discarded_at is not null;
