// Front door of the chatbot: the button on residents' pages. What it opens is fetched when it is pressed.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { configuration } from '../platform/session/configuration.ts'
import { useUser } from '../platform/session/use-user.ts'
import { useStore } from '../platform/use-store.ts'
import { toast } from '../platform/toast.ts'
import { Glyph } from '../ui/icons/Glyph.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { displayable } from './displayable.ts'
import styles from './chatbot.module.css'

const fetchPanel = () => import('./ChatbotPanel.tsx')
const Panel = lazy(async () => ({ default: (await fetchPanel()).ChatbotPanel }))

/** Stands at the foot of the screen, of the page on a phone, and has a place of its own below the page: whatever lies under it can be scrolled free. */
export const Chatbot = () => {
  const shown = useShown()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!shown) return null
  // Fetched before it is shown: on bad reception the page stays, and says so.
  const open = async () => {
    try {
      await fetchPanel()
      setOpened(true)
    } catch {
      toast.failure('通信できませんでした。電波のよい場所で、もう一度お試しください。')
    }
  }
  return (
    <>
      <div className={styles.place} data-print="hide">
        <button
          ref={button}
          className={styles.opener}
          type="button"
          data-testid="chatbot"
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => void open()}
        >
          <Glyph name="history" size={26} />
          <Read>質問する</Read>
        </button>
      </div>
      {/* Outside the row, which lets every finger through. */}
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
    </>
  )
}

/** What the server says of this resident, never what it said of whoever sat here before. */
const useShown = (): boolean => {
  const user = useUser()
  const residentId = user?.role_id === 6 ? user.id : null
  useEffect(() => {
    let left = false
    if (residentId !== null)
      configuration().then(
        ({ chatbot }) => {
          if (!left) displayable.set(chatbot.allowed)
        },
        () => {},
      )
    return () => {
      left = true
    }
  }, [residentId])
  return useStore(displayable)
}
