import { readingLabels, type ReadingMode, readingModes } from '@toguchi/domain/text/reading'
import { chooseReading, useReading } from '../../residents/reading/reading.ts'
import { send } from '../../platform/api/request.ts'
import { useUser } from '../../platform/session/session.ts'
import { Read } from '../../ui/plain/Read.tsx'
import styles from './ReadingSwitch.module.css'

/** How these pages are written, on every one of them: usual, large, or easy Japanese with furigana. */
export const ReadingSwitch = () => {
  const mode = useReading()
  const resident = useUser()?.role_id === 6
  const choose = (next: ReadingMode) => {
    chooseReading(next)
    // On the next device, too. Nobody has to know when that fails: here it holds.
    if (resident)
      send('PATCH /api/residents/me', { body: { resident: { reading_mode: next } } }, { silent: true, errors: 'nobody' }).catch(() => {})
  }
  return (
    <section className={styles.reading} aria-label="文字と言葉" data-print="hide">
      {readingModes.map(each => (
        <button key={each} type="button" aria-pressed={each === mode} onClick={() => choose(each)}>
          <Read>{readingLabels[each]}</Read>
        </button>
      ))}
    </section>
  )
}
