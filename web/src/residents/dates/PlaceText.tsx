import { Read } from '../../ui/plain/Read.tsx'
import styles from './PlaceText.module.css'

/** Day and time of a place, each kept whole: a time broken over two lines is read wrong. */
export const PlaceText = ({ place }: { place: string }) =>
  place.split(/(?<=\)) /).map(part => (
    <span className={styles.whole} key={part}>
      <Read>{part}</Read>{' '}
    </span>
  ))
