import type { ClientId } from '@toguchi/domain/access/actor'
import { term } from '@toguchi/domain/calendar/term'
import {
  bookSectionLabels,
  type BookChoices,
  type BookSection,
  type ClosingLetter,
  isClosingLetter,
} from '@toguchi/domain/completion-books/sections'
import { type OverallSchedule, overallSchedule } from '@toguchi/domain/constructions/overall-schedule'
import { listVisitsOf, type ReportInBook, reportsInBook } from '../completion-reports/completion-reports.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { overallSchedulePages } from '../printing/printing.ts'
import {
  attachmentsPage,
  confirmationPage,
  constructionPage,
  type HandedOver,
  handoverPage,
  participantsPage,
  picturePage,
  receiptPage,
  remainingPage,
  roomsPage,
  roomTitleOf,
  type Visits,
  whyApart,
  worksOf,
} from './book-pages.ts'
import {
  type AttachmentRow,
  type BookConstruction,
  type BookRoom,
  findBookConstruction,
  listAttachments,
  listBookRooms,
  listPostponed,
  type PostponedRow,
} from './content-queries.ts'
import { layStored } from './chunks/lay-pictures.ts'
import { type BookPhotos, commonPhotoChunks, readBookPhotos, roomPhotoChunks } from './chunks/photo-chunks.ts'
import type { PlannedChunk, TypstContent } from './chunks/planned-chunk.ts'
import { findErasures } from './queries.ts'

/** Everything that a book is made of, as it stands at one moment. */
export interface BookContent {
  /** How often people of the construction had been erased by then. */
  erasures: number
  construction: BookConstruction
  rooms: BookRoom[]
  visits: Visits
  postponed: PostponedRow[]
  reports: ReportInBook[]
  photos: BookPhotos
  attachments: AttachmentRow[]
}

export const readBook = async (
  platform: Platform,
  db: Db,
  { clientId, constructionId }: { clientId: ClientId; constructionId: number },
  choices: BookChoices,
): Promise<BookContent | undefined> => {
  // Before the rest: what is erased from now on is noticed.
  const erasures = await findErasures(db, clientId, constructionId)
  const construction = await findBookConstruction(db, clientId, constructionId)
  if (!construction) return undefined
  const rooms = await listBookRooms(db, clientId, constructionId)
  const roomIds = rooms.map(({ id }) => id)
  const finished = rooms.filter(({ status }) => status === 'completed').map(({ id }) => id)
  const holds = (section: BookSection) => choices.sections.includes(section)
  return {
    erasures,
    construction,
    rooms,
    visits: new Map((await listVisitsOf(db, clientId, roomIds)).map(visit => [visit.room_id, visit])),
    postponed: await listPostponed(db, clientId, constructionId),
    reports: holds('completion_reports')
      ? await reportsInBook(platform, db, { clientId, constructionId }, finished, choices.with_names)
      : [],
    photos: await readBookPhotos(db, clientId, constructionId),
    attachments: (await listAttachments(db, clientId, constructionId)).filter(({ key }) => !choices.left_out.includes(key)),
  }
}

/** With some attachments listed only, for they cannot be read. */
export const setApart = (content: BookContent, isApart: (attachment: AttachmentRow) => boolean): BookContent => ({
  ...content,
  attachments: content.attachments.map(attachment =>
    isApart(attachment) ? { ...attachment, why_not: 'unreadable' as const } : attachment,
  ),
})

/** The chunks of a book in their order. What a part has nothing to show of stands in no book. */
export const planBook = (platform: Platform, content: BookContent, choices: BookChoices): PlannedChunk[] => {
  const parts = new Map<BookSection, PlannedChunk[]>(
    choices.sections.flatMap(section =>
      isClosingLetter(section) ? [] : [[section, chunksOf[section](platform, content, choices)] as const],
    ),
  )
  const shown = choices.sections.filter(section => section === 'confirmation' || (parts.get(section) ?? []).length > 0)
  const handed = handedOver(shown, content.attachments)
  return choices.sections.flatMap(section =>
    isClosingLetter(section) ? one(section, letterPages[section](content.construction, handed)) : (parts.get(section) ?? []),
  )
}

/** Letters say what is handed over, so they are written when that is known. */
const letterPages = {
  confirmation: confirmationPage,
  handover: handoverPage,
  receipt: receiptPage,
} as const satisfies Record<ClosingLetter, unknown>
const handedOver = (sections: readonly BookSection[], attachments: readonly AttachmentRow[]): HandedOver => ({
  whole: '完成図書　1式',
  parts: sections
    .filter(section => section !== 'cover' && section !== 'contents')
    .map(section => (section === 'attachment_files' ? `${bookSectionLabels[section]}${namesOf(attachments)}` : bookSectionLabels[section])),
})

/** Attachments that a letter names; the list in the book has all of them. */
const mostNamed = 6
const namesOf = (attachments: readonly AttachmentRow[]): string => {
  const named = attachments.slice(0, mostNamed).map(attachment => `${attachment.title}${whyApart(attachment) === null ? '' : '・別添'}`)
  const more = attachments.length - named.length
  return `（${[...named, ...(more > 0 ? [`ほか${more}件`] : [])].join('、')}）`
}

type ChunksOf = (platform: Platform, content: BookContent, choices: BookChoices) => PlannedChunk[]

const one = (section: BookSection, { template, data }: Pick<TypstContent, 'template' | 'data'>): PlannedChunk[] => [
  { section, title: null, roomId: null, content: { kind: 'typst', template, data, pictures: [] } },
]

const chunksOf: Readonly<Record<Exclude<BookSection, ClosingLetter>, ChunksOf>> = {
  cover: () => [{ section: 'cover', title: null, roomId: null, content: { kind: 'late', section: 'cover' } }],
  contents: () => [{ section: 'contents', title: null, roomId: null, content: { kind: 'late', section: 'contents' } }],
  construction: (_, { construction, rooms }) => one('construction', constructionPage(construction, rooms)),
  participants: (_, { construction }, { with_names }) => one('participants', participantsPage(construction, with_names)),
  overall_schedule: (_, { construction }) => {
    const schedule = scheduleOf(construction)
    const head = {
      title: worksOf(construction),
      building: construction.building_name,
      manage_no: construction.manage_no,
      contractors: construction.contractors.map(({ name }) => name),
    }
    return schedule === null || schedule.tooLong ? [] : one('overall_schedule', overallSchedulePages(head, schedule, null))
  },
  rooms: (_, { construction, rooms, visits }) => (rooms.length === 0 ? [] : one('rooms', roomsPage(construction, rooms, visits))),
  common_area_images: (platform, { construction, photos }) => commonPhotoChunks(platform, construction.client_id, photos),
  completion_reports: (platform, { rooms, reports }) => reportChunks(platform, rooms, reports),
  room_images: (platform, { construction, rooms, photos }) => roomPhotoChunks(platform, construction.client_id, photos, titlesOf(rooms)),
  attachment_files: (platform, { attachments }) => attachmentChunks(platform, attachments),
  remaining_constructions: (_, { rooms, postponed }) => one('remaining_constructions', remainingPage(rooms, postponed)),
}

/** Null without any period; what is longer than a year fits no page. */
export const scheduleOf = (construction: BookConstruction): OverallSchedule | null =>
  overallSchedule({
    ...construction,
    common_area_term: term(construction.common_area_start_on, construction.common_area_end_on, construction.common_area_holidays),
    privately_area_term: term(
      construction.privately_area_start_on,
      construction.privately_area_end_on,
      construction.privately_area_holidays,
      construction.preparation_days,
    ),
  })

export const titlesOf = (rooms: readonly BookRoom[]): ReadonlyMap<number, string> =>
  new Map(rooms.map(room => [room.id, roomTitleOf(room)]))

const reportChunks = (platform: Platform, rooms: readonly BookRoom[], reports: readonly ReportInBook[]): PlannedChunk[] => {
  const titles = titlesOf(rooms)
  return reports.map(({ roomId, template, data, pictures }) => ({
    section: 'completion_reports',
    title: titles.get(roomId) ?? null,
    roomId,
    content: {
      kind: 'typst',
      template,
      data,
      pictures: pictures.map(({ name, storageKey }) => ({
        name,
        // What is kept under a key is never changed (D-05).
        version: storageKey,
        title: `${titles.get(roomId) ?? ''}　完了報告書の画像`,
        lay: to => layStored(platform, storageKey, to),
      })),
    },
  }))
}

const attachmentChunks = (platform: Platform, attachments: readonly AttachmentRow[]): PlannedChunk[] => [
  ...(attachments.length === 0 ? [] : one('attachment_files', attachmentsPage(attachments))),
  ...attachments.flatMap((attachment): PlannedChunk[] => {
    const { title, view_key } = attachment
    if (whyApart(attachment) !== null) return []
    const head = { section: 'attachment_files', title, roomId: null } as const
    if (view_key === null) return [{ ...head, content: { kind: 'attachment', attachment } }]
    const picture = { name: 'picture-0', version: view_key, title, lay: (to: string) => layStored(platform, view_key, to) }
    return [{ ...head, content: { kind: 'typst', ...picturePage(title, '/picture-0'), pictures: [picture] } }]
  }),
]
