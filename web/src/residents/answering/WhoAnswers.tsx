import { useId } from 'react'
import { useStore } from '../../platform/use-store.ts'
import { Read } from '../../ui/plain/Read.tsx'
import { answering } from './answering.ts'
import styles from './WhoAnswers.module.css'
import { Input } from '../../ui/plain/form/Input.ts'

/** ご本人, unless somebody of the family says so: no tap more for most, and the timeline tells who it was (D-33). */
export const WhoAnswers = () => {
  const id = useId()
  const name = useStore(answering)
  return (
    <fieldset className={styles.who}>
      <legend>
        <Read>お答えになる方</Read>
      </legend>
      <label>
        <input type="radio" name={id} checked={name === null} onChange={() => answering.set(null)} />
        <Read>
          <span>ご本人</span>
        </Read>
      </label>
      <label>
        <input type="radio" name={id} checked={name !== null} onChange={() => answering.set('')} />
        <Read>
          <span>ご家族</span>
        </Read>
      </label>
      {name !== null ? (
        <label className={styles.whoName}>
          <Read>
            <span>ご家族のお名前（なくてもかまいません）</span>
          </Read>
          <Input autoComplete="name" maxLength={100} value={name} onChange={event => answering.set(event.currentTarget.value)} />
        </label>
      ) : null}
    </fieldset>
  )
}
