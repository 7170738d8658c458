import { lazy, Suspense } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import { Input } from '../Control.ts'
import type { Option } from './Choice.tsx'

const MultiSelect = lazy(async () => ({ default: (await import('../combobox/MultiSelect.tsx')).MultiSelect }))

/** Several of many. The form holds the list of the options' own values. */
export const MultiSelectField = ({ disabled = false, options, ...frame }: FieldProps & { options: readonly Option[] }) => {
  const { control } = useFormContext()
  const field = useField(frame)
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        render={({ field: { value, onChange, onBlur, ref } }) => {
          const values: unknown[] = Array.isArray(value) ? value : []
          const chosen = options.filter(option => values.includes(option.value))
          return (
            <Suspense fallback={<Input disabled value={chosen.map(option => option.label).join('、')} />}>
              <MultiSelect
                input={field.input}
                ref={ref}
                options={options}
                chosen={chosen}
                onChoose={next => {
                  field.edited()
                  onChange(next.map(option => option.value))
                }}
                onBlur={onBlur}
                disabled={disabled}
              />
            </Suspense>
          )
        }}
      />
    </FieldFrame>
  )
}
