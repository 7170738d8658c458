import { useId, useState } from 'react'
import { useStore } from '../../platform/store.ts'
import { Read } from '../../ui/plain/Read.tsx'
import { answering } from './answering.ts'
import styles from './WhoAnswers.module.css'
import { Input } from '../../ui/plain/form/Input.ts'

/** ご本人, unless somebody of the family says so: no tap more for most, and the timeline tells who it was (D-33). */
export const WhoAnswers = () => {
  const id = useId()
  const name = useStore(answering)
  const [family, setFamily] = useState(name !== '')
  const choose = (chosen: boolean) => {
    setFamily(chosen)
    if (!chosen) answering.set('')
  }
  return (
    <fieldset className={styles.who}>
      <legend>
        <Read>お答えになる方</Read>
      </legend>
      <label>
        <input type="radio" name={id} checked={!family} onChange={() => choose(false)} />
        <Read>
          <span>ご本人</span>
        </Read>
      </label>
      <label>
        <input type="radio" name={id} checked={family} onChange={() => choose(true)} />
        <Read>
          <span>ご家族</span>
        </Read>
      </label>
      {family ? (
        <label className={styles.whoName}>
          <Read>
            <span>ご家族のお名前</span>
          </Read>
          <Input autoComplete="name" maxLength={100} value={name} onChange={event => answering.set(event.currentTarget.value)} />
        </label>
      ) : null}
    </fieldset>
  )
}
