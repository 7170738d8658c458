import { digitsOnly, isNegative } from '@toguchi/domain/text/digits'
import { useState } from 'react'
import { Controller, useFormContext, type FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import { WithUnit, Input } from '../Control.ts'

/** Whole yen; nothing typed is null. A price below zero is refused, not read as one above it. */
export const MoneyField = <Values extends FieldValues = FieldValues>({ disabled, ...frame }: FieldProps<Values>) => {
  const { control } = useFormContext()
  const [negative, setNegative] = useState<string | null>(null)
  const field = useField(frame, { errors: negative === null ? [] : ['は0円以上で入力してください'] })
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        rules={{ validate: () => negative === null }}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <WithUnit>
            <span>¥</span>
            <Input
              {...field.input}
              ref={ref}
              data-align="right"
              inputMode="numeric"
              autoComplete="off"
              disabled={disabled}
              value={negative ?? (typeof value === 'number' ? String(value) : '')}
              onBlur={onBlur}
              onChange={event => {
                const typed = event.target.value
                const digits = isNegative(typed) ? '' : digitsOnly(typed).slice(0, 10)
                setNegative(isNegative(typed) ? typed : null)
                field.edited()
                onChange(digits === '' ? null : Number(digits))
              }}
            />
          </WithUnit>
        )}
      />
    </FieldFrame>
  )
}
