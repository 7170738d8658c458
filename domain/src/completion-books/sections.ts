/** What a completion book (完成図書) can hold, in the order in which it usually stands. Where the specification names a part, by its name. */
export const bookSections = [
  'cover',
  'contents',
  'construction',
  'participants',
  'overall_schedule',
  'rooms',
  'confirmation',
  'common_area_images',
  'completion_reports',
  'room_images',
  'attachment_files',
  'remaining_constructions',
  'handover',
  'receipt',
] as const
export type BookSection = (typeof bookSections)[number]

export const bookSectionLabels: Readonly<Record<BookSection, string>> = {
  cover: '表紙',
  contents: '目次・部屋の索引',
  construction: '工事概要',
  participants: '工事関係者',
  overall_schedule: '全体工程表',
  rooms: '部屋一覧（施工日）',
  confirmation: '工事完了確認書',
  common_area_images: '共用部写真',
  completion_reports: '完了報告書',
  room_images: '各部屋の工事写真',
  attachment_files: '保証書・取扱説明書',
  remaining_constructions: '残工事の記録',
  handover: '引渡書',
  receipt: '受領書',
}

/** Letters that say that the works are done: they stand in no interim copy. */
export const closingLetters = ['confirmation', 'handover', 'receipt'] as const satisfies readonly BookSection[]
export type ClosingLetter = (typeof closingLetters)[number]
export const isClosingLetter = (section: BookSection): section is ClosingLetter => closingLetters.some(letter => letter === section)

/** The parts that a book of now holds. */
export const heldSections = (sections: readonly BookSection[], interim: boolean): BookSection[] =>
  sections.filter(section => !interim || !isClosingLetter(section))

/** How a book is made. */
export interface BookChoices {
  /** The parts it holds, in their order. */
  sections: BookSection[]
  /** With names, signatures and telephone numbers of residents; the association's copy has room numbers only. */
  with_names: boolean
  /** Attachments that do not stand in it: `documents/12`, `handling_equipments/3`. */
  left_out: string[]
}

export const usualBook: BookChoices = { sections: [...bookSections], with_names: false, left_out: [] }

/** All parts as they are offered: those that are chosen in their order, each other one behind the part that it usually follows. */
export const offeredSections = (chosen: readonly BookSection[]): BookSection[] => {
  const offered = [...chosen]
  for (const [at, section] of bookSections.entries()) {
    if (chosen.includes(section)) continue
    const before = bookSections[at - 1]
    offered.splice(before === undefined ? 0 : offered.indexOf(before) + 1, 0, section)
  }
  return offered
}

/** What is not as it should be in a book; none of it keeps an interim copy from being made. */
export const missingKinds = [
  'rooms_open',
  'rooms_without_report',
  'rooms_without_signature',
  'room_images',
  'rooms_left_out',
  'common_area_images',
  'remaining_constructions',
  'overall_schedule',
  'participants',
  'attachment_files',
] as const
export type MissingKind = (typeof missingKinds)[number]

const missingTexts: Readonly<Record<MissingKind, (count: number) => string>> = {
  rooms_open: count => `完了確定していない部屋があります。（${count}件）`,
  rooms_without_report: count => `完了報告書が記入されていない部屋があります。（${count}件）`,
  rooms_without_signature: count => `サインも省略の理由もない部屋があります。（${count}件）`,
  room_images: count => `撮影が完了していない部屋があります。（${count}件）`,
  rooms_left_out: count => `写真がすべて工事写真台帳から外されている部屋があります。（${count}件）`,
  common_area_images: count => `撮影が完了していない共用部の箇所があります。（${count}件）`,
  remaining_constructions: count => `残工事が終わっていません。（${count}件）`,
  overall_schedule: () => '全体工程表がありません。工期を登録してください。',
  participants: count => `工事関係者に未登録の項目があります。（${count}件）`,
  attachment_files: count => `そのまま綴じられない添付資料があります。別添として一覧に載ります。（${count}件）`,
}
export const missingText = (kind: MissingKind, count: number): string => missingTexts[kind](count)

/** The title that a copy carries on each page while rooms are open. */
export const interimTitle = '途中版'
export const interimNote = (day: string): string => `${interimTitle}（${day}現在）`
export const bookTitle = '完成図書'

/** Days for which a book may be open to whoever has its link and password. */
export const mostLinkDays = 90
