-- How many files a client has, and their bytes (decision 115). Apart from the triggers (0149), so that this lock is not held while theirs is waited for.
alter table client_count_changes add column files_count bigint not null default 0, add column files_byte_size bigint not null default 0;
