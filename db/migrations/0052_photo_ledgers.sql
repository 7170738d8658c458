-- 工事写真台帳 (decision 039): how the ledger of a construction was made last, and by which job, whose file is kept for as long as papers are.
create table photo_ledgers (
  client_id bigint not null,
  construction_id bigint not null,
  -- As the contract has them; uuids of photos that are gone among `left_out` say nothing any more.
  choices jsonb not null,
  job_id bigint,
  photos integer,
  pages integer,
  primary key (client_id, construction_id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, job_id) references jobs,
  constraint photo_ledgers_made check ((job_id is null) = (photos is null) and (job_id is null) = (pages is null))
);
create index photo_ledgers_job_idx on photo_ledgers (client_id, job_id);
select protect_tenant_table('photo_ledgers');
