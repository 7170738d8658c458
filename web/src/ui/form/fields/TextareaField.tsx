import { FieldFrame, type FieldProps, useBound, useField } from '../FormField.tsx'
import { LengthNote, useLimit } from '../LengthNote.tsx'
import { Textarea } from '../Control.ts'

interface Props extends FieldProps {
  rows?: number
  placeholder?: string
  maxLength?: number
}

/** Several lines; grows with what is typed. */
export const TextareaField = ({ name, label, required, help, wide = true, hideLabel, disabled, maxLength, ...input }: Props) => {
  const field = useField(name, label, help, { limited: maxLength !== undefined })
  const bound = useBound(name, field.edited)
  const limit = useLimit(maxLength)
  const note = maxLength === undefined ? null : <LengthNote {...{ name, maxLength }} id={`${field.id}-length`} cut={limit.cut} />
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors} note={note}>
      <Textarea {...input} {...limit.input} {...bound} {...field.input} disabled={disabled} />
    </FieldFrame>
  )
}
