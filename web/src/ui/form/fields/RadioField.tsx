import { Controller, useFormContext, type FieldValues } from 'react-hook-form'
import { type FieldProps, GroupFrame, useField } from '../FormField.tsx'
import { CheckRow, CheckLabel } from '../FieldParts.ts'

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly { value: string | number | boolean; label: string; disabled?: boolean }[]
}

/** One of a few, all of them visible. The form holds the option's own value. */
export const RadioField = <Values extends FieldValues = FieldValues>({ disabled, options, ...frame }: Props<Values>) => {
  const { control } = useFormContext()
  const field = useField(frame)
  return (
    <GroupFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        render={({ field: { value, onChange, onBlur } }) => (
          <CheckRow>
            {options.map((option, at) => (
              <CheckLabel key={String(option.value)}>
                <input
                  type="radio"
                  name={field.input.name}
                  id={at === 0 ? field.id : undefined}
                  value={String(option.value)}
                  checked={value === option.value}
                  disabled={disabled ?? option.disabled}
                  onBlur={onBlur}
                  onChange={() => {
                    field.edited()
                    onChange(option.value)
                  }}
                />
                {option.label}
              </CheckLabel>
            ))}
          </CheckRow>
        )}
      />
    </GroupFrame>
  )
}
