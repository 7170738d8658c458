import type { SignboardForm, SignboardSettingsForm } from '@toguchi/domain/photos/contract'
import type { ClientId, Kind } from '@toguchi/domain/access/actor'
import { instantOf, timeInTokyo } from '@toguchi/domain/calendar/day'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { toDay } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'
import { forbidden, invalid, notFound, refused } from '../platform/http/problem.ts'
import { albumOf, type PhotoTarget } from './add-photo.ts'
import { type AlbumImageRow, findHolder, type ImageRow, listImages } from './queries.ts'
import { findSettings, saveBoard, saveFilmingAt, saveSettings, type SettingsRow } from './signboard-queries.ts'

/** Whose photo it is decides as for deleting: craftsmen correct the boards of their own (G-PHO-12). */
export const mayCorrect = (actor: { kind: Kind; id: number }, { uploaded_by_kind, uploaded_by_id }: ImageRow): boolean =>
  actor.kind !== 'craftsman' || (uploaded_by_kind === 'craftsman' && uploaded_by_id === actor.id)

/** Corrects the board of a photo. Once a room is closed, its boards are the office's alone. */
export const changeSignboard = async (target: PhotoTarget, uuid: string, form: SignboardForm): Promise<void> => {
  const { db, actor, holder } = target
  const holderRow = await findHolder(db, actor, holder, true)
  if (!holderRow) throw notFound()
  const { client_id: clientId } = holderRow
  const [before] = await listImages(db, clientId, holder, { uuid })
  if (!before) throw notFound()
  if (!mayCorrect(actor, before)) throw forbidden()
  if (actor.kind === 'craftsman' && holderRow.closed_at !== null) throw refused(closedRoomText, 'room_closed')
  await saveBoard(db, clientId, holder, uuid, form)
  const { hidden, date: _date, date_reason: _reason, ...texts } = form
  const corrected = await correctDate(target, clientId, before, form)
  await recordEvent(db, {
    kind: `${albumOf(holder)}.signboard_changed`,
    actor,
    clientId,
    constructionId: holder.constructionId,
    roomId: holder.roomId,
    change: { uuid, hidden: [before.signboard_hidden, hidden], ...corrected.change },
    personal: {
      before: { work_kind: before.signboard_work_kind, place: before.signboard_place, note: before.signboard_note },
      after: texts,
      ...corrected.personal,
    },
  })
}

/** A photo of another day than its clock said keeps its hour: a phone that was a year off was right about the rest. */
const correctDate = async (
  { db, holder, platform }: PhotoTarget,
  clientId: ClientId,
  image: AlbumImageRow,
  { date, date_reason }: SignboardForm,
): Promise<{ change: object; personal: object }> => {
  if (date === undefined || date === toDay(image.filming_at)) return { change: {}, personal: {} }
  if (date_reason === null) throw invalid({ date_reason: ['を入力してください'] })
  const filming_at = instantOf(date, timeInTokyo(image.filming_at))
  if (date > toDay(platform.now())) throw invalid({ date: ['は今日までの日付を入力してください'] })
  const before = image.filming_at_before ?? image.filming_at
  await saveFilmingAt(db, clientId, holder, image.uuid, { filming_at, before, reason: date_reason })
  return { change: { filming_at: [image.filming_at.toISOString(), filming_at.toISOString()] }, personal: { date_reason } }
}

/** Says how all boards of a construction look. Returns how they do now. */
export const changeSettings = async (target: PhotoTarget, form: SignboardSettingsForm): Promise<SettingsRow> => {
  const { db, actor, holder } = target
  const { constructionId } = holder
  const holderRow = await findHolder(db, actor, holder, true)
  if (!holderRow) throw notFound()
  const { client_id: clientId } = holderRow
  const before = await findSettings(db, clientId, constructionId)
  if (!before) throw notFound()
  await saveSettings(db, clientId, constructionId, form)
  await recordEvent(db, {
    kind: 'constructions.signboard_changed',
    actor,
    clientId,
    constructionId,
    change: { corner: [before.corner, form.corner] },
    personal: { work_kind: [before.work_kind, form.work_kind] },
  })
  return { ...before, ...form }
}
