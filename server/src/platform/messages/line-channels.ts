import type { ClientId } from '@toguchi/domain/access/actor'
import { messagingApi } from '@line/bot-sdk'
import type { Db } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { decrypt } from '../secrets.ts'

/** What seals a client's token and secret (`secrets.ts`). */
export const linePurpose = 'line_channel'

/** The official account of a client, opened. */
export interface LineChannel {
  token: string
  secret: string
}

/** Undefined where the client has set none up. */
export const openLineChannel = async (
  { settings }: Pick<Platform, 'settings'>,
  db: Db,
  clientId: ClientId,
): Promise<LineChannel | undefined> => {
  const row = await db
    .selectFrom('line_channels')
    .where('client_id', '=', clientId)
    .select(['token_ciphertext', 'secret_ciphertext'])
    .executeTakeFirst()
  return (
    row && {
      token: decrypt(settings, linePurpose, row.token_ciphertext),
      secret: decrypt(settings, linePurpose, row.secret_ciphertext),
    }
  )
}

/** LINE's Messaging API by its own SDK. */
export const lineClient = ({ settings }: Pick<Platform, 'settings'>, { token }: Pick<LineChannel, 'token'>) =>
  new messagingApi.MessagingApiClient({ channelAccessToken: token, baseURL: settings.lineApiUrl })
