-- Optional works that residents may buy (オプション工事).

create table options (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  -- Yen, without tax.
  price integer not null check (price between 0 and 99999999),
  pdf_file_id bigint,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, pdf_file_id) references files
);
create unique index options_name_key on options (client_id, name) where discarded_at is null;
select protect_tenant_table('options');
