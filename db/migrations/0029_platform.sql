-- Of a stored picture, a copy of its pixels alone (D-05): what everybody is shown who is not to hear where and by what it was taken.

alter table files
  add column view_file_id bigint,
  add constraint files_view_file_id_fkey foreign key (client_id, view_file_id) references files (client_id, id);
create index files_view_idx on files (client_id, view_file_id) where view_file_id is not null;
