import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { Button } from '../Button.tsx'
import { Input } from '../form/Control.ts'
import { ErrorText } from '../form/FieldParts.ts'
import styles from './Search.module.css'

interface SearchBoxProps {
  /** Of the form, where a page has another. */
  name?: string
  label: string
  placeholder: string
  typed: string
  busy?: boolean
  input: RefObject<HTMLInputElement | null>
  hits: RefObject<HTMLUListElement | null>
  /** Why what was searched for cannot be; stands until something else is typed. */
  refusal?: string | null
  /** What was typed, without spaces around it. */
  onSearch: (typed: string) => void
}

/** A large field to search by: Enter searches, the arrow down leads into the hits; with nothing typed it says what to type. */
export const SearchBox = ({ name, label, placeholder, typed, busy = false, input, hits, refusal = null, onSearch }: SearchBoxProps) => {
  const [isEmpty, setEmpty] = useState(false)
  const [mended, setMended] = useState<string | null>(null)
  const error = isEmpty ? `${label}を入力してください。` : refusal === mended ? null : refusal
  const id = useId()
  const search = () => {
    const words = input.current?.value.trim() ?? ''
    setEmpty(words === '')
    setMended(null)
    if (words === '') input.current?.focus()
    onSearch(words)
  }
  return (
    <form
      className={styles.search}
      role="search"
      aria-label={name}
      onSubmit={event => {
        event.preventDefault()
        search()
      }}
    >
      <Input
        ref={input}
        type="search"
        defaultValue={typed}
        maxLength={100}
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : id}
        placeholder={placeholder}
        autoComplete="off"
        onChange={() => {
          setEmpty(false)
          setMended(refusal)
        }}
        onKeyDown={event => walk(event, hits.current, input.current)}
      />
      <Button kind="primary" type="submit" icon="search" disabled={busy}>
        検索
      </Button>
      {error === null ? null : (
        <ErrorText id={id} role="alert">
          {error}
        </ErrorText>
      )}
    </form>
  )
}

interface Hit {
  key: string | number
  name: string
  text: string
  note: string
  /** Said where one of the hits is open. */
  isOpen?: boolean
  open: () => void
}

interface SearchHitsProps {
  label: string
  hits: readonly Hit[]
  list: RefObject<HTMLUListElement | null>
  input: RefObject<HTMLInputElement | null>
}

/** What was found: arrows go from hit to hit and back to the field, Enter opens. */
export const SearchHits = ({ label, hits, list, input }: SearchHitsProps) => (
  <ul ref={list} className={styles.hits} aria-label={label} onKeyDown={event => walk(event, event.currentTarget, input.current)}>
    {hits.map(({ key, name, text, note, isOpen, open }) => (
      <li key={key}>
        <button type="button" aria-pressed={isOpen} onClick={open}>
          <strong>{name}</strong>
          <span>{text}</span>
          <small>{note}</small>
        </button>
      </li>
    ))}
  </ul>
)

const walk = (event: KeyboardEvent, list: HTMLElement | null, input: HTMLInputElement | null) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  // During a conversion the arrows choose among its words.
  if (step === 0 || list === null || event.nativeEvent.isComposing) return
  const buttons = [...list.querySelectorAll('button')]
  const from = buttons.findIndex(button => button === document.activeElement)
  // From the field there is nothing above, and nothing below where nothing was found.
  if (from < 0 && (step < 0 || buttons.length === 0)) return
  event.preventDefault()
  if (from + step < 0) input?.focus()
  else buttons[from + step]?.focus()
}
