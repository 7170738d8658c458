import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { type Outgoing, stateTexts } from '../../platform/outbox/outbox.ts'
import type { Shot } from './use-shots.ts'
import styles from './ShotStrip.module.css'

interface Props {
  shots: readonly Shot[]
  outbox: readonly Outgoing[]
  /** Which of them the next photo takes the place of. */
  onAgain: (shot: Shot) => void
  onMore: (shot: Shot) => void
}

const marks: Readonly<Record<Outgoing['state'], string>> = { keeping: '…', kept: '○', unkept: '!', sending: '◐', refused: '!' }

/** What was taken in this round, the newest first, and what can be done with that. */
export const ShotStrip = ({ shots, outbox, onAgain, onMore }: Props) => {
  const last = shots.at(-1)
  return (
    <div className={styles.row}>
      <ol className={styles.strip} aria-label="この画面で撮った写真">
        {shots.toReversed().map(({ id, slot, picture }) => {
          const state = outbox.find(request => request.id === id)?.state
          const text = state === undefined ? 'サーバーで確認済' : stateTexts[state]
          const label = `${slot.place_name} ${photoTimingLabels[slot.timing]} ${text}`
          return (
            <li key={id} className={styles.shot} data-state={state ?? 'confirmed'}>
              {picture === null ? <span className={styles.empty} role="img" aria-label={label} /> : <img src={picture} alt={label} />}
              <span className={styles.mark} aria-hidden>
                {state === undefined ? '●' : marks[state]}
              </span>
            </li>
          )
        })}
      </ol>
      {last === undefined ? null : (
        <span className={styles.last}>
          <button type="button" className={styles.act} onClick={() => onAgain(last)}>
            撮り直す
          </button>
          <button type="button" className={styles.act} onClick={() => onMore(last)}>
            もう1枚
          </button>
        </span>
      )}
    </div>
  )
}
