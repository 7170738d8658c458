import { type InformationKind, informationKinds, platformInformationState } from '@toguchi/domain/dashboard/information'
import { type PlatformInformation, platformInformations } from '@toguchi/domain/dashboard/platform-informations-contract'
import { recordPlatformEvent } from '../../accounts/accounts.ts'
import { toDay, toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { answers } from '../../platform/http/mount.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import {
  findPlatformInformation,
  insertPlatformInformation,
  listLivingClientIds,
  listPlatformInformations,
  lockPlatformInformation,
  type PlatformInformationRow,
  updatePlatformInformation,
} from './platform-information-queries.ts'

export const presentInformation = (row: PlatformInformationRow, now: Date): PlatformInformation => ({
  ...row,
  kind: informationKinds.find(kind => kind === row.kind) ?? 'info',
  state: platformInformationState({ ...row, isEnded: row.ended_at !== null }, toDay(now)),
  ended_at: toInstant(row.ended_at),
  created_at: toInstant(row.created_at),
  updated_at: toInstant(row.updated_at),
})

const show = async (db: Db, id: number, now: Date): Promise<PlatformInformation> => {
  const row = await findPlatformInformation(db, id)
  if (!row) throw notFound()
  return presentInformation(row, now)
}

interface Form {
  kind: InformationKind
  title: string
  body: string | null
  client_ids: number[] | null
  starts_on: string
  ends_on: string
}

const refuseDays = ({ starts_on, ends_on }: Pick<Form, 'starts_on' | 'ends_on'>) => {
  if (ends_on < starts_on) throw invalid({ ends_on: ['は掲載開始日以降の日付を入力してください'] })
}

const refuseUnknownClients = async (db: Db, ids: readonly number[] | null | undefined) => {
  const wanted = new Set(ids ?? [])
  if ((await listLivingClientIds(db, [...wanted])).length < wanted.size) throw invalid({ client_ids: ['は一覧にありません'] })
}

const subjectOf = (id: number) => ({ type: 'platform_informations', id }) as const

/** What was sent, without what was not. */
const sentOf = (form: { [Name in keyof Form]?: Form[Name] | undefined }): Partial<Form> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

export const platformInformationsRoutes = answers(platformInformations, {
  'GET /api/admin/informations': async ({ db, query, now }) => {
    const { rows, ...rest } = await listPlatformInformations(db, query)
    return { informations: rows.map(row => presentInformation(row, now)), ...rest }
  },

  'POST /api/admin/informations': async ({ db, actor, body, now }) => {
    refuseDays(body.information)
    await refuseUnknownClients(db, body.information.client_ids)
    const id = await insertPlatformInformation(db, body.information)
    await recordPlatformEvent(db, { kind: 'platform_informations.created', actor, subject: subjectOf(id) })
    return { message: 'お知らせを登録しました。', information: await show(db, id, now) }
  },

  'PATCH /api/admin/informations/:id': async ({ db, actor, params, body, now }) => {
    const before = await lockPlatformInformation(db, params.id)
    if (!before) throw notFound()
    if (before.ended_at !== null) throw hasEnded()
    const change = sentOf(body.information)
    refuseDays({ ...before, ...change })
    await refuseUnknownClients(db, change.client_ids)
    await updatePlatformInformation(db, before.id, { ...change, updated_at: now })
    const fields = Object.keys(change)
    await recordPlatformEvent(db, { kind: 'platform_informations.updated', actor, subject: subjectOf(before.id), change: { fields } })
    return { message: 'お知らせを更新しました。', information: await show(db, before.id, now) }
  },

  'DELETE /api/admin/informations/:id': async ({ db, actor, params, now }) => {
    const before = await lockPlatformInformation(db, params.id)
    if (!before) throw notFound()
    if (before.ended_at !== null) throw hasEnded()
    await updatePlatformInformation(db, before.id, { ended_at: now, updated_at: now })
    await recordPlatformEvent(db, { kind: 'platform_informations.ended', actor, subject: subjectOf(before.id) })
    return { message: 'お知らせの掲載を終了しました。', information: await show(db, before.id, now) }
  },
})

const hasEnded = () => refused('このお知らせの掲載は終了しています。', 'ended')
