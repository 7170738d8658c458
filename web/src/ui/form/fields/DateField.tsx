import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import { DayInput, type DayRange } from './DayInput.tsx'

/** A day of a form, `YYYY-MM-DD` or null. */
export const DateField = ({ disabled, today, min, max, opensAt, ...frame }: FieldProps & DayRange) => {
  const { control } = useFormContext()
  const [unread, setUnread] = useState(false)
  const field = useField(frame, { errors: unread ? ['の形式が正しくありません'] : [] })
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        // What was typed and could not be read holds the form back: saving would silently keep the day from before.
        rules={{ validate: () => !unread }}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <DayInput
            label={frame.label}
            day={typeof value === 'string' && value !== '' ? value : null}
            onDay={day => {
              field.edited()
              onChange(day)
            }}
            onUnread={setUnread}
            toldByField
            onTyping={field.edited}
            onLeave={onBlur}
            input={field.input}
            inputRef={ref}
            {...{ disabled, today, min, max, opensAt }}
          />
        )}
      />
    </FieldFrame>
  )
}
