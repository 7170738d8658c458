import type { ReactNode } from 'react'
import { errorSentence } from '../../form/field-errors.ts'
import { Glyph } from '../../icons/Glyph.tsx'
import { Read } from '../Read.tsx'
import { FieldBox, Label, Help, RequiredBox, ErrorLine } from './FieldParts.ts'

interface Props {
  /** The input's id; help and errors get ids of their own from it. */
  id: string
  label: string
  required: boolean
  help: ReactNode
  errors: readonly string[]
  children: ReactNode
}

/** Label above, help before the error, error directly below the input. */
export const FieldFrame = ({ id, label, required, help, errors, children }: Props) => (
  <FieldBox>
    <Label htmlFor={id}>
      <Read>{label}</Read>
      {required ? <RequiredMark /> : null}
    </Label>
    {help === undefined ? null : (
      <Help id={`${id}-help`}>
        <Read>{help}</Read>
      </Help>
    )}
    {children}
    <FieldErrors id={id} label={label} errors={errors} />
  </FieldBox>
)

export const RequiredMark = () => (
  <RequiredBox data-testid="required-mark">
    <Read>必須</Read>
  </RequiredBox>
)

/** The server's texts come without the field's name, so that they can be read under any label. */
export const FieldErrors = ({ id, label, errors }: { id: string; label: string; errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <div id={`${id}-error`} role="alert">
      {errors.map(text => (
        <ErrorLine data-testid="field-error" key={text}>
          <Glyph name="alert" size={17} />
          <span>
            <Read>{errorSentence(label, text)}</Read>
          </span>
        </ErrorLine>
      ))}
    </div>
  )

/** What an input says about itself to a screen reader. */
export const described = (id: string, help: ReactNode, errors: readonly string[]) => {
  const ids = [help === undefined ? null : `${id}-help`, errors.length === 0 ? null : `${id}-error`].filter(part => part !== null)
  return {
    id,
    'aria-invalid': errors.length > 0,
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
  }
}
