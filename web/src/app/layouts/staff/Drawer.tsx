import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../platform/i18n.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import styles from './Drawer.module.css'
import button from '../header/HeaderButton.module.css'

/** The sidebar of phones: slides over the page, keeps the focus, closes by Escape, outside tap and every link (G-LAY-05). */
export const Drawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      data-drawer
      aria-label={t('shell.menu')}
      onClose={onClose}
      onClick={event => {
        if (event.target === event.currentTarget || (event.target instanceof Element && event.target.closest('a') !== null)) onClose()
      }}
    >
      <div className={styles.head}>
        {t('shell.menu')}
        <button type="button" className={button.bare} aria-label={t('shell.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
