import { type KeyboardEvent, type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react'
import { ButtonAnchor, IconButton } from '../Button.tsx'
import { Modal } from '../dialog/Modal.tsx'
import { Actions } from '../layout/Layout.ts'
import styles from './Viewer.module.css'

export interface Viewed {
  key: string | number
  title: string
  kind: 'image' | 'pdf'
  url: string
  /** What a screen reader says of a picture; its title unless said. */
  alt?: string
  /** Under it: when, by whom. */
  note?: ReactNode
  /** Drawn over a picture, in its own measures. */
  overlay?: ReactNode
}

interface Props {
  items: readonly Viewed[]
  /** Key of what is shown; null while closed. */
  shown: Viewed['key'] | null
  onShow: (key: Viewed['key']) => void
  onClose: () => void
  /** Beside the download: what can be done with what is shown. */
  actions?: ReactNode
}

/** Looks at pictures and papers one after the other: arrow keys, swipes and buttons turn the page, Escape closes. */
export const Viewer = ({ items, shown, onShow, onClose, actions }: Props) => {
  const at = items.findIndex(({ key }) => key === shown)
  const item = items[at]
  const touch = useRef<number | null>(null)
  if (item === undefined) return null
  // Round and round: a button that went grey at the end would drop the focus, and the keys with it.
  const turn = (by: number) => {
    const next = items[(at + by + items.length) % items.length]
    if (next !== undefined) onShow(next.key)
  }
  const turnByKey = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), select, textarea') !== null) return
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    turn(by)
  }
  const turnBySwipe = (event: TouchEvent) => {
    const from = touch.current
    const to = event.changedTouches[0]?.clientX
    touch.current = null
    if (from !== null && to !== undefined && Math.abs(to - from) > 60) turn(to < from ? 1 : -1)
  }
  return (
    <Modal opened stage onClose={onClose} title={item.title} testId="viewer">
      <div className={styles.viewer} data-viewer data-kind={item.kind} onKeyDown={turnByKey} data-autofocus tabIndex={-1}>
        <div
          className={styles.viewerStage}
          onTouchStart={event => (touch.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null)}
          onTouchEnd={turnBySwipe}
        >
          {item.kind === 'image' ? <Picture key={item.key} item={item} /> : <Paper key={item.key} item={item} />}
          {items.length < 2 ? null : (
            <>
              <Turn side="left" onClick={() => turn(-1)} />
              <Turn side="right" onClick={() => turn(1)} />
            </>
          )}
        </div>
        <div className={styles.viewerFoot}>
          <div className={styles.viewerNote}>
            {items.length < 2 ? null : (
              <span className={styles.viewerCount} data-testid="viewer-count" aria-live="polite">
                {at + 1} / {items.length}
              </span>
            )}
            {item.note}
          </div>
          <Actions>
            {actions}
            <ButtonAnchor icon="download" aria-label={`${item.title}をダウンロード`} href={item.url} download>
              ダウンロード
            </ButtonAnchor>
          </Actions>
        </div>
      </div>
    </Modal>
  )
}

const Turn = ({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) => (
  <span className={styles.viewerTurn} data-side={side}>
    <IconButton icon={`chevron_${side}`} label={side === 'left' ? '前へ' : '次へ'} onClick={onClick} />
  </span>
)

const Picture = ({ item }: { item: Viewed }) => {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  // The link is renewed now and then; what is already on the screen need not come again.
  const [url] = useState(item.url)
  if (state === 'broken')
    return (
      <p className={styles.viewerHelp} role="alert">
        画像を表示できませんでした。ページを再読み込みしてください。
      </p>
    )
  return (
    <figure className={styles.viewerPicture} data-state={state}>
      <img src={url} alt={item.alt ?? item.title} onLoad={() => setState('shown')} onError={() => setState('broken')} />
      {state === 'shown' ? item.overlay : null}
    </figure>
  )
}

/** A browser that cannot show PDFs says so (`pdfViewerEnabled`), as most phones do; the file can be opened all the same. */
const Paper = ({ item }: { item: Viewed }) => {
  const [url] = useState(item.url)
  const frame = useKeysKept()
  const canShow = !('pdfViewerEnabled' in navigator) || navigator.pdfViewerEnabled
  return (
    <div className={styles.viewerPaper}>
      {canShow ? (
        <iframe ref={frame} src={url} title={item.title} />
      ) : (
        <p className={styles.viewerHelp}>この端末では、PDFをこの画面に表示できません。</p>
      )}
      <ButtonAnchor kind={canShow ? 'default' : 'primary'} icon="file" href={item.url}>
        {canShow ? '表示されないときは別のタブで開く' : 'PDFを開く'}
      </ButtonAnchor>
    </div>
  )
}

/** A PDF viewer takes the focus once it has begun, and Escape and the arrow keys with it: for a moment after opening, it is taken back. */
const useKeysKept = () => {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const until = performance.now() + 3_000
    const timer = setInterval(() => {
      if (frame.current !== null && document.activeElement === frame.current) frame.current.closest<HTMLElement>('[data-viewer]')?.focus()
      if (performance.now() > until) clearInterval(timer)
    }, 100)
    return () => clearInterval(timer)
  }, [])
  return frame
}
