import { type ReactNode, useId } from 'react'
import { described, FieldFrame } from './FieldFrame.tsx'
import { usePlainField } from './PlainForm.tsx'
import { Input } from './Input.ts'

interface Props {
  /** The field's name in the request and in the server's errors. */
  name: string
  label: string
  maxLength: number
  help?: ReactNode
}

/** A few lines of text. */
export const TextareaField = ({ name, label, maxLength, help }: Props) => {
  const id = useId()
  const { errors, edited, typed } = usePlainField(name)
  return (
    <FieldFrame id={id} label={label} required={false} help={help} errors={errors}>
      <Input
        {...described(id, help, errors)}
        as="textarea"
        name={name}
        defaultValue={typed}
        rows={3}
        maxLength={maxLength}
        onInput={edited}
      />
    </FieldFrame>
  )
}
