/* 「まもなく伺います」: one a room and day, and what was answered to it by its link (features 13 and 16, decision 081). */
create table visit_notices (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  room_id bigint not null,
  visit_on date not null,
  craftsman_id bigint,
  sent_at timestamptz not null,
  answer text constraint visit_notices_answer_check check (answer in ('come', 'wait', 'absent')),
  answered_at timestamptz,
  primary key (client_id, id),
  constraint visit_notices_uuid_key unique (client_id, uuid),
  constraint visit_notices_day_key unique (client_id, room_id, visit_on),
  constraint visit_notices_answered check ((answer is null) = (answered_at is null)),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade,
  foreign key (client_id, craftsman_id) references users (client_id, id)
);
select protect_tenant_table('visit_notices');

alter table public_ids drop constraint public_ids_kind_check;
alter table public_ids add constraint public_ids_kind_check check (kind in ('construction', 'room', 'payment', 'visit_notice'));
