import { type ReactNode, useId } from 'react'
import { FieldErrors, RequiredMark } from './FieldFrame.tsx'
import { usePlainField } from './PlainForm.tsx'
import { Read } from './Read.tsx'

interface Props {
  name: string
  label: string
  options: readonly { value: string; label: ReactNode; help?: ReactNode; disabled?: boolean }[]
  defaultValue?: string
  required?: boolean
  onChange?: (value: string) => void
}

/** One of a few, each large enough for a thumb. */
export const Choices = ({ name, label, options, defaultValue, required = false, onChange }: Props) => {
  const id = useId()
  const { errors, edited } = usePlainField(name)
  return (
    <fieldset
      className="plain-choices"
      aria-invalid={errors.length > 0}
      {...(errors.length > 0 ? { 'aria-describedby': `${id}-error` } : {})}
    >
      <legend className="plain-label">
        <Read>{label}</Read> {required ? <RequiredMark /> : null}
      </legend>
      {options.map(({ value, label: text, help, disabled = false }) => (
        <label className="plain-choice" key={value} data-disabled={disabled}>
          <input
            type="radio"
            name={name}
            value={value}
            disabled={disabled}
            defaultChecked={value === defaultValue}
            onChange={() => {
              edited()
              onChange?.(value)
            }}
          />
          <span>
            <Read>
              {text}
              {help === undefined ? null : <small>{help}</small>}
            </Read>
          </span>
        </label>
      ))}
      <FieldErrors id={id} label={label} errors={errors} />
    </fieldset>
  )
}
