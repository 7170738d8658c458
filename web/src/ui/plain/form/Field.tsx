import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { Glyph } from '../../icons/Glyph.tsx'
import { described, FieldFrame } from './FieldFrame.tsx'
import { usePlainField } from './PlainForm.tsx'
import styles from './Field.module.css'
import { Input } from './Input.ts'

interface Props extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'defaultValue' | 'placeholder' | 'maxLength' | 'autoFocus' | 'autoCapitalize' | 'spellCheck' | 'readOnly'
> {
  /** The field's name in the request and in the server's errors. */
  name: string
  label: string
  type?: 'text' | 'email' | 'tel' | 'password'
  required?: boolean
  /** Never kept when the page is left; passwords are secrets by themselves. */
  secret?: boolean
  help?: ReactNode
}

/** One line of text; passwords can be looked at. */
export const Field = ({
  name,
  label,
  type = 'text',
  required = false,
  secret = type === 'password',
  help,
  defaultValue,
  ...input
}: Props) => {
  const id = useId()
  const [visible, setVisible] = useState(false)
  const { errors, edited, typed } = usePlainField(name)
  const element = (
    <Input
      {...input}
      {...described(id, help, errors)}
      {...(secret ? { 'data-secret': '' } : {})}
      defaultValue={typed ?? defaultValue}
      name={name}
      type={type === 'password' && visible ? 'text' : type}
      aria-required={required}
      onInput={edited}
    />
  )
  return (
    <FieldFrame id={id} label={label} required={required} help={help} errors={errors}>
      {type === 'password' ? (
        <div className={styles.reveal}>
          {element}
          <button type="button" aria-label={`${label}を表示`} aria-pressed={visible} onClick={() => setVisible(!visible)}>
            <Glyph name={visible ? 'eye_off' : 'eye'} size={21} />
          </button>
        </div>
      ) : (
        element
      )}
    </FieldFrame>
  )
}
