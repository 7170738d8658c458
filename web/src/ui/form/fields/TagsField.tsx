import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Icon } from '../../icons/Icon.tsx'
import { errorSentence } from '../field-errors.ts'
import { useFormState } from '../Form.tsx'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import styles from './TagsField.module.css'
import controlStyles from '../Control.module.css'

interface Props extends FieldProps {
  placeholder?: string
  inputMode?: 'text' | 'email'
  /** Cuts what was typed or pasted into its parts. */
  split: (text: string) => string[]
  /** What one of them is called in an error. */
  partLabel: string
}

/**
 * Several short texts, each a tag: Enter, a comma or leaving the field makes one of what was typed, pasting makes many, Backspace takes
 * the last one back. The form holds the list; the server's errors of `field[1]` stand on the tag they mean.
 */
export const TagsField = ({ disabled, placeholder, inputMode, split, partLabel, ...frame }: Props) => {
  const field = useField(frame)
  const form = useFormState()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { value, onChange, onBlur } = useController({ name: frame.name }).field
  const tags: readonly string[] = Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
  const wrong = field.errors.length > 0 || tags.some((_, at) => form.errorsOf(`${frame.name}.${at}`).length > 0)
  const set = (next: string[]) => {
    // The errors of the rows would stand at the wrong places.
    form.edited(frame.name, 'with rows')
    onChange([...new Set(next)])
  }
  const addTags = (text: string) => {
    const parts = split(text)
    setTyped('')
    if (parts.length > 0) set([...tags, ...parts])
  }
  const byKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) set(tags.slice(0, -1))
    if (event.key === 'Enter' && typed.trim() !== '') {
      // Ctrl+Enter sends the form, with what was typed.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault()
      addTags(typed)
    }
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (split(text).length < 2) return
    event.preventDefault()
    addTags(typed + text)
  }
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <div
        className={`${styles.tags} ${controlStyles.input}`}
        data-disabled={disabled}
        aria-invalid={field.errors.length > 0}
        onClick={() => input.current?.focus()}
      >
        {tags.map((tag, at) => (
          <Tag
            key={tag}
            name={`${frame.name}.${at}`}
            label={partLabel}
            disabled={disabled}
            text={tag}
            onRemove={() => set(tags.filter(each => each !== tag))}
          />
        ))}
        <input
          {...field.input}
          aria-invalid={wrong}
          ref={input}
          value={typed}
          disabled={disabled}
          inputMode={inputMode}
          autoComplete="off"
          placeholder={tags.length === 0 ? placeholder : undefined}
          onKeyDown={byKey}
          onPaste={paste}
          onChange={event => (split(`${event.target.value}.`).length > 1 ? addTags(event.target.value) : setTyped(event.target.value))}
          onBlur={() => {
            addTags(typed)
            onBlur()
          }}
        />
      </div>
    </FieldFrame>
  )
}

interface TagProps {
  name: string
  label: string
  text: string
  disabled?: boolean
  onRemove: () => void
}

const Tag = ({ name, label, text, disabled, onRemove }: TagProps) => {
  const { errors, id } = useField({ name, label: `${label}「${text}」` })
  const sentence = useId()
  const wrong = errors.length > 0
  return (
    <span className={styles.tag} data-wrong={wrong || undefined} data-testid={wrong ? 'field-error' : undefined}>
      {text}
      {disabled ? null : (
        <button type="button" id={id} aria-label={`${text}を外す`} {...(wrong ? { 'aria-describedby': sentence } : {})} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
      {wrong ? <small id={sentence}>{errorSentence(label, errors[0] ?? '')}</small> : null}
    </span>
  )
}
