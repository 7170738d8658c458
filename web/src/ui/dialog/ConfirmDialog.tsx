import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { Modal, ModalFoot } from './Modal.tsx'

interface Question {
  title: string
  text?: ReactNode
  /** The verb on the button: 「削除する」. */
  confirm: string
  /** The way back, where キャンセル could be read as what is asked about: 「やめる」. */
  cancel?: string
  danger?: boolean
}

/**
 * Asks before something that cannot be undone.
 * `const [dialog, ask] = useConfirm()`; render `dialog`; `if (await ask({ title, confirm: '削除する', danger: true })) …`.
 */
export const useConfirm = (): [dialog: ReactNode, ask: (question: Question) => Promise<boolean>] => {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null)
  const ask = (question: Question) => new Promise<boolean>(answer => setAsked({ question, answer }))
  const close = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  const dialog = (
    <Modal opened={asked !== null} onClose={() => close(false)} title={asked?.question.title ?? ''} width={440}>
      {asked?.question.text}
      <ModalFoot>
        <Button onClick={() => close(false)}>{asked?.question.cancel ?? 'キャンセル'}</Button>
        <Button kind={asked?.question.danger ? 'danger' : 'primary'} onClick={() => close(true)}>
          {asked?.question.confirm}
        </Button>
      </ModalFoot>
    </Modal>
  )
  return [dialog, ask]
}
