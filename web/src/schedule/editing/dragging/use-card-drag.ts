import { type RefObject, useEffect, useEffectEvent } from 'react'
import { scrollAtEdge } from '../../../ui/grid/edge-scroll.ts'
import type { GridHandle } from '../../../ui/grid/Grid.tsx'
import type { Mark, Position } from '../../../ui/grid/grid-model.ts'
import { createGhost, type DragGhost, moveGhost, showHint } from './drag-ghost.ts'

/** Where a dragged card is let go: a cell, the tray, or nowhere. */
export type DropTarget = Position | 'tray' | null

interface Settings {
  /** What holds grid and tray. */
  stage: RefObject<HTMLElement | null>
  grid: RefObject<GridHandle | null>
  enabled: boolean
  /** The rooms that move when this one is dragged, itself first. */
  groupOf: (roomId: number) => number[]
  /** Why the cards cannot be let go there, or what is to be said for it; null when nothing stands against it. */
  whyNot: (roomIds: readonly number[], target: Exclude<DropTarget, null>) => { text: string; hard: boolean } | null
  /** The place in words, shown at the pointer. */
  nameOf: (roomIds: readonly number[], target: Exclude<DropTarget, null>) => string
  /** The cells in which the cards would land. */
  marksOf: (roomIds: readonly number[], target: Position) => readonly Mark[]
  onGrab: () => void
  onDrop: (roomIds: readonly number[], target: DropTarget) => void
}

/** Pixels a mouse travels before it drags; below it is a click. */
const threshold = 5
/** Milliseconds a finger rests before it takes a card, so that a swipe over a card still scrolls. */
const longPress = 260

interface Drag {
  roomIds: readonly number[]
  /** The target that was judged last, so that a pointer that stays in a cell costs nothing. */
  judgedKey: string | null
  card: HTMLElement
  pointerId: number
  start: { x: number; y: number }
  x: number
  y: number
  /** Null while it may still be a click. */
  ghost: DragGhost | null
  timer: number
  frame: number
}

/**
 * Takes cards (`[data-card]`) by mouse, pen or a long press of a finger. What moves is a copy of the card, moved by style:
 * nothing is drawn anew until it is let go.
 */
export const useCardDrag = ({ stage, grid, enabled, groupOf, whyNot, nameOf, marksOf, onGrab, onDrop }: Settings): void => {
  const gather = useEffectEvent(groupOf)
  const marksAt = useEffectEvent(marksOf)
  const grabbed = useEffectEvent(onGrab)
  const dropped = useEffectEvent(onDrop)
  const verdictOn = useEffectEvent((roomIds: readonly number[], target: Exclude<DropTarget, null>) => {
    const against = whyNot(roomIds, target)
    if (against === null) return { allowed: 'true' as const, text: nameOf(roomIds, target) }
    return { allowed: against.hard ? ('false' as const) : ('ask' as const), text: against.text }
  })

  useEffect(() => {
    const element = stage.current
    if (!enabled || element === null) return
    let drag: Drag | null = null

    const targetAt = (x: number, y: number): DropTarget => {
      const position = grid.current?.at(x, y) ?? null
      if (position !== null) return position
      return document.elementFromPoint(x, y)?.closest('[data-tray]') ? 'tray' : null
    }
    // Once a card is dragged, the finger moves it and not the page.
    const holdPage = (event: TouchEvent) => {
      if (drag !== null && drag.ghost !== null && event.cancelable) event.preventDefault()
    }
    const begin = () => {
      if (drag === null || drag.ghost !== null) return
      drag.ghost = createGhost(drag.card, drag.roomIds.length)
      markDragged(element, drag.roomIds)
      // The card may leave the document while the sheet scrolls under the finger: a touch belongs to what it began on, so its own
      // listener has to hold the page, and the stage goes on hearing the pointer.
      drag.card.addEventListener('touchmove', holdPage, { passive: false })
      if (element.isConnected) element.setPointerCapture(drag.pointerId)
      grabbed()
      drag.frame = requestAnimationFrame(follow)
      show()
    }
    const show = () => {
      if (drag === null || drag.ghost === null) return
      moveGhost(drag.ghost, drag)
      const target = targetAt(drag.x, drag.y)
      const key = target === null ? '' : target === 'tray' ? target : `${target.row}/${target.column}`
      if (drag.judgedKey === key) return
      drag.judgedKey = key
      const verdict = target === null ? null : verdictOn(drag.roomIds, target)
      grid.current?.outline(target === null || target === 'tray' ? [] : marksAt(drag.roomIds, target))
      element.dataset.overTray = String(target === 'tray')
      showHint(drag.ghost, verdict)
    }
    const follow = () => {
      if (drag === null) return
      const box = grid.current?.scroller() ?? null
      if (box !== null && scrollAtEdge(box, drag)) show()
      drag.frame = requestAnimationFrame(follow)
    }
    const finish = (target: DropTarget) => {
      if (drag === null) return
      const { roomIds, ghost, card, timer, frame } = drag
      drag = null
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      if (ghost === null) return
      ghost.element.remove()
      card.removeEventListener('touchmove', holdPage)
      unmarkDragged(element, card)
      grid.current?.outline([])
      dropped(roomIds, target)
      swallowClick(element)
    }

    const down = (event: PointerEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
      if (card === null || event.button !== 0 || drag !== null || event.ctrlKey || event.shiftKey || event.metaKey) return
      const { clientX: x, clientY: y, pointerId, pointerType } = event
      const timer = pointerType === 'touch' ? window.setTimeout(begin, longPress) : 0
      const roomIds = gather(Number(card.dataset.card))
      drag = { roomIds, judgedKey: null, card, pointerId, start: { x, y }, x, y, ghost: null, timer, frame: 0 }
      // A mouse would otherwise mark the text it is dragged over.
      if (pointerType !== 'touch') event.preventDefault()
    }
    const move = (event: PointerEvent) => {
      if (drag === null || event.pointerId !== drag.pointerId) return
      Object.assign(drag, { x: event.clientX, y: event.clientY })
      if (drag.ghost !== null) return show()
      const far = Math.hypot(drag.x - drag.start.x, drag.y - drag.start.y) > threshold
      if (!far) return
      if (event.pointerType === 'touch') finish(null)
      else begin()
    }
    const up = (event: PointerEvent) => {
      if (event.pointerId === drag?.pointerId) finish(targetAt(event.clientX, event.clientY))
    }
    const cancel = (event: PointerEvent) => {
      if (event.pointerId === drag?.pointerId) finish(null)
    }
    const menu = (event: Event) => {
      if (drag !== null) event.preventDefault()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') finish(null)
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', down, { signal })
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', up, { signal })
    addEventListener('pointercancel', cancel, { signal })
    addEventListener('keydown', key, { signal })
    element.addEventListener('touchmove', holdPage, { passive: false, signal })
    element.addEventListener('contextmenu', menu, { signal })
    return () => {
      finish(null)
      listening.abort()
    }
  }, [stage, grid, enabled])
}

const markDragged = (stage: HTMLElement, roomIds: readonly number[]): void => {
  stage.dataset.dragging = 'true'
  for (const roomId of roomIds)
    for (const card of stage.querySelectorAll<HTMLElement>(`[data-card="${roomId}"]`)) card.dataset.dragged = 'true'
}
const unmarkDragged = (stage: HTMLElement, card: HTMLElement): void => {
  for (const marked of [card, ...stage.querySelectorAll<HTMLElement>('[data-dragged]')]) delete marked.dataset.dragged
  delete stage.dataset.dragging
  delete stage.dataset.overTray
}

/** The click that ends a drag is not one that chooses a card. */
const swallowClick = (stage: HTMLElement): void => {
  const swallow = (event: Event) => event.stopPropagation()
  stage.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => stage.removeEventListener('click', swallow, { capture: true }), 0)
}
