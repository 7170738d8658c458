import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { FieldErrors, RequiredMark } from './FieldFrame.tsx'
import { usePlainField } from './PlainForm.tsx'
import { Read } from '../Read.tsx'
import styles from './Choices.module.css'
import { Label } from './FieldParts.ts'
import { Choice } from './Choice.ts'

interface Props {
  name: string
  label: string
  /** What its errors call it where the label is a question. */
  named?: string
  options: readonly { value: string; label: ReactNode; help?: ReactNode; disabled?: boolean }[]
  defaultValue?: string
  required?: boolean
  onChange?: (value: string) => void
}

/** One of a few, each large enough for a thumb. */
export const Choices = ({ name, label, named = label, options, defaultValue, required = false, onChange }: Props) => {
  const id = useId()
  const { errors, edited, typed } = usePlainField(name)
  const say = useEffectEvent((value: string) => onChange?.(value))
  // What was chosen before the page was left is a choice for whoever asked.
  useEffect(() => {
    if (typed !== undefined) say(typed)
    // oxlint-disable-next-line react/exhaustive-deps -- once: later choices say themselves
  }, [])
  return (
    <fieldset
      className={styles.choices}
      aria-invalid={errors.length > 0}
      {...(errors.length > 0 ? { 'aria-describedby': `${id}-error` } : {})}
    >
      <Label as="legend">
        <Read>{label}</Read> {required ? <RequiredMark /> : null}
      </Label>
      {/* Before the choices: below a long row of them it would be out of sight on a phone. */}
      <FieldErrors id={id} label={named} errors={errors} />
      {options.map(({ value, label: text, help, disabled = false }) => (
        <Choice key={value} data-disabled={disabled}>
          <input
            type="radio"
            name={name}
            value={value}
            disabled={disabled}
            defaultChecked={value === (typed ?? defaultValue)}
            onChange={edited}
            // Pressing what stands there already is a choice, too.
            onClick={() => onChange?.(value)}
          />
          <span>
            <Read>
              {text}
              {help === undefined ? null : <small>{help}</small>}
            </Read>
          </span>
        </Choice>
      ))}
    </fieldset>
  )
}
