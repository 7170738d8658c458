import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { departure, leaveWatchers as watchers } from '../../platform/leaving.ts'
import { useStore } from '../../platform/use-store.ts'
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

/**
 * Asks before a page with unsaved work is left: what was done there is never lost by a wrong click. A page may have several; a router asks
 * one blocker only, so the first of them asks for all.
 */
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
  const waiting = useStore(departure)
  // Who has agreed is not asked again by the address to which it leads.
  const agreed = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation: current, nextLocation: next }) =>
      !agreed.current && (current.pathname !== next.pathname || (withSearch && current.search !== next.search)),
  )
  useEffect(() => () => departure.set(null), [])
  const stay = () => {
    departure.set(null)
    blocker.reset?.()
  }
  const go = () => {
    departure.set(null)
    if (waiting === null) blocker.proceed?.()
    else {
      agreed.current = true
      waiting.leave()
    }
  }
  return (
    <Modal opened={blocker.state === 'blocked' || waiting !== null} onClose={stay} title={title} width={440} closesByBack={false}>
      {text}
      <ModalFoot>
        <Button onClick={stay}>このページに残る</Button>
        <Button kind="danger" onClick={go}>
          {leave}
        </Button>
      </ModalFoot>
    </Modal>
  )
}
