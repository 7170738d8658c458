import type { FieldValues } from 'react-hook-form'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { FieldFrame, type FieldProps, useBound, useField } from '../FormField.tsx'
import { LengthNote, useLimit } from '../LengthNote.tsx'
import { Input, WithUnit } from '../Control.ts'

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | 'password' | 'url'
  placeholder?: string
  maxLength?: number
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Beside the input: a look-up button. */
  after?: ReactNode
}

export const TextField = <Values extends FieldValues = FieldValues>({
  disabled,
  after,
  maxLength,
  autoComplete = 'off',
  type,
  placeholder,
  inputMode,
  ...frame
}: Props<Values>) => {
  const field = useField(frame, { limited: maxLength !== undefined })
  const bound = useBound(frame.name, field.edited)
  const limit = useLimit(maxLength)
  const note =
    maxLength === undefined ? null : <LengthNote name={frame.name} maxLength={maxLength} id={`${field.id}-length`} cut={limit.cut} />
  const element = (
    <Input
      {...{ type, placeholder, inputMode }}
      {...limit.input}
      {...bound}
      {...field.input}
      autoComplete={autoComplete}
      disabled={disabled}
    />
  )
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors} note={note}>
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
