-- Contractors (協力会社) in two levels (G-CRA-01). Their craftsmen are users of type Craftsman.

create table contractors (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  representative_name text,
  address text,
  primary_contractor_id bigint,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, primary_contractor_id) references contractors,
  constraint contractors_not_own_primary check (primary_contractor_id <> id)
);
create unique index contractors_name_key on contractors (client_id, name) where discarded_at is null;
create index contractors_primary_idx on contractors (client_id, primary_contractor_id);
select protect_tenant_table('contractors');
