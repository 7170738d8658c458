/** How large the pages of residents are written, and in which words; each is chosen for itself (R13). */
export const readingSizes = ['normal', 'large'] as const
export type ReadingSize = (typeof readingSizes)[number]
/** `easy` is easy Japanese with furigana. */
export const readingWords = ['normal', 'easy'] as const
export type ReadingWords = (typeof readingWords)[number]

export interface Reading {
  reading_size: ReadingSize
  reading_words: ReadingWords
}

export const readingSizeLabels: Readonly<Record<ReadingSize, string>> = { normal: '標準', large: '大きい文字' }
export const readingWordsLabels: Readonly<Record<ReadingWords, string>> = { normal: '標準', easy: 'やさしい日本語' }
