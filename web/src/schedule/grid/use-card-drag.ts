import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { GridHandle } from './ScheduleGrid.tsx'
import type { Position } from './grid-model.ts'

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
  onTake: () => void
  onDrop: (roomIds: readonly number[], target: DropTarget) => void
}

/** Pixels a mouse travels before it drags; below it is a click. */
const threshold = 5
/** Milliseconds a finger rests before it takes a card, so that a swipe over a card still scrolls. */
const longPress = 260
/** Pixels from the edge of the box within which it scrolls by itself. */
const edge = 44
/** Pixels beyond the edge within which it still does. */
const reach = 80
/** Pixels a frame, at most. */
const fastest = 24

interface Taken {
  roomIds: readonly number[]
  /** What was judged last, so that a pointer that stays in a cell costs nothing. */
  judged: { key: string; allowed: 'true' | 'false' | 'ask'; text: string } | null
  card: HTMLElement
  pointerId: number
  startX: number
  startY: number
  x: number
  y: number
  ghost: HTMLElement | null
  hint: HTMLElement | null
  timer: number
  frame: number
}

/**
 * Takes cards (`[data-card]`) by mouse, pen or a long press of a finger. What moves is a copy of the card, moved by style:
 * nothing is drawn anew until it is let go.
 */
export const useCardDrag = ({ stage, grid, enabled, groupOf, whyNot, nameOf, onTake, onDrop }: Settings): void => {
  const gather = useEffectEvent(groupOf)
  const ask = useEffectEvent(whyNot)
  const name = useEffectEvent(nameOf)
  const take = useEffectEvent(onTake)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const element = stage.current
    if (!enabled || element === null) return
    let taken: Taken | null = null

    const targetAt = (x: number, y: number): DropTarget => {
      const position = grid.current?.at(x, y) ?? null
      if (position !== null) return position
      return document.elementFromPoint(x, y)?.closest('[data-tray]') ? 'tray' : null
    }

    // Once a card is taken, the finger moves it and not the page.
    const hold = (event: TouchEvent) => {
      if (taken !== null && taken.ghost !== null && event.cancelable) event.preventDefault()
    }

    const begin = () => {
      if (taken === null || taken.ghost !== null) return
      const { width, height } = taken.card.getBoundingClientRect()
      const ghost = document.createElement('div')
      ghost.className = 'sg-ghost'
      const copy = taken.card.cloneNode(true) as HTMLElement
      copy.removeAttribute('data-card')
      for (const part of [copy, ...copy.querySelectorAll('[data-testid]')]) part.removeAttribute('data-testid')
      Object.assign(copy.style, { width: `${width}px`, height: `${height}px` })
      if (taken.roomIds.length > 1) copy.dataset.count = `${taken.roomIds.length}戸`
      const hint = document.createElement('div')
      hint.className = 'sg-ghost-hint'
      ghost.append(copy, hint)
      document.body.append(ghost)
      element.dataset.dragging = 'true'
      for (const roomId of taken.roomIds)
        for (const card of element.querySelectorAll<HTMLElement>(`[data-card="${roomId}"]`)) card.dataset.taken = 'true'
      Object.assign(taken, { ghost, hint })
      // The card may leave the document while the sheet scrolls under the finger: a touch belongs to what it began on, so its own
      // listener has to hold the page, and the stage goes on hearing the pointer.
      taken.card.addEventListener('touchmove', hold, { passive: false })
      if (element.isConnected) element.setPointerCapture(taken.pointerId)
      take()
      taken.frame = requestAnimationFrame(follow)
      show()
    }

    const show = () => {
      if (taken?.ghost === null || taken === null) return
      const { x, y, roomIds, ghost, hint } = taken
      // Kept on the screen, also at its right and lower edges.
      const { offsetWidth: width, offsetHeight: height } = ghost
      ghost.style.transform = `translate(${Math.min(x + 8, innerWidth - width)}px, ${Math.min(y + 8, innerHeight - height)}px)`
      const target = targetAt(x, y)
      const key = target === null ? '' : target === 'tray' ? target : `${target.row}/${target.column}`
      if (taken.judged?.key === key) return
      const against = target === null ? null : ask(roomIds, target)
      const allowed = against === null ? 'true' : against.hard ? 'false' : 'ask'
      taken.judged = { key, allowed, text: target === null ? '' : (against?.text ?? name(roomIds, target)) }
      grid.current?.outline(target === 'tray' ? null : target, allowed)
      element.dataset.overTray = String(target === 'tray')
      if (hint === null) return
      hint.hidden = target === null
      hint.dataset.allowed = allowed
      hint.textContent = taken.judged.text
    }

    const follow = () => {
      if (taken === null) return
      const box = grid.current?.scroller()
      if (box) {
        const { left, right, top, bottom } = box.getBoundingClientRect()
        // A finger goes past the edge before it stops; above the box lies the tray.
        const near = taken.x > left - reach && taken.x < right + reach && taken.y > top && taken.y < bottom + reach
        if (near) {
          box.scrollLeft += pull(taken.x, left + (box.querySelector<HTMLElement>('.sg-corner')?.offsetWidth ?? 0), right)
          box.scrollTop += pull(taken.y, top + (box.querySelector<HTMLElement>('.sg-head')?.offsetHeight ?? 0), bottom)
          show()
        }
      }
      taken.frame = requestAnimationFrame(follow)
    }

    const finish = (target: DropTarget) => {
      if (taken === null) return
      const { roomIds, ghost, card, timer, frame } = taken
      taken = null
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      if (ghost === null) return
      ghost.remove()
      card.removeEventListener('touchmove', hold)
      for (const each of element.querySelectorAll<HTMLElement>('[data-taken]')) delete each.dataset.taken
      delete card.dataset.taken
      delete element.dataset.dragging
      delete element.dataset.overTray
      grid.current?.outline(null, 'false')
      drop(roomIds, target)
      // The click that ends a drag is not one that chooses a card.
      const swallow = (event: Event) => event.stopPropagation()
      element.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0)
    }

    const down = (event: PointerEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
      if (card === null || event.button !== 0 || taken !== null || event.ctrlKey || event.shiftKey || event.metaKey) return
      taken = {
        roomIds: gather(Number(card.dataset.card)),
        judged: null,
        card,
        pointerId: event.pointerId,
        startX: event.clientX,
        startY: event.clientY,
        x: event.clientX,
        y: event.clientY,
        ghost: null,
        hint: null,
        timer: event.pointerType === 'touch' ? window.setTimeout(begin, longPress) : 0,
        frame: 0,
      }
      // A mouse would otherwise mark the text it is dragged over.
      if (event.pointerType !== 'touch') event.preventDefault()
    }
    const move = (event: PointerEvent) => {
      if (taken === null || event.pointerId !== taken.pointerId) return
      Object.assign(taken, { x: event.clientX, y: event.clientY })
      if (taken.ghost !== null) return show()
      const far = Math.hypot(event.clientX - taken.startX, event.clientY - taken.startY) > threshold
      if (!far) return
      if (event.pointerType === 'touch') finish(null)
      else begin()
    }
    const up = (event: PointerEvent) => {
      if (taken === null || event.pointerId !== taken.pointerId) return
      finish(targetAt(event.clientX, event.clientY))
    }
    const cancel = (event?: PointerEvent) => {
      if (event === undefined || event.pointerId === taken?.pointerId) finish(null)
    }
    const menu = (event: Event) => {
      if (taken !== null) event.preventDefault()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }

    element.addEventListener('pointerdown', down)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    addEventListener('keydown', key)
    element.addEventListener('touchmove', hold, { passive: false })
    element.addEventListener('contextmenu', menu)
    return () => {
      finish(null)
      element.removeEventListener('pointerdown', down)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', key)
      element.removeEventListener('touchmove', hold)
      element.removeEventListener('contextmenu', menu)
    }
  }, [stage, grid, enabled])
}

/** Pixels to scroll this frame: the nearer the edge, the faster. */
const pull = (value: number, low: number, high: number): number => {
  if (value < low + edge) return -Math.min(fastest, (low + edge - value) / 3)
  return value > high - edge ? Math.min(fastest, (value - high + edge) / 3) : 0
}
