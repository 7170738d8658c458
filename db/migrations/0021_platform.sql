-- Holes in the second wall (review M8): what looked across clients without need.

/* Everybody's mails in one call: now made by the trial alone, for its mail reader (server/src/start/mail-reader.ts). */
drop function recent_messages;

/* Long work belongs to a client like everything else; the queue carries the client beside the id. */
alter table jobs drop constraint jobs_pkey;
alter table jobs add primary key (client_id, id);
drop index jobs_waiting_idx;
create index jobs_waiting_idx on jobs (client_id, id) where state in ('waiting', 'running');
select protect_tenant_table('jobs');

/* A process without the owner's URL checks at its start that the schema is the one it was written for. */
grant select on schema_migrations to toguchi_app;

/* Whoever was let in with a session is sent away when it ends, in every process (review: streams went on after sign-out). */
create function tell_ended_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('session_ended', ended.id::text) from ended where ended.expires_at > now();
  return null;
end
$$;
create trigger sessions_tell_ended after delete on sessions referencing old table as ended for each statement execute function tell_ended_sessions();
