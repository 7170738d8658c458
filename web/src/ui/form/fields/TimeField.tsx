import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { readTime } from '../../calendar/read-time.ts'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import { Input } from '../Control.ts'

/** A time of day, `HH:mm` or null, typed in any usual form (review O17). */
export const TimeField = ({ disabled, ...frame }: FieldProps) => {
  const { control } = useFormContext()
  /** What is typed and not left yet; null shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const [unread, setUnread] = useState(false)
  const field = useField(frame, { errors: unread ? ['の形式が正しくありません'] : [] })
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        // What was typed and could not be read holds the form back: saving would silently keep the time from before.
        rules={{ validate: () => !unread }}
        render={({ field: { value, onChange, onBlur, ref } }) => {
          const leave = () => {
            onBlur()
            if (typed === null) return
            const isWrong = typed.trim() !== '' && readTime(typed) === null
            setUnread(isWrong)
            if (!isWrong) setTyped(null)
          }
          return (
            <Input
              {...field.input}
              ref={ref}
              autoComplete="off"
              placeholder="時:分"
              style={{ maxWidth: 140 }}
              disabled={disabled}
              value={typed ?? (typeof value === 'string' ? value.slice(0, 5) : '')}
              onFocus={event => event.target.select()}
              onChange={event => {
                setTyped(event.target.value)
                setUnread(false)
                field.edited()
                onChange(readTime(event.target.value))
              }}
              onBlur={leave}
              onKeyDown={event => (event.key === 'Enter' ? leave() : undefined)}
            />
          )
        }}
      />
    </FieldFrame>
  )
}
