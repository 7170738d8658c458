import { type CSSProperties, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../Button.tsx'
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
  /** Why it cannot be drawn. */
  error?: string | null
}

/** A page of a paper as large as the screen, and larger: what then does not fit is reached by scrolling. Arrow keys turn to the pages beside it, + and − enlarge. */
export const LargePage = ({ url, name, onClose, turn, error = null }: Props) => {
  const { frame, zoom, zoomTo } = useZoom()
  const canEnlarge = url !== null && error === null
  useLayoutEffect(() => {
    const box = frame.current
    box?.scrollTo({ top: 0 })
    // A button that went grey at the end drops the focus, and the keys with it.
    if (document.activeElement === document.body || document.activeElement?.matches(':disabled') === true) box?.focus()
  }, [frame, name])
  const enlarge = () => zoomTo(zooms.find(each => each > zoom) ?? largest)
  const reduce = () => zoomTo(zooms.findLast(each => each < zoom) ?? 1)
  const actByKey = (event: KeyboardEvent) => {
    if (canEnlarge && !event.ctrlKey && !event.metaKey && ['+', '-'].includes(event.key)) return event.key === '+' ? enlarge() : reduce()
    const key = { ArrowLeft: 'back', ArrowRight: 'on' } as const
    const to = event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? turn?.[key[event.key]] : undefined
    // What is larger than the screen is scrolled by them.
    if (to === undefined || to === null || zoom > 1) return
    event.preventDefault()
    to()
  }
  return (
    <Modal opened stage onClose={onClose} title={name} testId="large-page">
      <div className={styles.stage} onKeyDown={actByKey}>
        <div ref={frame} className={styles.large} data-zoomed={zoom > 1} tabIndex={0} role="region" aria-label={name} data-autofocus>
          {error !== null ? (
            <p className={styles.error} role="alert">
              {error}
            </p>
          ) : url === null ? (
            <Spinner label="ページを作成しています" />
          ) : (
            <Picture url={url} name={name} zoom={zoom} onPress={at => zoomTo(zoom > 1 ? 1 : pressed, at)} />
          )}
        </div>
        <div className={styles.foot}>
          {turn === undefined ? null : (
            <Button size="small" icon="chevron_left" disabled={turn.back === null} onClick={() => turn.back?.()}>
              前のページ
            </Button>
          )}
          <Button size="small" disabled={!canEnlarge || zoom <= 1} onClick={reduce}>
            縮小
          </Button>
          <Button size="small" disabled={!canEnlarge || zoom >= largest} onClick={enlarge}>
            拡大
          </Button>
          {turn === undefined ? null : (
            <Button size="small" icon="chevron_right" disabled={turn.on === null} onClick={() => turn.on?.()}>
              次のページ
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

/** How many times as large as the page that fits the screen; what a press on the page leads to. */
const zooms = [1, 1.5, 2, 3, 4]
const largest = 4
const pressed = 2

/** A place in the picture: parts of its width and height. */
interface Place {
  x: number
  y: number
}

/** What was in the middle, or where it was pressed, stands in the middle at another size. */
const useZoom = () => {
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const zoomTo = (next: number, at?: Place) => {
    const box = frame.current
    if (box === null) return
    const { x, y } = at ?? {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    }
    flushSync(() => setZoom(next))
    box.scrollTo({ left: x * box.scrollWidth - box.clientWidth / 2, top: y * box.scrollHeight - box.clientHeight / 2 })
    if (document.activeElement === document.body || document.activeElement?.matches(':disabled') === true) box.focus()
  }
  return { frame, zoom, zoomTo }
}

const Picture = ({ url, name, zoom, onPress }: { url: string; name: string; zoom: number; onPress: (at: Place) => void }) => {
  const [ratio, setRatio] = useState<number | null>(null)
  const press = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLImageElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onPress({ x: (clientX - left) / width, y: (clientY - top) / height })
  }
  return (
    <img
      src={url}
      alt={name}
      style={{ '--zoom': zoom, ...(ratio === null ? {} : { '--ratio': ratio }) } as CSSProperties}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
      onClick={press}
    />
  )
}
