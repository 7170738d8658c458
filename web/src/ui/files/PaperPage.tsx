import { useMemo, useState } from 'react'
import { Modal } from '../dialog/Modal.tsx'
import styles from './PaperPage.module.css'

interface Props {
  /** The page as SVG. As an image nothing in it runs, and nothing is fetched by it. */
  picture: string
  /** Which page it is, spoken: 3 / 12ページ. */
  name: string
  /** It is drawn anew; until then this one shows. */
  stale?: boolean
}

/** A page of a paper as wide as there is room; a tap shows it at full size. */
export const PaperPage = ({ picture, name, stale = false }: Props) => {
  const [isLarge, setIsLarge] = useState(false)
  const url = useMemo(() => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, [picture])
  return (
    <>
      <button type="button" className={styles.page} aria-label={`${name}を拡大`} data-stale={stale} onClick={() => setIsLarge(true)}>
        <img src={url} alt={name} />
      </button>
      <Modal opened={isLarge} stage onClose={() => setIsLarge(false)} title={name} testId="large-page">
        <div className={styles.large} tabIndex={0} role="region" aria-label={name} data-autofocus>
          <img src={url} alt={name} />
        </div>
      </Modal>
    </>
  )
}
