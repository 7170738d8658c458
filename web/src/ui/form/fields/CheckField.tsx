import type { FieldValues } from 'react-hook-form'
import { errorSentence } from '../field-errors.ts'
import { type FieldProps, useBound, useField } from '../FormField.tsx'
import { FieldBox, CheckLabel, Help, ErrorText } from '../FieldParts.ts'

/** Yes or no; the form holds a boolean. */
export const CheckField = <Values extends FieldValues = FieldValues>({ name, label, help, wide, disabled }: FieldProps<Values>) => {
  const field = useField({ name, label, help })
  const bound = useBound(name, field.edited)
  return (
    <FieldBox data-field={name} {...(wide ? { 'data-span': 'all' } : {})}>
      <CheckLabel>
        <input type="checkbox" {...bound} {...field.input} disabled={disabled} />
        {label}
      </CheckLabel>
      {help === undefined ? null : <Help id={`${field.id}-help`}>{help}</Help>}
      {field.errors.length === 0 ? null : (
        <div id={`${field.id}-error`}>
          {field.errors.map(text => (
            <ErrorText data-testid="field-error" key={text}>
              {errorSentence(label, text)}
            </ErrorText>
          ))}
        </div>
      )}
    </FieldBox>
  )
}
