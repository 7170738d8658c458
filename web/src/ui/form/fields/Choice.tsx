import { lazy, type Ref, Suspense } from 'react'
import { Select } from '../Control.ts'

const SearchableSelect = lazy(async () => ({ default: (await import('../combobox/SearchableSelect.tsx')).SearchableSelect }))

export interface Option {
  value: string | number
  label: string
  disabled?: boolean
}

export interface ChoiceProps {
  /** Goes on the input element: its id, its name in the document, what describes it. */
  input: { id: string; name: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }
  value: string | number | null | undefined
  options: readonly Option[]
  onChoose: (value: string | number | null) => void
  onBlur?: (() => void) | undefined
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** Whether choosing nothing is possible. */
  clearable?: boolean
  /** Typing narrows the options; on for more than twelve. */
  searchable?: boolean
  disabled?: boolean
  ref?: Ref<HTMLInputElement & HTMLSelectElement>
}

/** One of many: native while the list is short, searchable when it is long. */
export const Choice = ({
  input,
  value,
  options,
  onChoose,
  onBlur,
  placeholder = '選択してください',
  clearable = false,
  searchable = options.length > 12,
  disabled = false,
  ref,
}: ChoiceProps) => {
  const chosen = String(value ?? '')
  const choose = (text: string | null) => onChoose(options.find(option => String(option.value) === text)?.value ?? null)
  const native = (
    <Select {...input} ref={ref} value={chosen} disabled={disabled} onBlur={onBlur} onChange={event => choose(event.target.value)}>
      {clearable || chosen === '' ? <option value="">{placeholder}</option> : null}
      {/* What is chosen and not on the list (yet): the browser would show another one instead. */}
      {chosen === '' || options.some(option => String(option.value) === chosen) ? null : <option value={chosen}>―</option>}
      {options.map(({ value: key, label: text, disabled: off }) => (
        <option key={key} value={key} disabled={off}>
          {text}
        </option>
      ))}
    </Select>
  )
  if (!searchable) return native
  return (
    <Suspense fallback={native}>
      <SearchableSelect
        input={input}
        ref={ref}
        options={options}
        value={options.find(option => String(option.value) === chosen) ?? null}
        onChoose={option => onChoose(option?.value ?? null)}
        {...{ onBlur, placeholder, clearable, disabled }}
      />
    </Suspense>
  )
}
