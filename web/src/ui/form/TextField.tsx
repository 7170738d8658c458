import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { FieldFrame, type FieldProps, useBound, useField } from './FormField.tsx'

interface Props extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'password' | 'url'
  placeholder?: string
  maxLength?: number
  inputMode?: 'text' | 'numeric' | 'tel' | 'email'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Beside the input: a look-up button. */
  after?: ReactNode
}

export const TextField = ({ name, label, required, help, wide, hideLabel, disabled, after, autoComplete = 'off', ...input }: Props) => {
  const field = useField(name, label, help)
  const bound = useBound(name, field.edited)
  const element = <input {...input} {...bound} {...field.input} className="k-input" autoComplete={autoComplete} disabled={disabled} />
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      {after === undefined ? (
        element
      ) : (
        <div className="k-with-unit">
          {element}
          {after}
        </div>
      )}
    </FieldFrame>
  )
}
