import { type ReactNode, useId } from 'react'
import { FieldErrors, RequiredMark } from './FieldFrame.tsx'
import { usePlainForm } from './PlainForm.tsx'

interface Props {
  name: string
  label: string
  options: readonly { value: string; label: ReactNode; help?: ReactNode }[]
  defaultValue?: string
  required?: boolean
  onChange?: (value: string) => void
}

/** One of a few, each large enough for a thumb. */
export const Choices = ({ name, label, options, defaultValue, required = false, onChange }: Props) => {
  const id = useId()
  const { errorsOf, edited } = usePlainForm()
  const errors = errorsOf(name)
  return (
    <fieldset
      className="plain-choices"
      aria-invalid={errors.length > 0}
      {...(errors.length > 0 ? { 'aria-describedby': `${id}-error` } : {})}
    >
      <legend className="plain-label">
        {label} {required ? <RequiredMark /> : null}
      </legend>
      {options.map(({ value, label: text, help }) => (
        <label className="plain-choice" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            onChange={() => {
              edited(name)
              onChange?.(value)
            }}
          />
          <span>
            {text}
            {help === undefined ? null : <small>{help}</small>}
          </span>
        </label>
      ))}
      <FieldErrors id={id} label={label} errors={errors} />
    </fieldset>
  )
}
