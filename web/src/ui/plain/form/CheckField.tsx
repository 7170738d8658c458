import { type ReactNode, useId } from 'react'
import { FieldErrors } from './FieldFrame.tsx'
import { usePlainField } from './PlainForm.tsx'
import { Read } from '../Read.tsx'
import { FieldBox } from './FieldParts.ts'
import { Choice } from './Choice.ts'

interface Props {
  name: string
  /** The name the server's texts are read with. */
  label: string
  children: ReactNode
  /** What the form sends when it is ticked. */
  value?: string
  defaultChecked?: boolean
  onChange?: (checked: boolean) => void
}

/** A box to tick, such as an agreement. */
export const CheckField = ({ name, label, children, value = '1', defaultChecked = false, onChange }: Props) => {
  const id = useId()
  const { errors, edited, typed } = usePlainField(name)
  return (
    <FieldBox>
      <Choice>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={typed === undefined ? defaultChecked : typed === value}
          aria-invalid={errors.length > 0}
          {...(errors.length > 0 ? { 'aria-describedby': `${id}-error` } : {})}
          onChange={event => {
            edited()
            onChange?.(event.currentTarget.checked)
          }}
        />
        <span>
          <Read>{children}</Read>
        </span>
      </Choice>
      <FieldErrors id={id} label={label} errors={errors} />
    </FieldBox>
  )
}
