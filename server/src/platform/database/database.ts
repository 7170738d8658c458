import type { Kysely } from 'kysely'
import type { DB } from './database.gen.ts'

/** The open transaction, bound to one client (or to none): what every query is given. Nothing else reaches the database. */
export type Db = Kysely<DB>
