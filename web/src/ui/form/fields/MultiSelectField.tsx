import { MultiSelect } from '@mantine/core'
import { Controller, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import type { Option } from './SelectField.tsx'

/** Several of many. The form holds the list of the options' own values. */
export const MultiSelectField = ({
  name,
  label,
  required,
  help,
  wide,
  hideLabel,
  disabled,
  options,
}: FieldProps & { options: readonly Option[] }) => {
  const { control } = useFormContext()
  const field = useField(name, label, help)
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur, ref } }) => {
          const chosen: unknown[] = Array.isArray(value) ? value : []
          return (
            <MultiSelect
              {...field.input}
              ref={ref}
              data={options.map(({ value: key, label: text, disabled: off }) => ({
                value: String(key),
                label: text,
                disabled: off ?? false,
              }))}
              value={chosen.map(String)}
              onChange={texts => {
                field.edited()
                onChange(texts.flatMap(text => options.find(option => String(option.value) === text)?.value ?? []))
              }}
              onBlur={onBlur}
              searchable
              clearable
              disabled={disabled}
              error={field.errors.length > 0}
            />
          )
        }}
      />
    </FieldFrame>
  )
}
