-- outside a transaction
-- What the nightly forgetting asks of every client (0144), found without a look at what is kept.
create index concurrently if not exists jobs_results_idx on jobs (client_id, (coalesce(finished_at, created_at))) where file_id is not null or input <> '{}';
create index concurrently if not exists message_replies_about_no_room_idx on message_replies (client_id, received_at) where room_id is null;
create index concurrently if not exists users_discarded_idx on users (client_id, discarded_at) where discarded_at is not null;
create index concurrently if not exists board_report_links_expires_idx on board_report_links (client_id, expires_at);
