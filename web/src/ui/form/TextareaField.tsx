import { FieldFrame, type FieldProps, useBound, useField } from './FormField.tsx'

interface Props extends FieldProps {
  rows?: number
  placeholder?: string
  maxLength?: number
}

/** Several lines; grows with what is typed. */
export const TextareaField = ({ name, label, required, help, wide = true, hideLabel, disabled, ...input }: Props) => {
  const field = useField(name, label, help)
  const bound = useBound(name, field.edited)
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      <textarea {...input} {...bound} {...field.input} className="k-input" disabled={disabled} />
    </FieldFrame>
  )
}
