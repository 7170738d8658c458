// Front door of the chatbot: the button on residents' pages. What it opens is fetched when it is pressed.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useConfiguration } from '../platform/session/configuration.ts'
import { useUser } from '../platform/session/session.ts'
import { useStore } from '../platform/store.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { displayable } from './displayable.ts'
import styles from './chatbot.module.css'

const Panel = lazy(async () => ({ default: (await import('./ChatbotPanel.tsx')).ChatbotPanel }))

/** Stands at the foot of the screen, and has a place of its own below the page: whatever lies under it can be scrolled free. */
export const Chatbot = () => {
  const shown = useShown()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!shown) return null
  return (
    <div className={styles.place} data-print="hide">
      <button
        ref={button}
        className={styles.opener}
        type="button"
        data-testid="chatbot"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <Glyph name="history" size={26} />
        <Read>質問する</Read>
      </button>
      {opened ? (
        <Suspense>
          <Panel
            onClose={() => {
              setOpened(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const useShown = (): boolean => {
  const isResident = useUser()?.role_id === 6
  const allowed = useConfiguration()?.chatbot.allowed === true
  useEffect(() => {
    if (isResident && allowed) displayable.set(true)
  }, [isResident, allowed])
  return useStore(displayable)
}
