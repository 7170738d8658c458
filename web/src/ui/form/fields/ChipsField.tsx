import { useController } from 'react-hook-form'
import { type FieldProps, GroupFrame, useField } from '../FormField.tsx'
import type { Option } from './SelectField.tsx'
import styles from './ChipsField.module.css'

interface Props extends FieldProps {
  options: readonly Option[]
  /** One of them: the form holds its own value, and no list. */
  single?: boolean
}

/** Several of a few, all of them visible and one touch each. The form holds the list of the options' own values. */
export const ChipsField = ({ disabled, options, single = false, ...frame }: Props) => {
  const field = useField(frame)
  const { value, onChange, onBlur } = useController({ name: frame.name }).field
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const toggle = (option: Option['value'], on: boolean) => {
    field.edited()
    if (single) return onChange(option)
    onChange(on ? [...chosen, option] : chosen.filter(each => each !== option))
  }
  return (
    <GroupFrame {...frame} id={field.id} errors={field.errors}>
      <div className={styles.chips}>
        {options.map((option, at) => (
          <label className={styles.chip} key={option.value}>
            <input
              type={single ? 'radio' : 'checkbox'}
              className="sr-only"
              name={single ? field.input.name : `${field.input.name}[]`}
              id={at === 0 ? field.id : undefined}
              value={option.value}
              checked={single ? value === option.value : chosen.includes(option.value)}
              disabled={disabled ?? option.disabled}
              onBlur={onBlur}
              onChange={event => toggle(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
