import { RequiredMark } from './RequiredMark.tsx'
import { Label, FieldBox, Help, FieldsetBox, ErrorText } from './FieldParts.ts'
import { type ChangeEvent, type FocusEvent, type ReactNode, useEffect, useId } from 'react'
import { type FieldPath, type FieldValues, type RegisterOptions, useFormContext } from 'react-hook-form'
import { useFormState } from './Form.tsx'
import { errorSentence, railsName } from './field-errors.ts'

export interface FieldProps<Values extends FieldValues = FieldValues> {
  /** Path in the form's values, `supplier_staffs_attributes.0.name`; where the values are said (`<TextField<Values>`), no other compiles. */
  name: FieldPath<Values>
  label: string
  required?: boolean
  help?: ReactNode
  /** As wide as the form. */
  wide?: boolean
  /** For rows of a table whose column head is the label: the label is only spoken. */
  hideLabel?: boolean
  disabled?: boolean
}

interface OwnTexts {
  /** What the field itself found wrong before anything is sent. */
  errors?: readonly string[]
  /** It has a note of its own, `<id>-length`. */
  limited?: boolean
}

/** What a field needs of its form: ids, errors, name in the document. */
export const useField = ({ name, label, help }: Pick<FieldProps, 'name' | 'label' | 'help'>, own: OwnTexts = {}) => {
  const id = useId()
  const { resource, errorsOf, edited, announce } = useFormState()
  const errors = [...(own.errors ?? []), ...errorsOf(name)]
  // A field registers itself while it stands in the document.
  useEffect(() => announce(name, label, id), [announce, name, label, id])
  const about = [help === undefined ? null : `${id}-help`, own.limited ? `${id}-length` : null, errors.length === 0 ? null : `${id}-error`]
    .filter(part => part !== null)
    .join(' ')
  return {
    id,
    errors,
    edited: () => edited(name),
    /** Goes on the input element. */
    input: {
      id,
      name: railsName(resource, name),
      'aria-invalid': errors.length > 0,
      ...(about === '' ? {} : { 'aria-describedby': about }),
    },
  }
}

type Input = HTMLInputElement | HTMLTextAreaElement

/** Binds an input to its place in the form's values. The form finds the place by name, and the document's name is another one. */
export const useBound = (name: string, edited: () => void, options: Pick<RegisterOptions, 'setValueAs'> = {}) => {
  const { register } = useFormContext()
  const { ref, onChange, onBlur } = register(name, options)
  const named = ({ type, target }: ChangeEvent<Input> | FocusEvent<Input>) => ({
    type,
    target: { name, type: target.type, value: target.value },
  })
  return {
    ref,
    onChange: (event: ChangeEvent<Input>) => {
      edited()
      void onChange(named(event))
    },
    onBlur: (event: FocusEvent<Input>) => void onBlur(named(event)),
  }
}

interface FrameProps extends Omit<FieldProps, 'disabled'> {
  id: string
  errors: readonly string[]
  /** Below the errors. */
  note?: ReactNode
  children: ReactNode
}

/** Label above, help before the error, the server's text directly below the input. */
export const FieldFrame = ({ id, name, label, required, help, wide, hideLabel, errors, note, children }: FrameProps) => (
  <FieldBox data-field={name} {...(wide ? { 'data-span': 'all' } : {})}>
    {hideLabel ? (
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
    ) : (
      <Label htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : null}
      </Label>
    )}
    {help === undefined ? null : <Help id={`${id}-help`}>{help}</Help>}
    {children}
    <FieldTexts id={id} label={label} errors={errors} />
    {note}
  </FieldBox>
)

/** The frame of several inputs that answer one question. */
export const GroupFrame = ({ id, name, label, required, help, wide, hideLabel, errors, children }: FrameProps) => (
  <FieldsetBox
    data-field={name}
    aria-invalid={errors.length > 0}
    {...(errors.length > 0 ? { 'aria-describedby': `${id}-error` } : {})}
    {...(wide ? { 'data-span': 'all' } : {})}
  >
    {hideLabel ? (
      <legend className="sr-only">{label}</legend>
    ) : (
      <Label as="legend">
        {label}
        {required ? <RequiredMark /> : null}
      </Label>
    )}
    {help === undefined ? null : <Help>{help}</Help>}
    {children}
    <FieldTexts id={id} label={label} errors={errors} />
  </FieldsetBox>
)

const FieldTexts = ({ id, label, errors }: { id: string; label: string; errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <div id={`${id}-error`}>
      {errors.map(text => (
        <ErrorText data-testid="field-error" key={text}>
          {errorSentence(label, text)}
        </ErrorText>
      ))}
    </div>
  )

/** Errors of something that is no input: a whole list of rows, such as `assigned_contractors`. */
export const FieldError = ({ name, label }: { name: string; label: string }) => {
  const { id, errors } = useField({ name, label })
  return (
    <div id={id} tabIndex={-1} data-field={name} aria-invalid={errors.length > 0}>
      <FieldTexts id={id} label={label} errors={errors} />
    </div>
  )
}
