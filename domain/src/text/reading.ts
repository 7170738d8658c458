/** How the pages are written for somebody: as usual, in large letters, or in easy Japanese with furigana. */
export const readingModes = ['normal', 'large', 'easy'] as const
export type ReadingMode = (typeof readingModes)[number]

export const readingLabels: Readonly<Record<ReadingMode, string>> = {
  normal: 'ふつう',
  large: '大きい文字',
  easy: 'やさしい日本語',
}

export const isReadingMode = (value: unknown): value is ReadingMode => readingModes.some(mode => mode === value)
