import { formatInstant } from '@toguchi/domain/calendar/day'
import { Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { leftByOthers, lost, outbox, sessionIsOver, startOutbox } from '../../platform/outbox/outbox.ts'
import { beforeSignOut } from '../../platform/session/session.ts'
import { shownSince } from '../../platform/offline/kept-answers.ts'
import { useStore } from '../../platform/use-store.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './Unsent.module.css'
import { unsentList } from './unsent-list.ts'

const UnsentModal = partOnDemand(async () => (await import('./UnsentModal.tsx')).UnsentModal)
const SignOutModal = partOnDemand(async () => (await import('./SignOutModal.tsx')).SignOutModal)

startOutbox()

/** In the head of every page where people work: what this device still holds, and a question before somebody signs out over it. */
export const Unsent = () => {
  const requests = useStore(outbox)
  // What the server takes at once has waited for nothing.
  const unsent = requests.filter(({ awaited }) => awaited !== true)
  const others = useStore(leftByOthers)
  const losses = useStore(lost)
  const since = useStore(shownSince)
  const over = useStore(sessionIsOver)
  const isOffline = useSyncExternalStore(watchLine, () => !navigator.onLine)
  const listed = useStore(unsentList)
  const [signOut, setSignOut] = useState<(() => void) | null>(null)

  // From here on the strip keeps its own place; before, the head of the document did (index.html).
  useLayoutEffect(() => void delete document.documentElement.dataset['unreachable'], [])

  useEffect(() => {
    beforeSignOut.set(go => {
      if (outbox.get().length === 0) go()
      else setSignOut(() => go)
    })
    return () => beforeSignOut.set(null)
  }, [])

  const isRefused = over || losses.length > 0 || requests.some(({ state }) => state === 'refused' || state === 'unkept')
  return (
    <>
      {over ? (
        <span className={styles.offline} role="alert">
          ログインが終了しています
        </span>
      ) : since === null && !isOffline ? null : (
        <span className={styles.offline} role="status">
          {isOffline ? '圏外' : '応答なし'}
          {since === null ? '' : `　${formatInstant(new Date(since))}の内容`}
        </span>
      )}
      {unsent.length === 0 && others.length === 0 && losses.length === 0 ? null : (
        <button
          type="button"
          className={styles.pill}
          data-kit="unsent"
          data-refused={isRefused || undefined}
          onClick={() => unsentList.set(true)}
        >
          <Icon name="upload" size={16} />
          <span>{pillText(unsent.length, losses.length)}</span>
        </button>
      )}
      <Suspense>
        {listed ? <UnsentModal onClose={() => unsentList.set(false)} /> : null}
        {signOut === null ? null : (
          <SignOutModal
            requests={requests}
            onStay={() => setSignOut(null)}
            onLeave={() => {
              setSignOut(null)
              signOut()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const watchLine = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

const pillText = (unsent: number, lostOnes: number): string => {
  if (lostOnes > 0) return `端末から消えた未送信 ${lostOnes}`
  return unsent === 0 ? '別アカウントの未送信' : `未送信 ${unsent}`
}
