import { createContext, type FormEvent, type ReactNode, startTransition, use, useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { dropTyped, keepTyped, readTyped, typedKey } from '../../../platform/typed.ts'
import { Notice } from '../Notice.tsx'
import { Rows } from './Rows.ts'

/** What a rejected submit carries: texts by field, and whole sentences. Errors of the API are such. */
interface Refusal {
  fields: Readonly<Record<string, readonly string[]>>
  fullMessages: readonly string[]
}

export type Values = Readonly<Record<string, string>>

interface Props {
  /**
   * Gets every named input as text, and resolves when the page that it leads to stands. Rejecting with a refusal shows its texts under the
   * fields; anything else passes through.
   */
  onSubmit: (values: Values) => Promise<unknown>
  children: ReactNode
  /** Its name among the forms of its page: what is typed outlives Back and a reload, until it was sent or the session ended (R11). Never secrets. */
  keepAs?: string
  /** Sentences shown above the form before anything was sent. */
  notice?: ReactNode
}

interface FormState {
  errorsOf: (field: string) => readonly string[]
  edited: (field: string) => void
  /** A field says that its errors have a place, until it goes. */
  announce: (field: string) => () => void
  busy: boolean
  /** What stood there before the page was left. */
  typedIn: (field: string) => string | undefined
}

const Form = createContext<FormState>({
  errorsOf: () => [],
  edited: () => {},
  announce: () => () => {},
  busy: false,
  typedIn: () => undefined,
})

/** What a submit resolves with that only leads to the next step: nothing was sent yet, and what was typed stays kept. */
export const notSent = Symbol('not sent')

/** Whether the form around is being sent. */
export const useSending = (): boolean => use(Form).busy

/** What was typed into a field before its page was left; undefined where nothing was. */
export const useTyped = (): FormState['typedIn'] => use(Form).typedIn

/** What the form around knows of one of its fields. */
export const usePlainField = (name: string): { errors: readonly string[]; edited: () => void; typed: string | undefined } => {
  const { errorsOf, edited, announce, typedIn } = use(Form)
  useLayoutEffect(() => announce(name), [announce, name])
  return { errors: errorsOf(name), edited: () => edited(name), typed: typedIn(name) }
}

/** Into the field, with what it is called in sight: not under the bar at the top of the page. */
const showField = (field: HTMLElement): void => {
  // A group of choices cannot be focused itself.
  const input = field.matches('fieldset') ? field.querySelector<HTMLElement>('input:not(:disabled)') : field
  input?.focus()
  const name = field.matches('fieldset') ? field.querySelector('legend') : field.parentElement?.querySelector('label')
  name?.scrollIntoView({ block: 'nearest' })
}

/** A form of the plain kit: nothing typed is ever lost, errors of the server stand where they belong, the first one is focused. */
export const PlainForm = ({ onSubmit, children, notice, keepAs }: Props) => {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState(false)
  const [places] = useState(() => new Set<string>())
  const [typedAt] = useState(() => (keepAs === undefined ? null : typedKey(keepAs)))
  const announce = useCallback(
    (field: string) => {
      places.add(field)
      return () => void places.delete(field)
    },
    [places],
  )

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    if (busy) return
    setBusy(true)
    setRefusal(null)
    try {
      const sent = await onSubmit(valuesOf(form))
      if (typedAt !== null && sent !== notSent) dropTyped(typedAt)
      // With the page that follows, if one does: the router shows it in a transition, too. Until then nobody presses twice.
      startTransition(() => setBusy(false))
    } catch (error) {
      if (!isRefusal(error)) {
        setBusy(false)
        throw error
      }
      flushSync(() => {
        setBusy(false)
        setRefusal(error)
      })
      const first = form.querySelector<HTMLElement>('[aria-invalid=true]')
      if (first) return showField(first)
      // A button that rests while it is sent loses the keyboard.
      const pressed = submitter ?? form.querySelector<HTMLElement>('[type=submit]')
      if (document.activeElement === document.body) pressed?.focus({ preventScroll: true })
      form.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
    }
  }

  const state: FormState = {
    errorsOf: field => refusal?.fields[field] ?? [],
    edited: field => {
      if (refusal?.fields[field] !== undefined) setRefusal({ ...refusal, fields: { ...refusal.fields, [field]: [] } })
    },
    announce,
    busy,
    typedIn: field => (typedAt === null ? undefined : readTyped(typedAt)[field]),
  }
  const keep = ({ target }: FormEvent<HTMLFormElement>) => {
    if (typedAt !== null && isKept(target)) keepTyped(typedAt, target.name, valueOf(target))
  }
  // What no field of this form can show stands above it, in whole sentences.
  const named = Object.keys(refusal?.fields ?? {})
  const unplaced = refusal !== null && (named.length === 0 || named.some(field => !places.has(field))) ? refusal.fullMessages : []
  return (
    <Form value={state}>
      <Rows as="form" noValidate onInput={keep} onSubmit={event => void submit(event)}>
        {unplaced.length > 0 ? (
          <Notice kind="error">
            {unplaced.map(text => (
              <p key={text}>{text}</p>
            ))}
          </Notice>
        ) : (
          notice
        )}
        {children}
      </Rows>
    </Form>
  )
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

type Typable = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isKept = (target: EventTarget): target is Typable =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) &&
  target.name !== '' &&
  target.dataset['secret'] === undefined

/** A box that is not ticked sends nothing, and is kept as that. */
const valueOf = (target: Typable): string =>
  target instanceof HTMLInputElement && target.type === 'checkbox' && !target.checked ? '' : target.value

const isRefusal = (error: unknown): error is Error & Refusal => error instanceof Error && 'fields' in error && 'fullMessages' in error
