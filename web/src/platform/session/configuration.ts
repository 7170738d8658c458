import { useEffect } from 'react'
import { type AnswerOf, send } from '../api/request.ts'
import { watchUser } from './session.ts'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'

export type Configuration = AnswerOf<'GET /api/configurations'>

const configurationStore = createStore<Configuration | undefined>(undefined)
let asked: Promise<Configuration> | null = null

/** The installation's settings that everybody may know (G-CST-02, G-LAY-03), and the server's today (G-API-17). For loaders. */
export const configuration = (): Promise<Configuration> => {
  // SAFETY: late or not, it is the answer of this endpoint.
  const late = (answer: unknown) => configurationStore.set(answer as Configuration)
  asked ??= send('GET /api/configurations', {}, { silent: true, errors: 'nobody', late }).then(
    answer => {
      configurationStore.set(answer)
      return answer
    },
    (error: unknown) => {
      asked = null
      throw error
    },
  )
  return asked
}

// Some settings depend on who asks.
watchUser(() => {
  if (asked === null) return
  asked = null
  configuration().catch(() => {})
})

/** Undefined until it is known; the shell shows its own words meanwhile. */
export const useConfiguration = (): Configuration | undefined => {
  useEffect(() => {
    configuration().catch(() => {})
  }, [])
  return useStore(configurationStore)
}
