import { bareCode, codeLength, formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { type InputEvent, useId } from 'react'
import { described, FieldFrame } from '../../ui/plain/form/FieldFrame.tsx'
import { usePlainField } from '../../ui/plain/form/PlainForm.tsx'
import styles from './CodeField.module.css'
import { Input } from '../../ui/plain/form/Input.ts'

const help = 'お手元の案内に印刷された8文字です。大文字・小文字、ハイフンの有無は、どちらでもかまいません。'

/** The printed code; what is typed takes the form of what is printed, AB7K-9QXM, without waiting for the end. */
export const CodeField = () => {
  const id = useId()
  const { errors, edited } = usePlainField('authentication_code')
  const tidy = (event: InputEvent<HTMLInputElement>) => {
    edited()
    const input = event.currentTarget
    // A Japanese keyboard is still composing, or somebody corrects in the middle: hands off.
    if (event.nativeEvent.isComposing || input.selectionStart !== input.value.length) return
    input.value = asPrinted(input.value)
  }
  return (
    <FieldFrame id={id} label={residentLabels.authentication_code} required help={help} errors={errors}>
      <Input
        {...described(id, help, errors)}
        className={styles.code}
        name="authentication_code"
        aria-required
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder="AB7K-9QXM"
        onInput={tidy}
        onBlur={event => (event.currentTarget.value = asPrinted(event.currentTarget.value))}
      />
    </FieldFrame>
  )
}

const asPrinted = (typed: string): string => {
  const code = bareCode(typed).slice(0, codeLength)
  return code.length > 4 ? formatAuthenticationCode(code) : code
}
