import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './Button.tsx'
import { Modal, ModalFoot } from './Modal.tsx'

/** Asks before a page with unsaved work is left: what was done there is never lost by a wrong click. */
export const LeaveGuard = ({ watching }: { watching: boolean }) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => watching && currentLocation.pathname !== nextLocation.pathname)

  useEffect(() => {
    if (!watching) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [watching])

  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title="保存していない変更があります" width={440}>
      変更内容が破棄されます。よろしいですか？
      <ModalFoot>
        <Button onClick={() => blocker.reset?.()}>このページに残る</Button>
        <Button kind="danger" onClick={() => blocker.proceed?.()}>
          保存せずに離れる
        </Button>
      </ModalFoot>
    </Modal>
  )
}
