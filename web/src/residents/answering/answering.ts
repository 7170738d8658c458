import { onSessionEnd } from '../../platform/session/session.ts'
import { createStore } from '../../platform/store.ts'

const key = 'answering_family'

/** The family member who answers in this tab, '' where no name was said; null: the resident (D-33). */
export const answering = createStore<string | null>(sessionStorage.getItem(key))
onSessionEnd(() => answering.set(null))
answering.subscribe(() => {
  const name = answering.get()
  if (name === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, name)
})

/** What goes with every answer: who gave it. */
export const answeredBy = (): { answered_by?: { kind: 'family'; name?: string } } => {
  const name = answering.get()?.trim() ?? null
  if (name === null) return {}
  return { answered_by: { kind: 'family', ...(name === '' ? {} : { name }) } }
}
