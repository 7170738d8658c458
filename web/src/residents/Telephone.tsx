import { Read } from '../ui/plain/Read.tsx'
import { Help } from '../ui/plain/form/FieldParts.ts'
import styles from './Telephone.module.css'
import { hoursText, telOf, useCallCenter } from './call-center.ts'

/** Whom to call, always one tap away from a resident, and when. */
export const Telephone = () => {
  const callCenter = useCallCenter()
  return callCenter === undefined ? null : (
    <Help className={styles.telephone}>
      <Read>お困りのときは、お電話ください。</Read>{' '}
      <a href={telOf(callCenter.phone)} className={styles.number}>
        {callCenter.phone}
      </a>{' '}
      <span className={styles.hours}>
        <Read>{hoursText(callCenter)}</Read>
      </span>
    </Help>
  )
}
