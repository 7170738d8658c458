import { Controller, useFormContext, type FieldValues } from 'react-hook-form'
import { Choice, type Option } from './Choice.tsx'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'

export type { Option }

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly Option[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** Whether choosing nothing is possible; on unless the field is required. */
  clearable?: boolean
  /** Typing narrows the options; on for more than twelve. */
  searchable?: boolean
  onChoose?: (value: string | number | null) => void
}

/** One of many. The form holds the option's own value (text or number), or null. */
export const SelectField = <Values extends FieldValues = FieldValues>({
  disabled = false,
  clearable,
  onChoose,
  options,
  placeholder,
  searchable,
  ...frame
}: Props<Values>) => {
  const { control } = useFormContext()
  const field = useField(frame)
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Choice
            {...{ options, placeholder, searchable }}
            input={field.input}
            ref={ref}
            value={value}
            clearable={clearable ?? frame.required !== true}
            disabled={disabled}
            onBlur={onBlur}
            onChoose={next => {
              field.edited()
              onChange(next)
              onChoose?.(next)
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
