import { Controller, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import { Input } from '../Control.ts'

interface Props extends FieldProps {
  /** Minutes between the offered times; 5 unless said. */
  step?: number
}

/** A time of day, `HH:mm` or null. */
export const TimeField = ({ disabled, step = 5, ...frame }: Props) => {
  const { control } = useFormContext()
  const field = useField(frame)
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Input
            {...field.input}
            ref={ref}
            type="time"
            step={step * 60}
            style={{ maxWidth: 140 }}
            disabled={disabled}
            value={typeof value === 'string' ? value.slice(0, 5) : ''}
            onBlur={onBlur}
            onChange={event => {
              field.edited()
              onChange(event.target.value === '' ? null : event.target.value.slice(0, 5))
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
