import type { ClientId } from '@toguchi/domain/access/actor'
import { type CallCenter, callCenterOf } from '@toguchi/domain/messages/call-center'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { findContactColumns } from './queries.ts'

/** Whom the people of a construction, or of a client, are told to call (decision 049). */
export const findCallCenter = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  constructionId: number | null | undefined,
): Promise<CallCenter> => callCenterOf(await findContactColumns(db, clientId, constructionId ?? null), platform.settings.callCenterPhone)
