import { Glyph } from '../ui/Glyph.tsx'
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
      <strong>{asWritten(callCenter.phone)}</strong>
      <small>{hoursText(callCenter)}</small>
      {note === undefined ? null : (
        <small>
          <Read>{note}</Read>
        </small>
      )}
    </span>
  </a>
)

/** Free-call and mobile numbers in their usual groups; where an area code ends, the number alone does not tell. */
const asWritten = (phone: string): string =>
  /^0120\d{6}$/.test(phone)
    ? phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1-$2-$3')
    : phone.replace(/^(0800|0[5789]0)(\d{3,4})(\d{4})$/, '$1-$2-$3')
