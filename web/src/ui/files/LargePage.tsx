import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
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
  /** Absent where it stands alone. */
  turn?: Turn
  /** Why it cannot be drawn. */
  error?: string | null
}

/** The pages beside it, and those at the ends; null where it is that end itself. */
interface Turn {
  back: (() => void) | null
  on: (() => void) | null
  first: (() => void) | null
  last: (() => void) | null
}

/**
 * A page of a paper as large as the screen, and larger: what then does not fit is reached by scrolling. Arrow keys and swipes turn to the
 * pages beside it, Home and End to those at the ends; + and − enlarge.
 */
export const LargePage = ({ url, name, onClose, turn, error = null }: Props) => {
  const { frame, zoom, zoomTo } = useZoom()
  const isLarger = useIsPinched() || zoom > 1
  const swipe = useSwipe(isLarger ? undefined : turn)
  const canEnlarge = url !== null && error === null
  useLayoutEffect(() => {
    const box = frame.current
    box?.scrollTo({ top: 0 })
    // A button that went grey at the end drops the focus, and the keys with it.
    if (document.activeElement === document.body || document.activeElement?.matches(':disabled') === true) box?.focus()
  }, [frame, name])
  const enlarge = () => zoomTo(zooms.find(each => each > zoom) ?? largest)
  const reduce = () => zoomTo(zooms.findLast(each => each < zoom) ?? 1)
  const whyNotZoom = canEnlarge ? null : 'ページが表示されていません'
  const actByKey = (event: KeyboardEvent) => {
    if (canEnlarge && !event.ctrlKey && !event.metaKey && ['+', '-'].includes(event.key)) return event.key === '+' ? enlarge() : reduce()
    const side = sides.get(event.key)
    const to = side === undefined ? undefined : turn?.[side]
    // What is larger than the screen is scrolled by them.
    if (to === undefined || to === null || zoom > 1) return
    event.preventDefault()
    to()
  }
  return (
    <Modal opened stage onClose={onClose} title={name} testId="large-page">
      <div className={styles.stage} onKeyDown={actByKey}>
        <div
          ref={frame}
          className={styles.large}
          data-zoomed={zoom > 1}
          data-larger={isLarger}
          tabIndex={0}
          role="region"
          aria-label={name}
          data-autofocus
          {...swipe}
        >
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
          {/* What has a reason keeps the focus, where what goes grey would lose it. */}
          <Button size="small" reason={whyNotZoom ?? (zoom <= 1 ? 'これより小さくできません' : null)} onClick={reduce}>
            縮小
          </Button>
          <Button size="small" reason={whyNotZoom ?? (zoom >= largest ? 'これより大きくできません' : null)} onClick={enlarge}>
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

const sides: ReadonlyMap<string, keyof Turn> = new Map([
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'on'],
  ['Home', 'first'],
  ['End', 'last'],
])

/** Pixels that a finger goes to the side, and how many times as far as up or down, before it turns the page. */
const leastSwipe = 50
const leastSlope = 1.5

/** One finger to the left turns on, to the right back; a second one, or the browser's own gesture, ends it. */
const useSwipe = (turn: Turn | undefined) => {
  const from = useRef<{ id: number; x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, pointerId: id, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      from.current = pointerType === 'touch' && isPrimary ? { id, x, y } : null
    },
    onPointerCancel: () => (from.current = null),
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const began = from.current
      from.current = null
      if (began?.id !== pointerId) return
      const [right, down] = [clientX - began.x, clientY - began.y]
      if (Math.abs(right) < leastSwipe || Math.abs(right) < Math.abs(down) * leastSlope) return
      turn?.[right < 0 ? 'on' : 'back']?.()
    },
  }
}

/** Two fingers enlarged what the browser shows: one then moves about in it. */
const useIsPinched = (): boolean => useSyncExternalStore(watchPinch, () => (window.visualViewport?.scale ?? 1) > 1)
const watchPinch = (changed: () => void) => {
  const view = window.visualViewport
  view?.addEventListener('resize', changed)
  return () => view?.removeEventListener('resize', changed)
}

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
