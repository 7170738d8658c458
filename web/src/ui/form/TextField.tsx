import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './FormField.tsx'

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
  const { register } = useFormContext()
  const field = useField(name, label, help)
  const element = (
    <input
      {...input}
      {...register(name, { onChange: field.edited })}
      {...field.input}
      className="k-input"
      autoComplete={autoComplete}
      disabled={disabled}
    />
  )
  return (
    <FieldFrame {...{ label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
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
