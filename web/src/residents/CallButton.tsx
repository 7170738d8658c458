import { Glyph } from '../ui/icons/Glyph.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { type CallCenter, hoursText, telOf, useCallCenter } from './call-center.ts'
import styles from './CallButton.module.css'

interface CallButtonProps {
  /** What to read out to whoever answers. */
  note?: string
  /** Another address than the page's own that names the construction. */
  at?: string | undefined
}

/** A telephone call, one tap away; beside it when somebody answers. */
export const CallButton = ({ note, at }: CallButtonProps) => {
  const callCenter = useCallCenter(at)
  return callCenter === undefined ? null : <Call callCenter={callCenter} {...(note === undefined ? {} : { note })} />
}

const Call = ({ callCenter, note }: { callCenter: CallCenter; note?: string }) => (
  <a className={styles.call} href={telOf(callCenter.phone)}>
    <Glyph name="phone" size={24} />
    <span>
      <Read>電話で問い合わせる</Read>
      <strong>{callCenter.phone}</strong>
      <small>
        <Read>{hoursText(callCenter)}</Read>
      </small>
      {note === undefined ? null : (
        <small>
          <Read>{note}</Read>
        </small>
      )}
    </span>
  </a>
)
