import type { FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useBound, useField } from '../FormField.tsx'
import { LengthNote, useLimit } from '../LengthNote.tsx'
import { Textarea } from '../Control.ts'

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  rows?: number
  placeholder?: string
  maxLength?: number
}

/** Several lines; grows with what is typed. */
export const TextareaField = <Values extends FieldValues = FieldValues>({
  disabled,
  maxLength,
  rows,
  placeholder,
  ...frame
}: Props<Values>) => {
  const field = useField(frame, { limited: maxLength !== undefined })
  const bound = useBound(frame.name, field.edited)
  const limit = useLimit(maxLength)
  const note =
    maxLength === undefined ? null : <LengthNote name={frame.name} maxLength={maxLength} id={`${field.id}-length`} cut={limit.cut} />
  return (
    <FieldFrame wide {...frame} id={field.id} errors={field.errors} note={note}>
      <Textarea rows={rows} placeholder={placeholder} {...limit.input} {...bound} {...field.input} disabled={disabled} />
    </FieldFrame>
  )
}
