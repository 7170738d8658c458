import { createContext, type KeyboardEvent, type ReactNode, use, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { LeaveGuard } from '../dialog/LeaveGuard.tsx'
import { ModalGuard } from '../dialog/Modal.tsx'
import { errorSentence, fieldKey, type Refusal } from './field-errors.ts'
import { Alert } from '../Alert.ts'
import styles from './Form.module.css'

interface FormState {
  resource: string | undefined
  errorsOf: (name: string) => readonly string[]
  /** An edited field's error no longer holds; `with rows` also none of its rows', whose places have changed. */
  edited: (name: string, reach?: 'with rows') => void
  /** A field says where its errors stand, so that the summary can lead there. */
  announce: (name: string, label: string, id: string) => () => void
}

const Context = createContext<FormState | null>(null)

export const useFormState = (): FormState => {
  const state = use(Context)
  if (state === null) throw new Error('a field stands outside of a Form')
  return state
}

/** Fields that are the screen's own and no part of the body: their inputs carry plain names, `briefing_session_date`. */
export const OwnNames = ({ children }: { children: ReactNode }) => {
  const state = useFormState()
  return <Context value={{ ...state, resource: undefined }}>{children}</Context>
}

interface Props<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The body's own name, `building`: inputs are then called `building[name]`. */
  resource?: string
  onSubmit: (values: Values) => void
  /** What the last attempt was refused with. */
  error: Refusal | null
  children: ReactNode
  /** Asks before leaving the page with unsaved changes; on unless said. Closing a modal asks in any case. Sending the form ends the watch until it is refused. `with search`: another search in the address leaves the page too. */
  guard?: boolean | 'with search'
  id?: string
}

/** A form of the staff side: errors of the server stand under their fields until they are edited, the first one is focused. */
export const Form = <Values extends FieldValues>({ form, resource, onSubmit, error, children, guard = true, id }: Props<Values>) => {
  const [edited, setEdited] = useState<{ error: Refusal | null; keys: ReadonlySet<string> }>({ error: null, keys: new Set() })
  const [places] = useState(() => new Map<string, Place>())
  const element = useRef<HTMLFormElement>(null)
  const gone = edited.error === error ? edited.keys : new Set<string>()

  const errors = Object.fromEntries(
    Object.entries(error?.fields ?? {}).flatMap(([key, texts]) =>
      gone.has(fieldKey(key)) || texts.length === 0 ? [] : [[fieldKey(key), texts]],
    ),
  )

  useLayoutEffect(() => {
    if (error === null) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const target = first?.matches('input, select, textarea, button')
      ? first
      : first?.querySelector<HTMLElement>('input, select, textarea, button')
    if (target) target.focus()
    // An error of no field: its sentence may lie far above the button that was pressed.
    else {
      const alert = element.current?.querySelector<HTMLElement>('[data-kit=alert]')
      alert?.scrollIntoView({ block: 'nearest' })
      // The button that was pressed could not be pressed meanwhile, and has lost the focus.
      if (document.activeElement === document.body) alert?.focus({ preventScroll: true })
    }
  }, [error])

  const announce = useCallback(
    (name: string, label: string, field: string) => {
      places.set(fieldKey(name), { label, id: field })
      return () => void places.delete(fieldKey(name))
    },
    [places],
  )
  const state: FormState = {
    resource,
    errorsOf: name => errors[fieldKey(name)] ?? [],
    edited: (name, reach) => {
      const key = fieldKey(name)
      const mended = Object.keys(errors).filter(each => each === key || (reach === 'with rows' && each.startsWith(`${key}.`)))
      // Two fields may be filled in at once.
      if (mended.length > 0) setEdited(before => ({ error, keys: new Set([...(before.error === error ? before.keys : []), ...mended]) }))
    },
    announce,
  }

  const unsaved = form.formState.isDirty && (!form.formState.isSubmitSuccessful || error !== null)
  return (
    <FormProvider {...form}>
      <Context value={state}>
        <form
          className={styles.form}
          noValidate
          ref={element}
          id={id}
          onKeyDown={sendByKeyboard}
          onSubmit={event => void form.handleSubmit(onSubmit)(event)}
        >
          <Summary error={error} errors={errors} places={places} />
          {children}
        </form>
        <ModalGuard watching={unsaved} />
        {guard ? <LeaveGuard watching={unsaved} withSearch={guard === 'with search'} /> : null}
      </Context>
    </FormProvider>
  )
}

/** Ctrl+Enter (⌘+Enter) sends from anywhere, also from a text of several lines, where Enter alone is a new line. */
const sendByKeyboard = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  // By its button, so that a form that may not be sent just now stays where it is.
  event.currentTarget.querySelector<HTMLElement>('button[type=submit]:not(:disabled)')?.click()
}

interface Place {
  label: string
  id: string
}

const goneText =
  '対象が見つかりません。他の人が削除した可能性があります。入力した内容は残っています。必要な場合は写し取ってから画面を開き直してください。'

interface SummaryProps {
  error: Refusal | null
  errors: Readonly<Record<string, readonly string[]>>
  places: ReadonlyMap<string, Place>
}

/** Above a form with several errors, or with one that no field of it carries. */
const Summary = ({ error, errors, places }: SummaryProps) => {
  if (error === null) return null
  const placed = Object.keys(errors).filter(key => places.has(key))
  const lost = Object.keys(errors).some(key => !places.has(key)) || Object.keys(error.fields).length === 0
  if (lost)
    return (
      <Alert role="alert" tabIndex={-1}>
        {(error.status === 404 ? [goneText] : error.fullMessages).map(text => (
          <p key={text}>{text}</p>
        ))}
      </Alert>
    )
  if (placed.length < 2) return null
  return (
    <Alert role="alert">
      入力内容を確認してください。
      <ul>
        {placed.map(key => {
          const place = places.get(key)
          return place === undefined ? null : (
            <li key={key}>
              <a href={`#${place.id}`} onClick={event => focusField(event, place.id)}>
                {errorSentence(place.label, errors[key]?.[0] ?? '')}
              </a>
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}

const focusField = (event: { preventDefault: () => void }, id: string) => {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
