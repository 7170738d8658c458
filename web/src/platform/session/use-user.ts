import { useState, useSyncExternalStore } from 'react'
import { knownUser, type SessionUser, watchUser } from './session.ts'

export const useUser = (): SessionUser | null => useSyncExternalStore(watchUser, knownUser, knownUser)

/** The signed-in user of a page whose guard admits nobody else. A page that is being left after signing out still stands under its user's name. */
export const useSignedIn = (): SessionUser => {
  const now = useUser()
  const [atFirst] = useState(now)
  const user = now ?? atFirst
  if (user === null) throw new Error('a page without a guard asked for the signed-in user')
  return user
}
