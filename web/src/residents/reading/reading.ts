import { isReadingMode, type ReadingMode } from '@toguchi/domain/text/reading'
import { setReader } from '../../ui/plain/Read.tsx'
import { createStore, useStore } from '../../platform/store.ts'

const key = 'reading_mode'

const stored = (): ReadingMode | null => {
  const value = localStorage.getItem(key)
  return isReadingMode(value) ? value : null
}

const chosen = createStore<ReadingMode>(stored() ?? 'normal')

/** How this person reads the residents' pages, on this device and then with their account. */
export const useReading = (): ReadingMode => useStore(chosen)

/** Chooses how the residents' pages are written; remembered on the device, before anybody has signed in, too. */
export const chooseReading = (mode: ReadingMode): void => {
  localStorage.setItem(key, mode)
  chosen.set(mode)
}

/** Takes over what the account remembers, on a device where nobody has chosen. */
export const adoptReading = (mode: ReadingMode): void => {
  if (stored() === null) chosen.set(mode)
}

let chosenMode: ReadingMode = 'normal'
/** Makes the page that stands look like it. Pages of the office are always as usual. */
export const showReading = (mode: ReadingMode): void => {
  chosenMode = mode
  document.documentElement.dataset['reading'] = mode
  if (mode !== 'easy') return setReader(null)
  import('./easy-japanese.ts').then(
    ({ easyReader }) => {
      if (chosenMode === 'easy') setReader(easyReader)
    },
    // Without the words the usual ones stand there: everything can still be read and done.
    (error: unknown) => console.error('[reading] the easy texts failed to load', error),
  )
}
