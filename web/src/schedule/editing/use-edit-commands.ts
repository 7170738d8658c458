import { isDraggable, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ScheduleView } from '../views/use-schedule-view.ts'
import type { Moving } from './use-moving.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'

interface Settings {
  scheduleDraft: ScheduleDraft
  moving: Moving
  view: Pick<ScheduleView, 'matches'>
  page: RefObject<HTMLElement | null>
  onEnter: () => void
}

/** Entering and leaving an edit, undo and redo, by the tools and by the keyboard (Ctrl+Z, Ctrl+Y, Ctrl+A, Escape). */
export const useEditCommands = ({ scheduleDraft, moving, view, page, onEnter }: Settings) => {
  const { draft, mode } = scheduleDraft
  const editing = mode !== 'view'
  const enter = (next: ScheduleMode) => {
    onEnter()
    scheduleDraft.enter(next)
    moving.reset()
  }
  const leave = () => {
    scheduleDraft.cancel()
    moving.reset()
  }
  const undo = () => moving.announce(scheduleDraft.undo() ? '元に戻しました。' : '元に戻す操作はありません。')
  const redo = () => moving.announce(scheduleDraft.redo() ? 'やり直しました。' : 'やり直す操作はありません。')
  const selectMatching = () => {
    const rooms = [...draft.rooms.values()].filter(room => isDraggable(room) && view.matches(room) && !moving.selected.has(room.id))
    moving.toggleSelected(rooms.map(({ id }) => id))
  }
  const commandOf = (event: KeyboardEvent): (() => void) | null => {
    const key = event.key.toLowerCase()
    if (key === 'a' && mode === 'edit') return selectMatching
    if (key === 'y' || (key === 'z' && event.shiftKey)) return redo
    return key === 'z' ? undo : null
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    // With the focus in the page or nowhere; what is typed into a field or a dialog is theirs.
    const { target } = event
    if (!(target instanceof HTMLElement) || (target !== document.body && page.current?.contains(target) !== true)) return
    const { grabbed, selected } = moving
    // Within the grid it is the grid's own.
    if (event.key === 'Escape' && grabbed.length > 0 && target.closest('[role=grid]') === null) return moving.cancelGrab()
    if (event.key === 'Escape' && grabbed.length === 0 && selected.size > 0) return moving.toggleSelected([...selected])
    if (!(event.ctrlKey || event.metaKey) || target.matches('input, textarea, select')) return
    const command = commandOf(event)
    if (command === null) return
    event.preventDefault()
    command()
  })
  useEffect(() => {
    if (!editing) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [editing])
  return { enter, leave, undo, redo }
}

export type EditCommands = ReturnType<typeof useEditCommands>
