import { onSessionEnd } from '../../platform/session/session.ts'
import { createStore } from '../../platform/store.ts'

const key = 'answering_family'

/** The family member who answers in this tab; empty: the resident (D-33). */
export const answering = createStore<string>(sessionStorage.getItem(key) ?? '')
onSessionEnd(() => answering.set(''))
answering.subscribe(() => sessionStorage.setItem(key, answering.get()))

/** What goes with every answer: who gave it. */
export const answeredBy = (): { answered_by?: { kind: 'family'; name: string } } => {
  const name = answering.get().trim()
  return name === '' ? {} : { answered_by: { kind: 'family', name } }
}
