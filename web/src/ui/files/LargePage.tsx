import { IconButton } from '../Button.tsx'
import { Modal } from '../dialog/Modal.tsx'
import { Spinner } from '../Spinner.tsx'
import styles from './LargePage.module.css'

interface Props {
  /** Null while it is drawn. */
  url: string | null
  name: string
  onClose: () => void
  /** The pages beside it; null at an end, absent where it stands alone. */
  turn?: { back: (() => void) | null; on: (() => void) | null }
}

/** A page of a paper at full size: what does not fit is reached by scrolling, the pages beside it by their buttons. */
export const LargePage = ({ url, name, onClose, turn }: Props) => (
  <Modal opened stage onClose={onClose} title={name} testId="large-page">
    <div className={styles.stage}>
      <div key={name} className={styles.large} tabIndex={0} role="region" aria-label={name} data-autofocus>
        {url === null ? <Spinner label="ページを作成しています" /> : <img src={url} alt={name} />}
      </div>
      {turn === undefined ? null : (
        <div className={styles.turn}>
          <IconButton icon="chevron_left" label="前のページ" disabled={turn.back === null} onClick={() => turn.back?.()} />
          <IconButton icon="chevron_right" label="次のページ" disabled={turn.on === null} onClick={() => turn.on?.()} />
        </div>
      )}
    </div>
  </Modal>
)
