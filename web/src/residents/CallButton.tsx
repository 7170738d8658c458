import { Glyph } from '../ui/Glyph.tsx'
import { Read } from '../ui/plain/Read.tsx'
import styles from './CallButton.module.css'

/** A telephone call, one tap away; beside it what to read out to whoever answers. */
export const CallButton = ({ phone, note }: { phone: string; note?: string }) => (
  <a className={styles.call} href={`tel:${phone.replaceAll('-', '')}`}>
    <Glyph name="phone" size={24} />
    <span>
      <Read>電話で問い合わせる</Read>
      <strong>{asWritten(phone)}</strong>
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
