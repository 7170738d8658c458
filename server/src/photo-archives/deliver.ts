import { todayInTokyo } from '@toguchi/domain/calendar/day'
import { checkDelivery } from '@toguchi/domain/photo-archives/check-delivery'
import { currentEdition } from '@toguchi/domain/photo-archives/delivery-edition'
import {
  deliverableAs,
  type DeliverySettings,
  type DeliveryPhoto,
  deliveryPhotoOf,
  deliveryRecordOf,
  drawingFileName,
  photoFileName,
} from '@toguchi/domain/photo-archives/delivery-record'
import { usualCategories } from '@toguchi/domain/photo-archives/labels'
import { photoXmlBytes } from '@toguchi/domain/photo-archives/photo-xml'
import { pictureLabelOf } from '@toguchi/domain/photos/picture-formats'
import type { ClientId } from '@toguchi/domain/access/actor'
import { showPicture } from '../photos/photos.ts'
import type { Db } from '../platform/database/database.ts'
import { refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import type { Printed } from '../printing/printing.ts'
import { archiveIndex } from './archive-index.ts'
import { readPublished } from './published-files.ts'
import { type ArchiveRow, type DrawingRow, findDelivery, listDrawings } from './queries.ts'
import { readKept } from './read-kept.ts'
import { archiveName, type ArchiveJob, assertAny, eachPhoto, faultTexts, hiddenText, noteOf, siteOf } from './write-archive.ts'
import { stageZip, type Zip } from './zip-file.ts'

/** What a construction says of its photos before anybody has said anything. */
const usualSettings: DeliverySettings = {
  major_category: '工事',
  before_category: usualCategories.before_construction,
  under_category: usualCategories.under_construction,
  after_category: usualCategories.after_construction,
  work_type: null,
  work_kind: null,
  work_detail: null,
  media_number: 1,
  other_formats: 'leave_out',
  after_is_representative: false,
}

export const settingsOf = async (db: Db, clientId: ClientId, constructionId: number): Promise<DeliverySettings> =>
  (await findDelivery(db, clientId, constructionId)) ?? usualSettings

/** What the form says of a photo, with the texts of its board where it has any of its own. */
export const deliveryPhoto = (
  row: ArchiveRow,
  serial: number,
  settings: DeliverySettings,
  drawings: readonly DrawingRow[],
): DeliveryPhoto =>
  deliveryPhotoOf(
    {
      ...row,
      place_name: row.signboard_place ?? row.place_name,
      work_kind: row.signboard_work_kind ?? row.construction_work_kind,
      note: row.signboard_note,
    },
    serial,
    settings,
    drawings,
  )

/** Of what is no JPEG: its original is at hand, and cannot be drawn. */
const noCopyText = 'JPEGに変換した写しを作成できないため入っていません'

/** The bytes of PIC, or why there are none: the original where it is a JPEG, otherwise the copy by which it is shown. */
const readPicture = async (platform: Platform, { client_id, input }: ArchiveJob, row: ArchiveRow, as: 'original' | 'copy') => {
  if (as === 'copy')
    return (await showPicture({ platform, clientId: client_id, constructionId: input.construction_id }, row, false)) ?? { why: noCopyText }
  const bytes = await readKept(platform.storage, row.file_key, row.sha256)
  return typeof bytes === 'string' ? { why: faultTexts[bytes] } : bytes
}

const addDrawings = async ({ storage, now }: Platform, zip: Zip, drawings: readonly DrawingRow[]) => {
  for (const [at, drawing] of drawings.entries()) {
    const bytes = await readKept(storage, drawing.storage_key, drawing.sha256)
    if (typeof bytes === 'string')
      throw refused(`参考図「${drawing.title}」の原本が壊れているか、見つかりません。参考図から外してください。`, 'drawing_torn')
    await zip.add(`PHOTO/DRA/${drawingFileName(at + 1)}`, bytes, now())
  }
}

/** デジタル写真管理情報基準: PHOTO.XML, PIC and DRA as the edition says it, and beside the folder an index for people (decision 042). */
export const writeDelivery = async (platform: Platform, job: ArchiveJob): Promise<Printed> => {
  const { client_id, input } = job
  const site = await siteOf(platform, job)
  const { settings, drawings } = await platform.pool.read(client_id, async db => ({
    settings: await settingsOf(db, client_id, input.construction_id),
    drawings: (await listDrawings(db, client_id, input.construction_id)).filter(({ id }) => input.drawing_ids.includes(id)),
  }))
  const photos: DeliveryPhoto[] = []
  const fill = async (zip: Zip) => {
    const index = archiveIndex(true)
    await eachPhoto(platform, job, async (row, uuid) => {
      if (row === undefined) return index.addGone(uuid)
      if (row.hidden_at !== null) return index.add(row, { path: '', state: hiddenText })
      const as = deliverableAs(row.content_type, settings)
      if (as === null)
        return index.add(row, { path: '', state: `納品できない形式（${pictureLabelOf(row.content_type)}）のため入っていません` })
      const bytes = await readPicture(platform, job, row, as)
      if ('why' in bytes) return index.add(row, { path: '', state: bytes.why })
      const serial = photos.length + 1
      const photo = deliveryPhoto(row, serial, settings, drawings)
      const path = `PHOTO/PIC/${photoFileName(serial)}`
      await zip.add(path, bytes, row.filming_at)
      photos.push(photo)
      index.add(row, { path, state: as === 'copy' ? '保存済み（JPEGに変換した写し）' : '保存済み', replaced: photo.replaced })
    })
    assertAny(photos.length)
    await addDrawings(platform, zip, drawings)
    const record = deliveryRecordOf(currentEdition, photos, drawings)
    assertFaultless(checkDelivery(record, currentEdition, todayInTokyo(platform.now())).filter(({ level }) => level === 'fault').length)
    await zip.add('PHOTO/PHOTO.XML', photoXmlBytes(record, currentEdition), platform.now())
    const dtd = await readPublished(platform, currentEdition.dtd)
    if (dtd !== null) await zip.add(`PHOTO/${currentEdition.dtd}`, dtd, platform.now())
    await zip.add('index.csv', index.bytes(), platform.now())
  }
  const staged = await stageZip(platform.storage, archiveName('電子納品写真', site), fill)
  return { ...staged, note: noteOf(input.uuids.length, photos.length) }
}

/** A delivery that breaks rules is none. */
export const assertFaultless = (faults: number): void => {
  if (faults > 0)
    throw refused(`基準に合わない項目が${faults}件あるため、電子納品を作成できません。内容を直してください。`, 'delivery_faults')
}
