import { isDay } from '../calendar/day.ts'
import type { DeliveryEdition, DeliveryField, DeliveryGroup } from './delivery-edition.ts'
import type { DeliveryPhoto, DeliveryRecord, DeliveryTexts } from './delivery-record.ts'
import { foreignIn, lengthOf } from './standard-characters.ts'

export interface Violation {
  /** A fault is no delivery; advice is for whoever answers for the photos. */
  level: 'fault' | 'advice'
  /** The photo it belongs to; null: the delivery. */
  photo: string | null
  field: string
  text: string
}

type Say = (field: string, text: string, level?: Violation['level']) => void

/** Every rule of an edition that a record breaks, in the order of its photos. `today` is the day of the delivery. */
export const checkDelivery = (record: DeliveryRecord, edition: DeliveryEdition, today: string): Violation[] => {
  const violations: Violation[] = []
  const sayOf =
    (photo: string | null): Say =>
    (field, text, level = 'fault') =>
      void violations.push({ level, photo, field, text })
  const ofAll = sayOf(null)
  if (record.photos.length === 0) ofAll('写真ファイル名', '納品できる写真がありません。')
  checkGroup(edition.base, record.base, ofAll)
  checkFolders(record, ofAll)
  for (const [at, photo] of record.photos.entries()) {
    const say = sayOf(photo.label)
    for (const group of edition.photo) for (const texts of group.repeated ? photo.drawings : [photo.texts]) checkGroup(group, texts, say)
    checkFile(photo, at + 1, say)
    checkDate(photo.texts['撮影年月日'] ?? '', today, say)
    checkCategory(photo.texts, say)
    checkPixels(photo, edition, say)
  }
  checkUnique(record, ofAll)
  return violations
}

const checkGroup = ({ fields }: DeliveryGroup, texts: DeliveryTexts, say: Say) => {
  for (const field of fields) checkField(field, texts[field.name] ?? '', text => say(field.name, text))
}

const checkField = (field: DeliveryField, text: string, say: (text: string) => void) => {
  if (text === '') {
    if (field.requirement === 'always') say('必須の項目です。')
    return
  }
  const foreign = foreignIn(text)
  if (foreign.length > 0) say(`使えない文字があります（${foreign.join('、')}）。`)
  if (field.characters === 'upper' && !/^[A-Z0-9./]+$/.test(text)) say('半角の英大文字と数字で記入します。')
  if (field.characters === 'digits' && !/^\d+$/.test(text)) say('半角の数字で記入します。')
  if (field.characters === 'date' && !isDay(text)) say('CCYY-MM-DDの実在する日付で記入します。')
  const length = field.characters === 'mixed' ? lengthOf(text) : text.length
  if (length > field.most) say(`${field.most}文字までです（${Math.ceil(length)}文字あります）。`)
  if (field.fixed !== undefined && text !== field.fixed) say(`「${field.fixed}」で固定です。`)
  if (field.allowed !== undefined && !field.allowed.includes(text)) say(`${field.allowed.join('・')}のいずれかです。`)
  if (field.pattern !== undefined && !field.pattern.test(text)) say(`${field.form ?? '決められた形式'}で記入します。`)
}

/** 写真ファイルはJPEG; its number is its serial, and those count from 1 without a gap. */
const checkFile = ({ content_type, texts }: DeliveryPhoto, expected: number, say: Say) => {
  if (content_type !== 'image/jpeg') say('写真ファイル名', '写真ファイルはJPEG形式です。')
  const serial = texts['シリアル番号'] ?? ''
  if (serial !== String(expected)) say('シリアル番号', `1からの連番です（${expected}になります）。`)
  const named = /^P(\d{7})/.exec(texts['写真ファイル名'] ?? '')?.[1]
  if (named !== undefined && Number(named) !== Number(serial)) say('写真ファイル名', 'シリアル番号と同じ番号にします。')
}

const checkDate = (date: string, today: string, say: Say) => {
  if (isDay(date) && date > today) say('撮影年月日', '未来の日付です。')
}

/** 写真区分 is demanded of photos of works (○: 工事の場合). */
const checkCategory = (texts: DeliveryTexts, say: Say) => {
  if (texts['写真-大分類'] !== '工事') return
  if ((texts['写真区分'] ?? '') === '') say('写真区分', '写真-大分類が「工事」のときは必須です。')
  if (['施工状況写真', '品質管理写真', '出来形管理写真'].includes(texts['写真区分'] ?? '') && (texts['工種'] ?? '') === '')
    say('工種', '分かるときは記入します。', 'advice')
}

const checkPixels = ({ width, height }: DeliveryPhoto, { fewestPixels }: DeliveryEdition, say: Say) => {
  if (width !== null && height !== null && width * height < fewestPixels)
    say('写真ファイル名', `有効画素数が${fewestPixels / 10_000}万画素より少なく、黒板の文字が読めないことがあります。`, 'advice')
}

/** 参考図: the folder is named when there are any, each file is one that a photo names, and each named one is there. */
const checkFolders = ({ base, photos, drawings }: DeliveryRecord, say: Say) => {
  const hasFolder = (base['参考図フォルダ名'] ?? '') !== ''
  if (drawings.length > 0 && !hasFolder) say('参考図フォルダ名', '参考図があるときは必須です。')
  if (drawings.length === 0 && hasFolder) say('参考図フォルダ名', '参考図がないときは記入しません。')
  const named = new Set(photos.flatMap(photo => photo.drawings.map(texts => texts['参考図ファイル名'] ?? '')))
  for (const drawing of drawings)
    if (photos.length > 0 && !named.has(drawing)) say('参考図ファイル名', `${drawing}を参照する写真がありません。`)
  for (const drawing of named)
    if (drawing !== '' && !drawings.includes(drawing)) say('参考図ファイル名', `${drawing}が参考図フォルダにありません。`)
}

const checkUnique = ({ photos }: DeliveryRecord, say: Say) => {
  for (const field of ['シリアル番号', '写真ファイル名']) {
    const counts = Map.groupBy(photos, photo => photo.texts[field] ?? '')
    for (const [text, own] of counts) if (text !== '' && own.length > 1) say(field, `${text}が${own.length}枚にあります。`)
  }
}
