import type { ArchiveKind } from '@toguchi/domain/photo-archives/labels'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'

/** Everything, all rooms, the common area, one room by its id, or several that are ticked. */
export type Scope = 'all' | 'rooms' | 'common' | 'ticked' | number

/** What is chosen in the dialog. */
export interface ArchiveChoice {
  kind: ArchiveKind
  scope: Scope
  /** The rooms that are ticked, by their ids; asked for where the scope says so. */
  room_ids: readonly number[]
  timing: PhotoTiming | null
  filmed_from: string
  filmed_to: string
  /** What is typed there is no day. */
  filmed_from_unread?: boolean
  filmed_to_unread?: boolean
  drawing_ids: readonly number[]
}

/** As the API asks for it. */
export const questionOf = ({ kind, scope, room_ids, timing, filmed_from, filmed_to, drawing_ids }: ArchiveChoice) => ({
  kind,
  ...(scope === 'ticked' || typeof scope === 'number'
    ? { area: 'rooms' as const, room_ids: scope === 'ticked' ? [...room_ids] : [scope] }
    : { area: scope }),
  ...(timing === null ? {} : { timing }),
  ...(filmed_from === '' ? {} : { filmed_from }),
  ...(filmed_to === '' ? {} : { filmed_to }),
  ...(kind === 'delivery' && drawing_ids.length > 0 ? { drawing_ids: [...drawing_ids] } : {}),
})

/** 3 KB, 12.4 MB, 1.2 GB. */
export const formatBytes = (bytes: number): string => {
  const megabytes = bytes / 1024 ** 2
  if (megabytes >= 1024) return `${(megabytes / 1024).toFixed(1)} GB`
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`
}
