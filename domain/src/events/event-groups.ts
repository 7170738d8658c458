import { eventSentences } from './event-sentences.ts'

/** What the office looks for in a construction's history, one word for many kinds of events (review O12). */
export const eventGroups = ['dates', 'rooms', 'residents', 'answers', 'orders', 'photos', 'papers', 'keys', 'construction'] as const
export type EventGroup = (typeof eventGroups)[number]
export const eventGroupLabels: Readonly<Record<EventGroup, string>> = {
  dates: '日程',
  rooms: '部屋・作業',
  residents: '居住者',
  answers: '回答・連絡',
  orders: '注文・支払い',
  photos: '写真',
  papers: '書面・資料',
  keys: '鍵',
  construction: '工事の設定',
}

const bySubject: Readonly<Record<string, EventGroup>> = {
  assigns: 'dates',
  room_wishes: 'dates',
  earlier_wishes: 'dates',
  earlier_offers: 'dates',
  spare_frames: 'dates',
  privately_area_holidays: 'dates',
  detail_schedule: 'dates',
  rooms: 'rooms',
  visit_notices: 'rooms',
  residents: 'residents',
  authentication_codes: 'residents',
  answers: 'answers',
  messages: 'answers',
  support_versions: 'answers',
  chatbot: 'answers',
  orders: 'orders',
  payments: 'orders',
  refunds: 'orders',
  receipts: 'orders',
  room_images: 'photos',
  absence_photos: 'photos',
  common_area_images: 'photos',
  photo_deliveries: 'photos',
  photo_archives: 'photos',
  board_reports: 'papers',
  filings: 'papers',
  filing_files: 'papers',
  completion_reports: 'papers',
  completion_books: 'papers',
  documents: 'papers',
  letter_texts: 'papers',
  spreadsheets: 'papers',
  attachment_files: 'papers',
  in_house_documents: 'papers',
  key_custodies: 'keys',
  constructions: 'construction',
}

/** A room's dates are looked for with the schedule, its letters with the papers. */
const byKind: Readonly<Record<string, EventGroup>> = {
  'rooms.date_confirmed': 'dates',
  'rooms.rescheduled': 'dates',
  'rooms.revisit_wished': 'dates',
  'rooms.revisit_wish_settled': 'dates',
  'rooms.date_change_extended': 'dates',
  'rooms.date_change_extension_ended': 'dates',
  'rooms.presence_chosen': 'answers',
  'rooms.reminded': 'answers',
  'rooms.board_letter_printed': 'papers',
  'rooms.sheet_printed': 'papers',
  'rooms.sheet_not_distributed': 'papers',
  'rooms.composed': 'construction',
}

const groupOf = (kind: string): EventGroup | null => byKind[kind] ?? bySubject[kind.split('.')[0] ?? ''] ?? null

/** The kinds of events that a word stands for. */
export const kindsOfGroup = (group: EventGroup): string[] => Object.keys(eventSentences).filter(kind => groupOf(kind) === group)
