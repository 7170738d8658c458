import { todayInTokyo } from '../calendar/day.ts'
import { photoTimingLabels, type PhotoTiming } from '../photos/labels.ts'
import { pictureLabels, pictureTypes } from '../photos/picture-formats.ts'
import type { DeliveryEdition } from './delivery-edition.ts'
import type { OtherFormats } from './labels.ts'
import { type Replaced, toStandard } from './standard-characters.ts'

/** Texts by the names of the standard's fields; what is empty is not written. */
export type DeliveryTexts = Readonly<Record<string, string>>

export interface DeliveryPhoto {
  uuid: string
  /** How the office calls it: its room, place and stage. */
  label: string
  /** Of what is put into PIC. */
  content_type: string
  width: number | null
  height: number | null
  texts: DeliveryTexts
  drawings: readonly DeliveryTexts[]
  /** Characters of its texts that had to be replaced. */
  replaced: readonly Replaced[]
}

export interface DeliveryRecord {
  base: DeliveryTexts
  photos: readonly DeliveryPhoto[]
  /** Files of DRA, by their names. */
  drawings: readonly string[]
}

/** What the form says of the photos of a construction beyond what each photo says of itself. */
export interface DeliverySettings {
  major_category: string
  before_category: string
  under_category: string
  after_category: string
  work_type: string | null
  work_kind: string | null
  work_detail: string | null
  media_number: number
  other_formats: OtherFormats
  /** Whether photos after the works are 代表写真. */
  after_is_representative: boolean
}

export interface DeliverableFacts {
  uuid: string
  building_name: string
  room_name: string | null
  place_name: string
  timing: PhotoTiming
  filming_at: Date
  /** Of the original. */
  content_type: string
  width: number | null
  height: number | null
  work_kind: string | null
  note: string | null
}

export interface Drawing {
  title: string
}

const numbered = (letter: string, number: number) => `${letter}${String(number).padStart(7, '0')}.JPG`
export const photoFileName = (serial: number): string => numbered('P', serial)
export const drawingFileName = (number: number): string => numbered('D', number)

/** Whether a photo goes into the form as it came, as a copy, or not at all. */
export const deliverableAs = (contentType: string, { other_formats }: DeliverySettings): 'original' | 'copy' | null =>
  contentType === 'image/jpeg' ? 'original' : other_formats === 'copy' ? 'copy' : null

export const photoLabelOf = ({ room_name, place_name, timing }: Pick<DeliverableFacts, 'room_name' | 'place_name' | 'timing'>): string =>
  `${room_name ?? '共用部'}　${place_name}　${photoTimingLabels[timing]}`

const categoryOf = (timing: PhotoTiming, settings: DeliverySettings): string =>
  ({
    before_construction: settings.before_category,
    under_construction: settings.under_category,
    after_construction: settings.after_category,
  })[timing]

const copyText = (contentType: string): string => {
  const type = pictureTypes.find(each => each === contentType)
  return `写し（原本は${type === undefined ? 'JPEG以外' : pictureLabels[type]}形式。納品のためJPEGに変換）`
}

/** What the form says of one photo; every text in the characters of the standard. */
export const deliveryPhotoOf = (
  facts: DeliverableFacts,
  serial: number,
  settings: DeliverySettings,
  drawings: readonly Drawing[],
): DeliveryPhoto => {
  const replaced: Replaced[] = []
  const standard = (text: string | null): string => {
    const { text: standardText, replaced: own } = toStandard(text ?? '')
    replaced.push(...own)
    return standardText.trim()
  }
  const isCopy = deliverableAs(facts.content_type, settings) === 'copy'
  const room = facts.room_name ?? '共用部'
  return {
    uuid: facts.uuid,
    label: photoLabelOf(facts),
    content_type: 'image/jpeg',
    width: facts.width,
    height: facts.height,
    texts: {
      シリアル番号: String(serial),
      写真ファイル名: photoFileName(serial),
      メディア番号: String(settings.media_number),
      '写真-大分類': settings.major_category,
      写真区分: categoryOf(facts.timing, settings),
      工種: standard(settings.work_type ?? facts.work_kind),
      種別: standard(settings.work_kind),
      細別: standard(settings.work_detail),
      写真タイトル: standard(photoLabelOf(facts)),
      撮影箇所: standard(`${facts.building_name}　${room}　${facts.place_name}`),
      撮影年月日: todayInTokyo(facts.filming_at),
      代表写真: settings.after_is_representative && facts.timing === 'after_construction' ? '1' : '0',
      提出頻度写真: '1',
      請負者説明文: [standard(facts.note), ...(isCopy ? [copyText(facts.content_type)] : [])].filter(text => text !== '').join('　'),
    },
    drawings: drawings.map(({ title }, at) => ({ 参考図ファイル名: drawingFileName(at + 1), 参考図タイトル: standard(title) })),
    replaced,
  }
}

export const deliveryRecordOf = (
  edition: DeliveryEdition,
  photos: readonly DeliveryPhoto[],
  drawings: readonly Drawing[],
): DeliveryRecord => ({
  base: {
    写真フォルダ名: 'PHOTO/PIC',
    参考図フォルダ名: drawings.length === 0 ? '' : 'PHOTO/DRA',
    適用要領基準: edition.code,
  },
  photos,
  drawings: drawings.map((_, at) => drawingFileName(at + 1)),
})
