/*
 * When a session last wrote, kept only where reads may go to replicas (decision 105): whoever wrote is shown what they wrote, wherever they
 * read. Not by every write: one that is marked already waits until half of the time is over for which a mark holds.
 */
alter table sessions add column last_write_at timestamptz;
