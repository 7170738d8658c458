import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export const recentMessages = async (db: Db, most: number) =>
  (
    await sql<{
      transport: 'mail' | 'sms'
      recipients: string[]
      cc: string[]
      bcc: string[]
      subject: string
      body: string
      sent_at: Date | null
      created_at: Date
    }>`select transport, recipients, cc, bcc, subject, body, sent_at, created_at from recent_messages(${most})`.execute(db)
  ).rows
