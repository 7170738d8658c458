import type { Reading } from '@toguchi/domain/text/reading'
import { type Reader, setReader } from '../../ui/plain/Read.tsx'
import { toast } from '../../platform/toast.ts'
import { createStore } from '../../platform/store.ts'
import { useStore } from '../../platform/use-store.ts'
import { storedReading } from './stored-reading.ts'

const usual: Reading = { reading_size: 'normal', reading_words: 'normal' }
const chosen = createStore<Reading>({ ...usual, ...storedReading() })

/** How this person reads the residents' pages, on this device and then with their account. */
export const useReading = (): Reading => useStore(chosen)

/** Chooses how the residents' pages are written; remembered on the device, before anybody has signed in, too. */
export const chooseReading = (choice: Partial<Reading>): void => {
  for (const [key, value] of Object.entries(choice)) localStorage.setItem(key, value)
  chosen.set({ ...chosen.get(), ...choice })
}

/** Takes over what the account remembers, as far as nobody has chosen on this device. */
export const adoptReading = (remembered: Reading): void => chosen.set({ ...remembered, ...storedReading() })

let shown = usual
/** Makes the page that stands look like it. Pages of the office are always as usual. */
export const showReading = (reading: Reading = usual): void => {
  shown = reading
  const { dataset } = document.documentElement
  dataset['size'] = reading.reading_size
  dataset['words'] = reading.reading_words
  if (reading.reading_words !== 'easy') return setReader(null)
  // At once, where they are there: another choice of the same words takes them away for no picture.
  if (easyReader !== null) return setReader(easyReader)
  fetchEasyWords().then(
    read => {
      if (shown.reading_words === 'easy') setReader(read)
      toast.done('easy words')
    },
    // The usual words stand there: everything can still be read and done.
    () => toast.failure('やさしい日本語を読み込めませんでした。通信の状態を確かめて、ページを開き直してください。', 'easy words'),
  )
}

let easyReader: Reader | null = null
const fetchEasyWords = async (): Promise<Reader> => (easyReader = (await import('./easy-japanese.ts')).easyReader)

/** Before the first of these pages: whoever chose easy words on this device sees none of them in the usual ones first. */
export const beginReading = async (): Promise<void> => {
  if (chosen.get().reading_words === 'easy') await fetchEasyWords().then(setReader, () => undefined)
}
