import { useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './FormField.tsx'

interface Props extends FieldProps {
  rows?: number
  placeholder?: string
  maxLength?: number
}

/** Several lines; grows with what is typed. */
export const TextareaField = ({ name, label, required, help, wide = true, hideLabel, disabled, ...input }: Props) => {
  const { register } = useFormContext()
  const field = useField(name, label, help)
  return (
    <FieldFrame {...{ label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      <textarea {...input} {...register(name, { onChange: field.edited })} {...field.input} className="k-input" disabled={disabled} />
    </FieldFrame>
  )
}
