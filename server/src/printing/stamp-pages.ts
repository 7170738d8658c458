import type { Stamp } from './engine.ts'
import type { Drawing, JoinedPdf, OverlaysOf } from './join-pdfs.ts'

/** What stamp.typ draws: the note, if there is one, then a page for each foot. */
interface StampData {
  note: string
  feet: readonly string[]
}

/** Numbers that are drawn at a time: each time brings its own piece of the font along, and costs as much as a small paper. */
const numbersAtOnce = 100

/**
 * The running numbers and the note of a stamp, as they are shown over the pages of a whole. Stamps are pages that the engine draws, so they
 * bring their font and their colours along as the others do (PDF/A); `isArchive` says whether those that were drawn are an archive.
 */
export const stampsOf = (
  whole: JoinedPdf,
  { first, total, note = '', told }: Stamp,
  draw: (data: StampData) => Promise<{ pdf: Uint8Array; isArchive: boolean }>,
): { overlaysOf: OverlaysOf; isArchive: () => boolean } => {
  const foreign = new Set(told?.numbers)
  const footOf = (number: number): string => `${told !== undefined && foreign.has(number) ? `${told.title}　` : ''}${number} / ${total}`
  let isArchive = true
  let from = 0
  let head: Drawing | undefined
  let feet: Drawing[] = []
  const drawNext = async (page: number) => {
    const most = Math.max(1, Math.min(numbersAtOnce, total - first - page + 1))
    const drawn = await draw({ note, feet: Array.from({ length: most }, (_, at) => footOf(first + page + at)) })
    isArchive &&= drawn.isArchive
    const drawings = await whole.take(drawn.pdf)
    from = page
    head = note === '' ? undefined : drawings[0]
    feet = note === '' ? drawings : drawings.slice(1)
  }
  return {
    overlaysOf: async (page, { width, height }) => {
      if (page >= from + feet.length) await drawNext(page)
      const foot = feet[page - from]
      if (!foot) throw new Error('a page without its number')
      const numbered = { drawing: foot, x: (width - foot.width) / 2, y: 0 }
      return head ? [{ drawing: head, x: (width - head.width) / 2, y: height - head.height }, numbered] : [numbered]
    },
    isArchive: () => isArchive,
  }
}
