/*
 * Requests that a device sends until they are answered (decision 076): each counts once, however often it arrives. Of what they asked
 * and were answered nothing is kept.
 */
create table answered_requests (
  client_id bigint not null references clients,
  id uuid not null,
  actor_kind text not null,
  actor_id bigint not null,
  endpoint text not null,
  answered_at timestamptz not null default app_now(),
  primary key (client_id, id)
);
create index answered_requests_actor_idx on answered_requests (client_id, actor_kind, actor_id, answered_at);
select protect_tenant_table('answered_requests');
