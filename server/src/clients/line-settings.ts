import type { ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { clientLine, LineSettings } from '@toguchi/domain/clients/line-contract'
import { HTTPFetchError } from '@line/bot-sdk'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { originOf } from '../platform/http/hosts.ts'
import { invalid, notFound, refused, stale } from '../platform/http/problem.ts'
import { lineClient, linePurpose, openLineChannel } from '../platform/messages/line-channels.ts'
import { deleteEveryLineLink } from '../platform/messages/line-links.ts'
import type { Platform } from '../platform/platform.ts'
import { encrypt } from '../platform/secrets.ts'
import { withinPatience } from '../platform/within-patience.ts'
import { deleteLineChannel, findLineChannel, insertLineChannel, lockLineChannel, updateLineChannel } from './line-queries.ts'
import { findClient } from './queries.ts'

type Form = BodyOf<(typeof clientLine)['PATCH /api/settings/line']>['line']

export const showLineSettings = async ({ settings }: Platform, db: Db, clientId: ClientId): Promise<LineSettings> => {
  const client = await findClient(db, clientId)
  if (!client) throw notFound()
  const row = await findLineChannel(db, clientId)
  return {
    is_set_up: row !== undefined,
    display_name: row?.display_name ?? null,
    basic_id: row?.basic_id ?? null,
    checked_at: toInstant(row?.checked_at ?? null),
    is_on: row?.is_on ?? false,
    webhook_url: `${originOf(settings.apiHostTemplate, client.cd)}/api/line/${client.uuid}/webhook`,
    linked_count: row?.linked_count ?? 0,
  }
}

const notSetUp = () => refused('チャネルアクセストークンとチャネルシークレットを保存してください。', 'no_line_channel')

/** Saves what opens the official account, sealed, and whether messages go there. What is not given stays. */
export const saveLineSettings = async (platform: Platform, db: Db, actor: OfficeActor, form: Form): Promise<void> => {
  const { clientId } = actor
  const now = platform.now()
  const { channel_access_token: token, channel_secret: secret, is_on } = form
  const seal = (text: string) => encrypt(platform.settings.secretKey, linePurpose, text)
  const before = await lockLineChannel(db, clientId)
  if (!before) {
    const missing = ['を入力してください']
    if (token === undefined || secret === undefined)
      throw invalid({
        ...(token === undefined ? { channel_access_token: missing } : {}),
        ...(secret === undefined ? { channel_secret: missing } : {}),
      })
    await insertLineChannel(db, clientId, { token_ciphertext: seal(token), secret_ciphertext: seal(secret) }, now)
  }
  const isChecked = before !== undefined && before.checked_at !== null && token === undefined
  if (is_on && !isChecked) throw refused('先に「接続を確認」してください。', 'line_unchecked')
  if (before)
    await updateLineChannel(
      db,
      clientId,
      {
        ...(token === undefined ? {} : { token_ciphertext: seal(token), checked_at: null, is_on: false }),
        ...(secret === undefined ? {} : { secret_ciphertext: seal(secret) }),
        ...(is_on === undefined ? {} : { is_on }),
      },
      now,
    )
  const fields = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await recordEvent(db, {
    kind: 'clients.line_changed',
    actor,
    clientId,
    change: { fields, ...(is_on === undefined ? {} : { after: { is_on } }) },
  })
}

/**
 * Asks LINE whose token it is, outside any transaction, and keeps the account's ids and name. Who was linked to another account cannot be
 * written to by this one: those links end.
 */
export const checkLine = async (platform: Platform, { clientId }: OfficeActor): Promise<void> => {
  const [before, channel] = await platform.pool.read(clientId, async db => [
    await findLineChannel(db, clientId),
    await openLineChannel(platform, db, clientId),
  ])
  if (!before || !channel) throw notSetUp()
  const bot = await withinPatience(lineClient(platform, channel).getBotInfo(), 10_000).catch((error: unknown) => {
    throw error instanceof HTTPFetchError && (error.status === 401 || error.status === 403)
      ? refused('LINEに接続できませんでした。チャネルアクセストークンを確認してください。', 'line_refused')
      : refused('LINEのサーバーから応答がありませんでした。時間をおいて、もう一度お試しください。', 'line_unreachable')
  })
  const now = platform.now()
  await platform.pool.write(clientId, async db => {
    const locked = await lockLineChannel(db, clientId)
    // Another token was saved while LINE was asked of this one.
    if (!locked?.token_ciphertext.equals(before.token_ciphertext)) throw stale()
    if (locked.bot_user_id !== null && locked.bot_user_id !== bot.userId) await deleteEveryLineLink(db, clientId)
    await updateLineChannel(
      db,
      clientId,
      { bot_user_id: bot.userId, basic_id: bot.basicId, display_name: bot.displayName, checked_at: now },
      now,
    )
  })
}

/** Forgets the account and who was linked to it: their messages go another way from now on. */
export const removeLine = async (db: Db, actor: OfficeActor): Promise<void> => {
  const { clientId } = actor
  if (!(await lockLineChannel(db, clientId))) throw notSetUp()
  await deleteEveryLineLink(db, clientId)
  await deleteLineChannel(db, clientId)
  await recordEvent(db, { kind: 'clients.line_removed', actor, clientId })
}
