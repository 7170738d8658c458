import type { ReactNode } from 'react'
import { Glyph } from '../icons/Glyph.tsx'
import { Read } from './Read.tsx'
import styles from './Notice.module.css'

interface Props {
  kind?: 'info' | 'success' | 'warning' | 'error'
  children: ReactNode
}

const icons = { info: 'info', success: 'check', warning: 'alert', error: 'alert' } as const

/** News that stays on the page until it no longer holds. */
export const Notice = ({ kind = 'info', children }: Props) => (
  <div className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
    <Glyph name={icons[kind]} size={20} />
    <div>
      <Read>{children}</Read>
    </div>
  </div>
)
