import { Modal as Frame } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Pixels; 800 is the widest (specification section 9). */
  width?: number
  children: ReactNode
  testId?: string
}

export const widestModal = 800

/** A task beside the page. Keeps the focus, closes by Escape; not by a click outside, which would lose what was typed. */
export const Modal = ({ opened, onClose, title, width = 560, children, testId }: Props) => (
  <Frame
    opened={opened}
    onClose={onClose}
    title={title}
    size={Math.min(width, widestModal)}
    closeOnClickOutside={false}
    centered
    {...(testId === undefined ? {} : { attributes: { content: { 'data-testid': testId } } })}
  >
    {children}
  </Frame>
)

/** The buttons of a modal; the way out first. */
export const ModalFoot = ({ children }: { children: ReactNode }) => <div className="k-modal-foot">{children}</div>
