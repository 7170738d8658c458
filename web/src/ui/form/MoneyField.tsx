import { Controller, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './FormField.tsx'

/** What is left of a typed price: its digits, full-width ones too (specification section 5). */
export const stripNonDigits = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '')

/** Whole yen; nothing typed is null. */
export const MoneyField = ({ name, label, required, help, wide, hideLabel, disabled }: FieldProps) => {
  const { control } = useFormContext()
  const field = useField(name, label, help)
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <div className="k-with-unit">
            <span>¥</span>
            <input
              {...field.input}
              ref={ref}
              className="k-input"
              data-align="right"
              inputMode="numeric"
              autoComplete="off"
              disabled={disabled}
              value={typeof value === 'number' ? String(value) : ''}
              onBlur={onBlur}
              onChange={event => {
                const digits = stripNonDigits(event.target.value).slice(0, 10)
                field.edited()
                onChange(digits === '' ? null : Number(digits))
              }}
            />
          </div>
        )}
      />
    </FieldFrame>
  )
}
