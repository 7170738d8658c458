import { useMemo, useState } from 'react'
import { LargePage } from './LargePage.tsx'
import styles from './PaperPage.module.css'

interface Props {
  /** The page as SVG. As an image nothing in it runs, and nothing is fetched by it. */
  picture: string
  /** Which page it is, spoken: 3 / 12ページ. */
  name: string
  /** It is drawn anew; until then this one shows. */
  stale?: boolean
  /** Shows it at full size; a page that stands alone does it by itself. */
  onEnlarge?: () => void
}

/** A page of a paper as wide as there is room; a tap shows it at full size. */
export const PaperPage = ({ picture, name, stale = false, onEnlarge }: Props) => {
  const [isLarge, setIsLarge] = useState(false)
  const url = useMemo(() => urlOfPicture(picture), [picture])
  return (
    <>
      <button
        type="button"
        className={styles.page}
        aria-label={`${name}を拡大`}
        data-stale={stale}
        onClick={onEnlarge ?? (() => setIsLarge(true))}
      >
        <img src={url} alt={name} />
      </button>
      {isLarge ? <LargePage url={url} name={name} onClose={() => setIsLarge(false)} /> : null}
    </>
  )
}

export const urlOfPicture = (picture: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`
