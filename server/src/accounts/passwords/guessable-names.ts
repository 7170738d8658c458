import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { namesOf } from './own-names.ts'
import { findClientStatus } from '../account-queries.ts'

/** The names that are in no password of somebody who works here: their own, and their company's. */
export const guessableNames = async (
  db: Db,
  clientId: ClientId | null,
  person: { login_id: string; name: string; email: string | null },
): Promise<string[]> => namesOf(person, clientId === null ? undefined : await findClientStatus(db, clientId))
