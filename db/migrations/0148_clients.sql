-- What the files of a client are (decision 115). By itself: nobody waits for a column behind triggers (0149).
alter table client_count_changes add column files_count bigint not null default 0, add column files_byte_size bigint not null default 0;
