/** How a field may be filled: always, where there is something to say, or as one likes (◎, ○ and △ of the table). */
type Requirement = 'always' | 'where_known' | 'free'

/** Which characters a field takes (データ表現). */
export type Characters = 'mixed' | 'upper' | 'digits' | 'date'

export interface DeliveryField {
  name: string
  requirement: Requirement
  characters: Characters
  /** 文字数: of mixed ones counted in full-width characters, of others as they are. */
  most: number
  /** The one text that may stand there. */
  fixed?: string
  /** The texts that may stand there. */
  allowed?: readonly string[]
  /** The form of a name. */
  pattern?: RegExp
  /** Its meaning in words, where the pattern says it to machines only. */
  form?: string
}

/** Fields that stand together under one element; those without stand by themselves. */
export interface DeliveryGroup {
  element: string | null
  /** As often as there is one: a photo may have several drawings. */
  repeated?: true
  fields: readonly DeliveryField[]
}

/** One edition of the standard, as its tables say it: what is written and checked follows from it. */
export interface DeliveryEdition {
  /** As the page names it. */
  name: string
  /** 適用要領基準. */
  code: string
  /** The file of the ministry that describes the XML; put in by the installation. */
  dtd: string
  dtdVersion: string
  base: DeliveryGroup
  photo: readonly DeliveryGroup[]
  /** Pixels below which the letters of a board can hardly be read (有効画素数). */
  fewestPixels: number
}

const majorCategories = ['工事', '測量', '調査', '地質', '広報', '設計', 'その他'] as const
const photoCategories = [
  '着手前及び完成写真',
  '施工状況写真',
  '安全管理写真',
  '使用材料写真',
  '品質管理写真',
  '出来形管理写真',
  '災害写真',
  '事故写真',
  'その他',
] as const

const mixed = (name: string, requirement: Requirement, most = 127): DeliveryField => ({ name, requirement, characters: 'mixed', most })
const yesOrNo = (name: string): DeliveryField => ({ name, requirement: 'always', characters: 'digits', most: 1, allowed: ['0', '1'] })

/** デジタル写真管理情報基準 令和5年3月, table 3-1 (decision 042): another edition is another table. */
export const currentEdition: DeliveryEdition = {
  name: 'デジタル写真管理情報基準（令和5年3月）',
  code: '土木202303-01',
  dtd: 'PHOTO05.DTD',
  dtdVersion: '05',
  base: {
    element: '基礎情報',
    fields: [
      { name: '写真フォルダ名', requirement: 'always', characters: 'upper', most: 9, fixed: 'PHOTO/PIC' },
      { name: '参考図フォルダ名', requirement: 'where_known', characters: 'upper', most: 9, fixed: 'PHOTO/DRA' },
      { name: '適用要領基準', requirement: 'always', characters: 'mixed', most: 30, fixed: '土木202303-01' },
    ],
  },
  photo: [
    {
      element: '写真ファイル情報',
      fields: [
        { name: 'シリアル番号', requirement: 'always', characters: 'digits', most: 7, pattern: /^[1-9]\d*$/, form: '1からの番号' },
        {
          name: '写真ファイル名',
          requirement: 'always',
          characters: 'upper',
          most: 12,
          pattern: /^P\d{7}\.JPG$/,
          form: 'Pと7桁の番号と.JPG',
        },
        mixed('写真ファイル日本語名', 'free'),
        { name: 'メディア番号', requirement: 'always', characters: 'digits', most: 8, pattern: /^[1-9]\d*$/, form: '1からの番号' },
      ],
    },
    {
      element: '撮影工種区分',
      fields: [
        { ...mixed('写真-大分類', 'always', 8), allowed: majorCategories },
        { ...mixed('写真区分', 'where_known'), allowed: photoCategories },
        mixed('工種', 'where_known'),
        mixed('種別', 'where_known'),
        mixed('細別', 'where_known'),
        mixed('写真タイトル', 'always'),
        mixed('工種区分予備', 'free'),
      ],
    },
    {
      element: '付加情報',
      repeated: true,
      fields: [
        {
          name: '参考図ファイル名',
          requirement: 'always',
          characters: 'upper',
          most: 12,
          pattern: /^D\d{7}\.JPG$/,
          form: 'Dと7桁の番号と.JPG',
        },
        mixed('参考図ファイル日本語名', 'free'),
        mixed('参考図タイトル', 'always'),
        mixed('付加情報予備', 'free'),
      ],
    },
    {
      element: '撮影情報',
      fields: [mixed('撮影箇所', 'where_known'), { name: '撮影年月日', requirement: 'always', characters: 'date', most: 10 }],
    },
    {
      element: null,
      fields: [yesOrNo('代表写真'), yesOrNo('提出頻度写真'), mixed('施工管理値', 'where_known'), mixed('請負者説明文', 'free')],
    },
  ],
  fewestPixels: 1_000_000,
}

export const majorCategoryChoices: readonly string[] = majorCategories
export const photoCategoryChoices: readonly string[] = photoCategories
