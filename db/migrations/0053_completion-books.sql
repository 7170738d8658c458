-- 完成図書 (decision 041): how the book of a construction is made, its drawn chunks, its editions in volumes, and links to them.

create table completion_books (
  client_id bigint not null,
  construction_id bigint not null,
  -- As the contract has them; null: nobody has chosen yet.
  choices jsonb,
  -- Editions are numbered by it, so that a number is never given twice.
  editions integer not null default 0 check (editions >= 0),
  -- The job that was asked for last; one is under way at a time.
  job_id bigint,
  primary key (client_id, construction_id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, job_id) references jobs
);
create index completion_books_job_idx on completion_books (client_id, job_id);
select protect_tenant_table('completion_books');

/* Pages that are drawn already, by a hash of all they are drawn from: the next making takes those that are still asked for. */
create table completion_book_chunks (
  client_id bigint not null,
  construction_id bigint not null,
  key bytea not null check (octet_length(key) = 32),
  file_id bigint not null,
  pages integer not null check (pages > 0),
  is_archive boolean not null,
  primary key (client_id, construction_id, key),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, file_id) references files
);
create index completion_book_chunks_file_idx on completion_book_chunks (client_id, file_id);
select protect_tenant_table('completion_book_chunks');

/* What is known of an attached PDF that was read: how many pages can be bound in, or why not. */
create table completion_book_attachments (
  client_id bigint not null,
  file_id bigint not null,
  pages integer check (pages > 0),
  why_not text check (why_not in ('encrypted', 'unreadable', 'too_large')),
  primary key (client_id, file_id),
  foreign key (client_id, file_id) references files on delete cascade,
  constraint completion_book_attachments_read check ((pages is null) <> (why_not is null))
);
select protect_tenant_table('completion_book_attachments');

create table completion_book_editions (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  number integer not null check (number > 0),
  made_at timestamptz not null,
  made_by_kind text not null,
  made_by_id bigint not null,
  -- Made while rooms were open, and says so on each page.
  interim boolean not null,
  -- Names, signatures and telephone numbers of residents stand in it: an erasure names it (decision 015).
  with_names boolean not null,
  pages integer not null check (pages > 0),
  notes text[] not null default '{}',
  primary key (client_id, id),
  constraint completion_book_editions_number_key unique (client_id, construction_id, number),
  foreign key (client_id, construction_id) references constructions on delete cascade
);
select protect_tenant_table('completion_book_editions');

create table completion_book_volumes (
  client_id bigint not null,
  edition_id bigint not null,
  position integer not null check (position > 0),
  file_id bigint not null,
  pages integer not null check (pages > 0),
  primary key (client_id, edition_id, position),
  foreign key (client_id, edition_id) references completion_book_editions on delete cascade,
  foreign key (client_id, file_id) references files
);
create index completion_book_volumes_file_idx on completion_book_volumes (client_id, file_id);
select protect_tenant_table('completion_book_volumes');

/* Who has the address and the password reads the edition without an account; of the token only its hash is kept. */
create table completion_book_links (
  client_id bigint not null,
  id bigint generated always as identity,
  edition_id bigint not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  password_digest text not null,
  created_at timestamptz not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  opened integer not null default 0 check (opened >= 0),
  last_opened_at timestamptz,
  primary key (client_id, id),
  constraint completion_book_links_token_key unique (client_id, token_hash),
  foreign key (client_id, edition_id) references completion_book_editions on delete cascade,
  constraint completion_book_links_lifetime check (expires_at > created_at and expires_at <= created_at + interval '91 days')
);
create index completion_book_links_edition_idx on completion_book_links (client_id, edition_id, id);
select protect_tenant_table('completion_book_links');
