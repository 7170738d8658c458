import { signboardLines } from '@toguchi/domain/photos/signboard'
import { signboardSvg } from '@toguchi/domain/photos/signboard-svg'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../platform/api/api.ts'
import { boardText } from '../../board-text.ts'
import type { Slot } from '../../slots/SlotView.tsx'
import type { Album } from '../../upload-photo.ts'

interface Props {
  album: Album
  slot: Slot
  /** Of the picture that it lies on. */
  width: number
  height: number
  className: string | undefined
}

/** The board that the server will lay over the photo, by the same drawing, while there is time to leave room for it (feature 18). */
export const SignboardLayer = ({ album: { params, room_name }, slot, width, height, className }: Props) => {
  const { construction_id } = params
  const { data } = useQuery(q('GET /api/constructions/:construction_id/signboard', { params: { construction_id } }, { silent: true }))
  const [filming_at] = useState(() => new Date())
  if (data === undefined) return null
  const { construction_name, contractor_name, work_kind, electronic_signboard_type: place, corner } = data.signboard
  const lines = signboardLines({
    construction_name: construction_name ?? '',
    room_name,
    place_name: slot.place_name,
    timing: slot.timing,
    filming_at,
    contractor_name,
    work_kind,
    note: null,
  })
  const svg = signboardSvg(lines, { width, height, place, corner })
  return <img className={className} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={boardText(lines)} data-testid="board" />
}
