import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import fieldPartsStyles from './FieldParts.module.css'

/** From which part of the longest text on its length is shown. */
const nearly = 0.8

/** What the input of a limited text carries. The browser takes no more than `maxLength`, and keeps silent about what it left out. */
export const useLimit = (maxLength: number | undefined) => {
  const [cut, setCut] = useState(false)
  if (maxLength === undefined) return { cut: false, input: {} }
  return {
    cut,
    input: {
      maxLength,
      onPaste: ({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { value, selectionStart, selectionEnd } = currentTarget
        const replaced = (selectionEnd ?? value.length) - (selectionStart ?? value.length)
        setCut(value.length - replaced + clipboardData.getData('text').replaceAll('\r\n', '\n').length > maxLength)
      },
      onInput: ({ nativeEvent }: FormEvent) => {
        if (!(nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste')) setCut(false)
      },
    },
  }
}

interface Props {
  /** Path in the form's values. */
  name: string
  id: string
  maxLength: number
  /** A paste did not fit. */
  cut: boolean
}

/** How much of a limited text is used, once it is nearly all; empty before. */
export const LengthNote = ({ name, id, maxLength, cut }: Props) => {
  const value: unknown = useWatch({ name })
  const length = typeof value === 'string' ? value.length : 0
  return (
    <>
      <p className={fieldPartsStyles.length} id={id} data-full={length >= maxLength || undefined}>
        {length >= maxLength * nearly ? `${length} / ${maxLength}文字` : null}
      </p>
      {cut ? (
        <p className={fieldPartsStyles.length} role="alert" data-full>
          {maxLength}文字を超えた部分は入力されませんでした。
        </p>
      ) : null}
    </>
  )
}
