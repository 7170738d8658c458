import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { createStore, useStore } from '../../platform/store.ts'
import { Button } from '../Button.tsx'
import { Modal, ModalFoot } from './Modal.tsx'

interface Words {
  title?: string
  text?: string
  /** The verb of leaving all the same. */
  leave?: string
  /** A page whose address says after `?` what is edited there: another search leaves it too. */
  withSearch?: boolean
}

/** The guards that watch just now. A router asks one blocker only, so the first of them asks for all. */
const watchers = createStore<readonly symbol[]>([])

/** Asks before a page with unsaved work is left: what was done there is never lost by a wrong click. A page may have several. */
export const LeaveGuard = ({ watching, ...words }: Words & { watching: boolean }) => (watching ? <Watch {...words} /> : null)

const Watch = (words: Words) => {
  const [self] = useState(() => Symbol('guard'))
  const first = useStore(watchers)[0] === self

  useEffect(() => {
    watchers.set([...watchers.get(), self])
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => {
      watchers.set(watchers.get().filter(other => other !== self))
      removeEventListener('beforeunload', stay)
    }
  }, [self])

  return first ? <Question {...words} /> : null
}

const Question = ({
  title = '保存していない変更があります',
  text = '変更内容が破棄されます。よろしいですか？',
  leave = '保存せずに離れる',
  withSearch = false,
}: Words) => {
  const blocker = useBlocker(
    ({ currentLocation: current, nextLocation: next }) =>
      current.pathname !== next.pathname || (withSearch && current.search !== next.search),
  )
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={title} width={440}>
      {text}
      <ModalFoot>
        <Button onClick={() => blocker.reset?.()}>このページに残る</Button>
        <Button kind="danger" onClick={() => blocker.proceed?.()}>
          {leave}
        </Button>
      </ModalFoot>
    </Modal>
  )
}
