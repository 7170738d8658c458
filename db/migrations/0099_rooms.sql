/* When somebody came to a dwelling on a day, and when the work began: one row a room and day (feature 15, decision 080). */
create table room_visits (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  room_id bigint not null,
  visit_on date not null,
  arrived_at timestamptz not null,
  started_at timestamptz,
  craftsman_id bigint,
  created_at timestamptz not null default app_now(),
  primary key (client_id, id),
  constraint room_visits_day_key unique (client_id, room_id, visit_on),
  constraint room_visits_in_order check (started_at is null or started_at >= arrived_at),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade,
  foreign key (client_id, craftsman_id) references users (client_id, id)
);
select protect_tenant_table('room_visits');
