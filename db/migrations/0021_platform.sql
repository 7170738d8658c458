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
