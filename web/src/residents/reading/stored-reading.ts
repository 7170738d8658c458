import type { Reading } from '@toguchi/domain/text/reading'

/** What was chosen on this device, as far as anything was. */
export const storedReading = (): Partial<Reading> => {
  const size = localStorage.getItem('reading_size')
  const words = localStorage.getItem('reading_words')
  return {
    ...(size === null ? {} : { reading_size: size === 'large' ? size : 'normal' }),
    ...(words === null ? {} : { reading_words: words === 'easy' ? words : 'normal' }),
  }
}
