import { type BookSection, bookSections } from '@toguchi/domain/completion-books/sections'
import { refused } from '../platform/http/problem.ts'
import type { AttachmentRow, BookConstruction, BookRoom } from './content-queries.ts'
import type { BookPhotos } from './chunks/photo-chunks.ts'
import { scheduleOf } from './plan-book.ts'

export const nothingToShow = () => refused('選択した項目に載せるものがありません。ほかの項目も選択してください。', 'no_sections')

interface Shown {
  construction: BookConstruction
  rooms: readonly BookRoom[]
  photos: Pick<BookPhotos, 'images'>
  attachments: readonly AttachmentRow[]
}

/** Parts that have nothing to show, in their usual order. */
export const emptySections = ({ construction, rooms, photos: { images }, attachments }: Shown): BookSection[] => {
  const isEmpty: Partial<Record<BookSection, boolean>> = {
    overall_schedule: scheduleOf(construction) === null,
    rooms: rooms.length === 0,
    common_area_images: images.every(({ room }) => room !== null),
    completion_reports: rooms.every(({ status }) => status !== 'completed'),
    room_images: images.every(({ room }) => room === null),
    attachment_files: attachments.length === 0,
  }
  return bookSections.filter(section => isEmpty[section] === true)
}
