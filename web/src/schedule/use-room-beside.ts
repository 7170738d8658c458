import { useEffect, useEffectEvent, useState } from 'react'
import { type LinkProps, useLocation, useNavigate } from 'react-router'

interface Settings {
  /** Whether a room is looked at beside the sheet at all: not while one edits, nor by craftsmen, whose way is the room's page. */
  enabled: boolean
  /** The last room that was looked at, when none is any more, by whichever way. */
  onClosed: (roomId: number) => void
}

/** The room beside the sheet, `?room=` of the address: Back leads through the rooms that were looked at, and the address can be given to somebody else. */
export const useRoomBeside = ({ enabled, onClosed }: Settings) => {
  const location = useLocation()
  const navigate = useNavigate()
  const asked = Number(new URLSearchParams(location.search).get('room'))
  const roomId = enabled && asked > 0 ? asked : null
  const isOpen = roomId !== null
  const [last, setLast] = useState(roomId)
  if (roomId !== null && roomId !== last) setLast(roomId)

  const tellClosed = useEffectEvent(() => (last === null ? undefined : onClosed(last)))
  useEffect(() => (isOpen ? () => tellClosed() : undefined), [isOpen])

  const searchWith = (room: number | null) => {
    const search = new URLSearchParams(location.search)
    if (room === null) search.delete('room')
    else search.set('room', String(room))
    return `?${search}`
  }
  /** Steps back to the sheet alone; 0 where the address opened with a room. */
  const depth = (location.state as { beside?: number } | null)?.beside ?? 0
  const linkOf = (id: number): LinkProps => ({
    to: searchWith(id),
    state: depth > 0 || !isOpen ? { beside: depth + 1 } : null,
    preventScrollReset: true,
  })
  return {
    roomId,
    linkOf,
    open: (id: number) => {
      const { to, ...options } = linkOf(id)
      void navigate(to, options)
    },
    close: () => {
      // However many rooms were looked at, closing leads to the sheet.
      if (depth > 0) void navigate(-depth)
      else void navigate(searchWith(null), { replace: true, preventScrollReset: true })
    },
  }
}
