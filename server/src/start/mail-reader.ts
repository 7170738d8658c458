import pg from 'pg'

/**
 * What has been written lately in every outbox, for the mail reader of the trial (D-15, D-18). It looks into all clients' mails with
 * their links, so it is no part of the schema: only a trial makes it, and production has none (review M8).
 */
const reader = `
create or replace function recent_messages(at_most integer)
returns table (transport text, recipients text[], cc text[], bcc text[], subject text, body text, state text, created_at timestamptz, sent_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from (
    select m.transport, m.recipients, m.cc, m.bcc, m.subject, m.body, m.state, m.created_at, m.sent_at from outbox_messages m where m.transport <> 'paper'
    union all
    select 'mail', pm.recipients, '{}', '{}', pm.subject, pm.body, pm.state, pm.created_at, pm.sent_at from platform_messages pm) every_message
  order by created_at desc, subject limit at_most
$$;
revoke all on function recent_messages from public;
grant execute on function recent_messages to toguchi_app`

/** Makes the mail reader's function, as the owner; never in production. */
export const installMailReader = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(reader)
  } finally {
    await client.end()
  }
}
