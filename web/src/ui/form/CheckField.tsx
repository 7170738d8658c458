import { errorSentence } from './field-errors.ts'
import { type FieldProps, useBound, useField } from './FormField.tsx'

/** Yes or no; the form holds a boolean. */
export const CheckField = ({ name, label, help, wide, disabled }: FieldProps) => {
  const field = useField(name, label, help)
  const bound = useBound(name, field.edited)
  return (
    <div className="k-field" data-field={name} {...(wide ? { 'data-span': 'all' } : {})}>
      <label className="k-check">
        <input type="checkbox" {...bound} {...field.input} disabled={disabled} />
        {label}
      </label>
      {help === undefined ? null : (
        <p className="k-help" id={`${field.id}-help`}>
          {help}
        </p>
      )}
      {field.errors.length === 0 ? null : (
        <div id={`${field.id}-error`}>
          {field.errors.map(text => (
            <p className="k-error" data-testid="field-error" key={text}>
              {errorSentence(label, text)}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
