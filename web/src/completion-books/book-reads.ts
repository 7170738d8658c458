import type { BookChoices, MissingKind } from '@toguchi/domain/completion-books/sections'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, invalidate, q, send } from '../platform/api/api.ts'
import { paths } from '../site/paths.ts'

export type Book = AnswerOf<'GET /api/constructions/:construction_id/completion_book'>
export type Edition = Book['editions'][number]
export type BookLink = Edition['links'][number]
export type Making = NonNullable<Book['making']>

export const bookOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/completion_book', { params: { construction_id } })
export const makingOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/completion_book/making', { params: { construction_id } }, { silent: true, errors: 'nobody' })

/** Has those attachments looked into that nobody has looked into yet, and reads the book again: it is shown without waiting for that. */
export const readingOf = (construction_id: number, unread: readonly string[]) =>
  queryOptions({
    queryKey: ['book attachments', construction_id, unread],
    enabled: unread.length > 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const options = { silent: true, errors: 'nobody', signal } as const
      const answer = await send(
        'POST /api/constructions/:construction_id/completion_book/attachments/reading',
        { params: { construction_id } },
        options,
      )
      if (answer.read > 0) await invalidate(bookReads)
      return answer
    },
  })

/** What a book, however it changes, makes stale. */
export const bookReads = ['GET /api/constructions/:construction_id/completion_book', 'GET /api/constructions/:id'] as const

export const isUnderWay = (making: Making | null | undefined): boolean => making?.state === 'waiting' || making?.state === 'running'

/** The attachments that are there to choose from. */
export const offeredOf = ({ attachments }: Book): string[] => attachments.map(({ key }) => key)

/** What somebody chose here; of what was added since then they have said nothing. */
export const leavingOutAdded = (
  { attachments }: Book,
  { choices, offered }: { choices: BookChoices; offered: readonly string[] },
): BookChoices => {
  const unasked = attachments.flatMap(({ key, added }) => (added && !offered.includes(key) ? [key] : []))
  return unasked.length === 0 ? choices : { ...choices, left_out: [...new Set([...choices.left_out, ...unasked])] }
}

export const isSame = (a: BookChoices, b: BookChoices): boolean =>
  a.with_names === b.with_names && a.sections.join() === b.sections.join() && a.left_out.toSorted().join() === b.left_out.toSorted().join()

/** The page on which what is missing is put right. */
export const pageOfMissing: Readonly<Record<MissingKind, { label: string; to: (construction_id: number) => string }>> = {
  rooms_open: { label: '工事詳細で確認', to: paths.construction },
  rooms_without_report: { label: '完了報告書を開く', to: paths.construction_completion_reports },
  rooms_without_signature: { label: '完了報告書を開く', to: paths.construction_completion_reports },
  room_images: { label: '工事詳細で確認', to: paths.construction },
  rooms_left_out: { label: '工事写真台帳を開く', to: paths.photo_ledger },
  common_area_images: { label: '共用部写真を開く', to: paths.common_area_images },
  remaining_constructions: { label: '残工事を開く', to: paths.construction_remaining },
  overall_schedule: { label: '全体工程表を開く', to: paths.overall_schedule },
  participants: { label: '工事を編集', to: paths.construction_edit },
  attachment_files: { label: '添付資料を開く', to: paths.attachment_files },
}
