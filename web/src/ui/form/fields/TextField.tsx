import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { FieldFrame, type FieldProps, useBound, useField } from '../FormField.tsx'
import { LengthNote, useLimit } from '../LengthNote.tsx'
import { Input, WithUnit } from '../Control.ts'

interface Props extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'password' | 'url'
  placeholder?: string
  maxLength?: number
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Beside the input: a look-up button. */
  after?: ReactNode
}

export const TextField = ({
  name,
  label,
  required,
  help,
  wide,
  hideLabel,
  disabled,
  after,
  maxLength,
  autoComplete = 'off',
  ...input
}: Props) => {
  const field = useField(name, label, help, { limited: maxLength !== undefined })
  const bound = useBound(name, field.edited)
  const limit = useLimit(maxLength)
  const note = maxLength === undefined ? null : <LengthNote {...{ name, maxLength }} id={`${field.id}-length`} cut={limit.cut} />
  const element = <Input {...input} {...limit.input} {...bound} {...field.input} autoComplete={autoComplete} disabled={disabled} />
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors} note={note}>
      {after === undefined ? (
        element
      ) : (
        <WithUnit>
          {element}
          {after}
        </WithUnit>
      )}
    </FieldFrame>
  )
}
