import type { Reading } from '@toguchi/domain/text/reading'
import { chooseReading, useReading } from '../../residents/reading/reading.ts'
import { send } from '../../platform/api/request.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { Read } from '../../ui/plain/Read.tsx'
import styles from './ReadingSwitch.module.css'

/** How these pages are written, on every one of them: in large letters, in easy Japanese with furigana, or both. */
export const ReadingSwitch = () => {
  const { reading_size, reading_words } = useReading()
  const resident = useUser()?.role_id === 6
  const choose = (choice: Partial<Reading>) => {
    chooseReading(choice)
    // On the next device, too. Nobody has to know when that fails: here it holds.
    if (resident) send('PATCH /api/residents/me', { body: { resident: choice } }, { silent: true, errors: 'nobody' }).catch(() => {})
  }
  const large = reading_size === 'large'
  const easy = reading_words === 'easy'
  return (
    <section className={styles.reading} aria-label="文字と言葉" data-print="hide">
      <button type="button" aria-pressed={large} onClick={() => choose({ reading_size: large ? 'normal' : 'large' })}>
        <Read>大きい文字</Read>
      </button>
      <button type="button" aria-pressed={easy} onClick={() => choose({ reading_words: easy ? 'normal' : 'easy' })}>
        <Read>やさしい日本語</Read>
      </button>
    </section>
  )
}
