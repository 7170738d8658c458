/**
 * What the check of statements says though it is no fault, by file and words of what it says, each with its reason. An entry that is not
 * needed any more is a fault itself.
 */
export const allowedStatements: readonly { file: string; fault: string; reason: string }[] = [
  { file: 'server/src/platform/database/pool.ts', fault: 'cannot be told', reason: 'the door that every statement goes through' },
  {
    file: 'server/src/platform/database/listing.ts',
    fault: 'cannot be told',
    reason: 'the page around a select, which is checked where it is written',
  },
  {
    file: 'server/src/migrate/dump-schema.ts',
    fault: 'cannot be told',
    reason: 'the statements that write db/schema.sql, proved by its check',
  },
  {
    file: 'server/src/accounts/message-queries.ts',
    fault: 'recent_messages',
    reason: 'a function that only a trial has; start/mail-reader.ts makes it',
  },
  {
    file: 'server/src/migrate/distribution/distribute.ts',
    fault: 'pg_dist_',
    reason: 'catalogs that only a coordinator has; tools/citus-tests runs them',
  },
  {
    file: 'server/src/clients/queries.ts',
    fault: 'brought by the caller: clientId',
    reason: 'SET takes no parameters, and a ClientId is a number',
  },
  { file: 'server/src/start/demo-town-once.ts', fault: '"demo_town" does not exist', reason: 'a table that only a trial has' },
  {
    file: 'server/src/platform/messages/due-messages.ts',
    fault: 'carrier_message_id',
    reason: 'only messages of clients go by carriers that number them',
  },
  {
    file: 'server/src/accounts/staffs/staff-queries.ts',
    fault: "type may be 'Craftsman'",
    reason: 'the condition names the two types of staff',
  },
  {
    file: 'server/src/platform/observing/metric-queries.ts',
    fault: 'pgboss.job',
    reason: 'a table of the queues, which make it themselves',
  },
  { file: 'server/src/platform/observing/metric-queries.ts', fault: "may be 'paper'", reason: 'the condition leaves paper out' },
  { file: 'server/src/start/doctor/examine-database.ts', fault: 'pgboss.job', reason: 'a table of the queues, which make it themselves' },
  { file: 'server/src/printing/queries.ts', fault: 'room_id may be null', reason: 'the subselect asks for a room' },
  {
    file: 'server/src/orders/receipts/receipt-queries.ts',
    fault: 'pay_method may be null',
    reason: 'nothing is receipted that nobody chose how to pay',
  },
  { file: 'server/src/start/greeting.ts', fault: 'login_id may be null', reason: 'the condition names two logins' },
  {
    file: 'server/src/start/greeting.ts',
    fault: 'whose rows',
    reason: 'a trial greets with the residents of all its clients, as the owner',
  },
  { file: 'server/src/start/backup/named-files.ts', fault: 'whose rows', reason: 'a backup holds the files of all clients, as the owner' },
  { file: 'server/src/start/backup/prove-pair.ts', fault: 'whose rows', reason: 'the books of all clients are proved, as the owner' },
  {
    file: 'server/src/platform/database/database-walls.ts',
    fault: 'whose rows',
    reason: 'asks whether rows are hidden while no client is named',
  },
  {
    file: 'server/src/constructions/queries.ts',
    fault: 'cannot be told',
    reason: 'the list has one text per set of filters and sort column',
  },
  { file: 'server/src/masters/queries.ts', fault: 'cannot be told', reason: 'the columns are those of the master that the contract names' },
  { file: 'server/src/photos/queries.ts', fault: 'cannot be told', reason: 'one of two tables, by the holder' },
  {
    file: 'server/src/accounts/sessions/session-queries.ts',
    fault: 'whose rows of sessions',
    reason: "a reader asks for its own session by the id that its token gave it; an administrator's belongs to no client",
  },
  {
    file: 'server/src/platform/http/identity.ts',
    fault: 'whose rows of sessions ses',
    reason: 'the session that the token gave: before it no client is known (decision 105)',
  },
  {
    file: 'server/src/accounts/joins/join-queries.ts',
    fault: 'whose rows of joined_accounts ja',
    reason: 'the accounts of one person, whom their owner joined over companies (D-40), outside of any client',
  },
  {
    file: 'server/src/accounts/platform-accounts/platform-account-queries.ts',
    fault: 'whose rows of second_factors sf',
    reason: 'accounts of the platform belong to no client, and neither do their second factors',
  },
  {
    file: 'server/src/platform/database/part-of-client.ts',
    fault: 'value is string, not ClientId',
    reason: 'a value alone has no type yet; that the statement around it minds the reach is what it is given for (decision 033)',
  },
]
