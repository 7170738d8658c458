-- The completion report of a room: its template, what was answered, what was signed, and what was corrected afterwards.

create table room_completion_reports (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  room_id bigint not null,
  -- None where the works have no template: the report is comment, photos and signature then.
  completion_report_id bigint,
  lock_version integer not null default 1,
  saved_at timestamptz not null,
  primary key (client_id, id),
  constraint room_completion_reports_room_key unique (client_id, room_id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade,
  foreign key (client_id, completion_report_id) references completion_reports
);
create index room_completion_reports_template_idx on room_completion_reports (client_id, completion_report_id);
select protect_tenant_table('room_completion_reports');

/* Each says for itself what was asked and answered: a later change of the template rewrites no report. */
create table completion_report_results (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  completion_report_item_id bigint not null,
  completion_report_item_unit_id bigint,
  position integer not null,
  kind text not null check (kind in ('choice', 'number', 'text')),
  item_name text not null,
  -- As it is read aloud: 良, 12.5 MΩ, A-1024.
  answer text not null check (answer <> ''),
  value_number double precision,
  value_text text,
  unit_name text,
  primary key (client_id, id),
  constraint completion_report_results_item_key unique (client_id, room_id, completion_report_item_id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  foreign key (client_id, completion_report_item_id) references completion_report_items,
  foreign key (client_id, completion_report_item_unit_id) references completion_report_item_units,
  constraint completion_report_results_value check (case kind
    when 'choice' then completion_report_item_unit_id is not null and value_number is null and value_text is null
    when 'number' then value_number is not null and completion_report_item_unit_id is null and value_text is null
    else value_text is not null and completion_report_item_unit_id is null and value_number is null end)
);
select protect_tenant_table('completion_report_results');

create table room_signatures (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  room_id bigint not null,
  file_id bigint not null,
  relation text not null check (relation in ('self', 'family', 'proxy')),
  -- That a name stood there outlives the name (decision 036).
  named boolean not null,
  signer_name text,
  signed_at timestamptz not null,
  -- What lay before the signer's eyes, nobody's name in it, and the SHA-256 of its canonical text.
  content jsonb not null,
  sha256 bytea not null check (length(sha256) = 32),
  withdrawn_at timestamptz,
  withdrawn_by_kind text,
  withdrawn_by_id bigint,
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id) on delete cascade,
  foreign key (client_id, file_id) references files,
  constraint room_signatures_name check (named or signer_name is null),
  constraint room_signatures_withdrawn check ((withdrawn_at is null) = (withdrawn_by_kind is null))
);
create unique index room_signatures_room_key on room_signatures (client_id, room_id) where withdrawn_at is null;
create index room_signatures_room_idx on room_signatures (client_id, room_id, id);
select protect_tenant_table('room_signatures');
-- What was signed stays as it was signed, whatever the application does.
revoke update, delete on room_signatures from toguchi_app;
grant update (signer_name, withdrawn_at, withdrawn_by_kind, withdrawn_by_id) on room_signatures to toguchi_app;

/* Every change of a report that was finished; `before` of the first one is what was signed. */
create table completion_report_corrections (
  client_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  -- Null: of the text that `subject` names.
  completion_report_item_id bigint,
  subject text not null check (subject in ('item', 'completion_comment', 'special_report')),
  item_name text not null,
  before text,
  after text,
  corrected_by_kind text not null,
  corrected_by_id bigint,
  corrected_at timestamptz not null,
  -- The completion that was corrected has been taken back.
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms on delete cascade,
  foreign key (client_id, completion_report_item_id) references completion_report_items,
  constraint completion_report_corrections_subject check ((subject = 'item') = (completion_report_item_id is not null))
);
create index completion_report_corrections_room_idx on completion_report_corrections (client_id, room_id, id);
select protect_tenant_table('completion_report_corrections');
revoke update, delete on completion_report_corrections from toguchi_app;
grant update (ended_at) on completion_report_corrections to toguchi_app;
