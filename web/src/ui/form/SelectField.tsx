import { lazy, Suspense } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './FormField.tsx'

const SearchableSelect = lazy(async () => ({ default: (await import('./SearchableSelect.tsx')).SearchableSelect }))

export interface Option {
  value: string | number
  label: string
  disabled?: boolean
}

interface Props extends FieldProps {
  options: readonly Option[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** Whether choosing nothing is possible; on unless the field is required. */
  clearable?: boolean
  /** Typing narrows the options; on for more than twelve. */
  searchable?: boolean
  onChoose?: (value: string | number | null) => void
}

/** One of many. The form holds the option's own value (text or number), or null. */
export const SelectField = ({
  name,
  label,
  required = false,
  help,
  wide,
  hideLabel,
  disabled,
  options,
  placeholder = '選択してください',
  clearable = !required,
  searchable = options.length > 12,
  onChoose,
}: Props) => {
  const { control } = useFormContext()
  const field = useField(name, label, help)
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur, ref } }) => {
          const chosen = value === null || value === undefined ? '' : String(value)
          const choose = (text: string | null) => {
            const next = options.find(option => String(option.value) === text)?.value ?? null
            field.edited()
            onChange(next)
            onChoose?.(next)
          }
          const native = (
            <select
              {...field.input}
              ref={ref}
              className="k-input"
              value={chosen}
              disabled={disabled}
              onBlur={onBlur}
              onChange={event => choose(event.target.value)}
            >
              {clearable || chosen === '' ? <option value="">{placeholder}</option> : null}
              {/* What is chosen and not on the list (yet): the browser would show another one instead. */}
              {chosen === '' || options.some(option => String(option.value) === chosen) ? null : <option value={chosen}>―</option>}
              {options.map(({ value: key, label: text, disabled: off }) => (
                <option key={key} value={key} disabled={off}>
                  {text}
                </option>
              ))}
            </select>
          )
          if (!searchable) return native
          return (
            <Suspense fallback={native}>
              <SearchableSelect
                {...field.input}
                ref={ref}
                data={options.map(({ value: key, label: text, disabled: off }) => ({
                  value: String(key),
                  label: text,
                  disabled: off ?? false,
                }))}
                value={chosen === '' ? null : chosen}
                onChange={choose}
                onBlur={onBlur}
                placeholder={placeholder}
                clearable={clearable}
                disabled={disabled ?? false}
                error={field.errors.length > 0}
              />
            </Suspense>
          )
        }}
      />
    </FieldFrame>
  )
}
