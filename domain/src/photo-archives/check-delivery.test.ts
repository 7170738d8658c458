import { describe, expect, it } from 'vitest'
import { checkDelivery } from './check-delivery.ts'
import { currentEdition } from './delivery-edition.ts'
import { type DeliveryPhoto, deliveryPhotoOf, type DeliveryRecord, deliveryRecordOf, type DeliverySettings } from './delivery-record.ts'
import { photoXml, photoXmlBytes } from './photo-xml.ts'

const settings: DeliverySettings = {
  major_category: '工事',
  before_category: '着手前及び完成写真',
  under_category: '施工状況写真',
  after_category: '着手前及び完成写真',
  work_type: '電気設備工事',
  work_kind: null,
  work_detail: null,
  media_number: 1,
  other_formats: 'copy',
  after_is_representative: true,
}
const facts = {
  uuid: 'a',
  building_name: '髙﨑ビル',
  room_name: '101',
  place_name: '玄関',
  timing: 'after_construction',
  filming_at: new Date('2026-11-20T01:00:00Z'),
  content_type: 'image/jpeg',
  width: 1600,
  height: 1200,
  work_kind: null,
  note: null,
} as const
const good = (serial = 1, drawings: { title: string }[] = []) => deliveryPhotoOf(facts, serial, settings, drawings)
const withTexts = (texts: Record<string, string>, photo = good()): DeliveryPhoto => ({ ...photo, texts: { ...photo.texts, ...texts } })
const recordOf = (photos: readonly DeliveryPhoto[], drawings: { title: string }[] = []): DeliveryRecord =>
  deliveryRecordOf(currentEdition, photos, drawings)
const today = '2026-11-23'
const faultsOf = (record: DeliveryRecord) =>
  checkDelivery(record, currentEdition, today).map(({ level, photo, field, text }) => `${level} ${photo ?? '-'} ${field} ${text}`)
const labelled = '101　玄関　施工後'

it('finds nothing in what the product makes of photos as they are', () => {
  expect(faultsOf(recordOf([good(1), good(2)]))).toEqual([])
  expect(faultsOf(recordOf([good(1, [{ title: '位置図' }])], [{ title: '位置図' }]))).toEqual([])
  expect(faultsOf(recordOf([deliveryPhotoOf({ ...facts, content_type: 'image/heic', note: '😀㈱' }, 1, settings, [])]))).toEqual([])
})

describe('each rule of the table', () => {
  it.each([
    ['シリアル番号', '', '必須の項目です。'],
    ['シリアル番号', '０１', '半角の数字で記入します。'],
    ['シリアル番号', '12345678', '7文字までです（8文字あります）。'],
    ['シリアル番号', '2', '1からの連番です（1になります）。'],
    ['写真ファイル名', 'P1.JPG', 'Pと7桁の番号と.JPGで記入します。'],
    ['写真ファイル名', 'p0000001.jpg', '半角の英大文字と数字で記入します。'],
    ['写真ファイル名', 'P0000002.JPG', 'シリアル番号と同じ番号にします。'],
    ['メディア番号', '0', '1からの番号で記入します。'],
    ['写真-大分類', '', '必須の項目です。'],
    ['写真-大分類', '修繕', '工事・測量・調査・地質・広報・設計・その他のいずれかです。'],
    ['写真区分', '', '写真-大分類が「工事」のときは必須です。'],
    ['写真区分', '記念写真', 'のいずれかです。'],
    ['写真タイトル', '', '必須の項目です。'],
    ['写真タイトル', 'あ'.repeat(128), '127文字までです（128文字あります）。'],
    ['撮影箇所', '髙﨑', '使えない文字があります（髙、﨑）。'],
    ['工種', 'ﾃﾞﾝｷ１', '使えない文字があります（ﾃ、ﾞ、ﾝ、ｷ、１）。'],
    ['撮影年月日', '', '必須の項目です。'],
    ['撮影年月日', '2026-02-30', 'CCYY-MM-DDの実在する日付で記入します。'],
    ['撮影年月日', '2026/11/20', 'CCYY-MM-DDの実在する日付で記入します。'],
    ['撮影年月日', '2026-11-24', '未来の日付です。'],
    ['代表写真', '2', '0・1のいずれかです。'],
    ['提出頻度写真', '', '必須の項目です。'],
    ['請負者説明文', `${'ab'.repeat(127)}c`, '127文字までです（128文字あります）。'],
  ])('%s %j: %s', (field, value, expected) => {
    const faults = faultsOf(recordOf([withTexts({ [field]: value })]))
    expect(faults.some(fault => fault.startsWith(`fault ${labelled} ${field} `) && fault.includes(expected))).toBe(true)
  })
  it('counts two half-width characters as one', () => {
    expect(faultsOf(recordOf([withTexts({ 請負者説明文: 'ab'.repeat(127) })]))).toEqual([])
  })
  it('takes JPEG alone', () => {
    expect(faultsOf(recordOf([{ ...good(), content_type: 'image/heic' }]))).toEqual([
      `fault ${labelled} 写真ファイル名 写真ファイルはJPEG形式です。`,
    ])
  })
  it('takes each number and file once', () => {
    const faults = faultsOf(recordOf([good(1), good(1)]))
    expect(faults).toContain('fault - シリアル番号 1が2枚にあります。')
    expect(faults).toContain('fault - 写真ファイル名 P0000001.JPGが2枚にあります。')
  })
  it('wants photos', () => {
    expect(faultsOf(recordOf([]))).toEqual(['fault - 写真ファイル名 納品できる写真がありません。'])
  })
  it.each([
    [{ 適用要領基準: '土木201603-01' }, '適用要領基準 「土木202303-01」で固定です。'],
    [{ 写真フォルダ名: 'PIC' }, '写真フォルダ名 「PHOTO/PIC」で固定です。'],
    [{ 写真フォルダ名: '' }, '写真フォルダ名 必須の項目です。'],
    [{ 参考図フォルダ名: 'PHOTO/DRA' }, '参考図フォルダ名 参考図がないときは記入しません。'],
  ])('of the whole: %j', (base, expected) => {
    const record = recordOf([good()])
    expect(faultsOf({ ...record, base: { ...record.base, ...base } })).toEqual([`fault - ${expected}`])
  })
  it('ties drawings to photos', () => {
    const drawing = { title: '位置図' }
    expect(faultsOf(recordOf([good()], [drawing]))).toEqual(['fault - 参考図ファイル名 D0000001.JPGを参照する写真がありません。'])
    expect(faultsOf(recordOf([good(1, [drawing])]))).toEqual(['fault - 参考図ファイル名 D0000001.JPGが参考図フォルダにありません。'])
    const record = recordOf([good(1, [drawing])], [drawing])
    expect(faultsOf({ ...record, base: { ...record.base, 参考図フォルダ名: '' } })).toEqual([
      'fault - 参考図フォルダ名 参考図があるときは必須です。',
    ])
    const untitled = { ...good(1, [drawing]), drawings: [{ 参考図ファイル名: 'D0000001.JPG', 参考図タイトル: '' }] }
    expect(faultsOf(recordOf([untitled], [drawing]))).toEqual([`fault ${labelled} 参考図タイトル 必須の項目です。`])
  })
  it('advises where a board could not be read, or the kind of work is known', () => {
    expect(faultsOf(recordOf([{ ...good(), width: 800, height: 600 }]))).toEqual([
      `advice ${labelled} 写真ファイル名 有効画素数が100万画素より少なく、黒板の文字が読めないことがあります。`,
    ])
    expect(faultsOf(recordOf([withTexts({ 写真区分: '施工状況写真', 工種: '' })]))).toEqual([
      `advice ${labelled} 工種 分かるときは記入します。`,
    ])
  })
})

describe('PHOTO.XML', () => {
  const drawing = { title: '位置図<1>' }
  const record = recordOf([good(1, [drawing])], [drawing])
  it('has the elements in the order of the DTD, names it, and leaves out what is empty', () => {
    expect(photoXml(record, currentEdition).split('\r\n')).toEqual([
      '<?xml version="1.0" encoding="Shift_JIS"?>',
      '<!DOCTYPE photodata SYSTEM "PHOTO05.DTD">',
      '<photodata DTD_version="05">',
      '<基礎情報>',
      '<写真フォルダ名>PHOTO/PIC</写真フォルダ名>',
      '<参考図フォルダ名>PHOTO/DRA</参考図フォルダ名>',
      '<適用要領基準>土木202303-01</適用要領基準>',
      '</基礎情報>',
      '<写真情報>',
      '<写真ファイル情報>',
      '<シリアル番号>1</シリアル番号>',
      '<写真ファイル名>P0000001.JPG</写真ファイル名>',
      '<メディア番号>1</メディア番号>',
      '</写真ファイル情報>',
      '<撮影工種区分>',
      '<写真-大分類>工事</写真-大分類>',
      '<写真区分>着手前及び完成写真</写真区分>',
      '<工種>電気設備工事</工種>',
      '<写真タイトル>101　玄関　施工後</写真タイトル>',
      '</撮影工種区分>',
      '<付加情報>',
      '<参考図ファイル名>D0000001.JPG</参考図ファイル名>',
      '<参考図タイトル>位置図&lt;1&gt;</参考図タイトル>',
      '</付加情報>',
      '<撮影情報>',
      '<撮影箇所>高崎ビル　101　玄関</撮影箇所>',
      '<撮影年月日>2026-11-20</撮影年月日>',
      '</撮影情報>',
      '<代表写真>1</代表写真>',
      '<提出頻度写真>1</提出頻度写真>',
      '</写真情報>',
      '</photodata>',
      '',
    ])
  })
  it('is Shift_JIS', () => {
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(photoXmlBytes(record, currentEdition))).toBe(
      photoXml(record, currentEdition),
    )
  })
  it('says of a copy that it is one', () => {
    const copy = deliveryPhotoOf({ ...facts, content_type: 'image/heic' }, 1, settings, [])
    expect(copy.texts['請負者説明文']).toBe('写し（原本はHEIC形式。納品のためJPEGに変換）')
  })
})
