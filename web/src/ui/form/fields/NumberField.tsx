import type { FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useBound, useField } from '../FormField.tsx'
import { WithUnit, Input } from '../Control.ts'

/** Numbers begin at 1 unless a field says otherwise (specification section 5). */
export const defaultMinimum = 1

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  min?: number
  max?: number
  step?: number
  /** Behind the number: 分, 戸, 階. */
  unit?: string
  /** Pixels of the input. */
  width?: number
}

/** A number; nothing typed is null. */
export const NumberField = <Values extends FieldValues = FieldValues>({
  disabled,
  min = defaultMinimum,
  max,
  step,
  unit,
  width,
  ...frame
}: Props<Values>) => {
  const field = useField(frame)
  const bound = useBound(frame.name, field.edited, { setValueAs: numberOf })
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <WithUnit>
        <Input
          {...bound}
          {...field.input}
          data-align="right"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          {...(width === undefined ? {} : { style: { width } })}
        />
        {unit === undefined ? null : <span>{unit}</span>}
      </WithUnit>
    </FieldFrame>
  )
}

const numberOf = (value: unknown): number | null => {
  if (value === '' || value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
