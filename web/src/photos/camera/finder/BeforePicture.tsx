import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { useState } from 'react'
import type { KeptRequest } from '../../../platform/outbox/kept-requests.ts'
import type { Photo } from '../../PhotoViewer.tsx'
import type { Slot } from '../../slots/SlotView.tsx'
import type { Sending } from '../../upload-photo.ts'
import { useKeptUrl } from '../../slots/use-kept-url.ts'

/** How a place looked before the work: as this device still holds it, or as the server has it. */
export type Before = { key: string; kept: KeptRequest } | { key: string; photo: Photo }

/** The newest picture of before of a place, for what is photographed later from the same angle; null where there is none. */
export const beforeOf = ({ position, timing }: Slot, photos: readonly Photo[], sending: readonly Sending[]): Before | null => {
  if (timing === 'before_construction') return null
  const isBefore = (each: { position: string; timing: string }) => each.position === position && each.timing === 'before_construction'
  const kept = sending.findLast(each => isBefore(each) && each.request.state !== 'refused')
  if (kept !== undefined) return { key: kept.request.id, kept: kept.request }
  const photo = photos.findLast(isBefore)
  return photo === undefined ? null : { key: photo.uuid, photo }
}

interface Props {
  before: Before
  className: string | undefined
  /** How much of it is seen, 0 to 1. */
  opacity: number
}

const alt = `${photoTimingLabels.before_construction}の写真`

export const BeforePicture = ({ before, className, opacity }: Props) =>
  'kept' in before ? (
    <Kept request={before.kept} className={className} opacity={opacity} />
  ) : (
    <Arrived photo={before.photo} className={className} opacity={opacity} />
  )

const Kept = ({ request, className, opacity }: { request: KeptRequest } & Omit<Props, 'before'>) => {
  const url = useKeptUrl(request)
  return url === null ? null : <img src={url} alt={alt} className={className} style={{ opacity }} data-testid="before" />
}

/** Without a network, what this device carries of today's rooms; where only the small one was carried, that. */
const Arrived = ({ photo, className, opacity }: { photo: Photo } & Omit<Props, 'before'>) => {
  // The link is renewed now and then; what is already on the screen need not come again.
  const [links, setLinks] = useState(() => [photo.view_url, ...(photo.thumbnail_url === null ? [] : [photo.thumbnail_url])])
  const [url] = links
  if (url === undefined) return null
  return <img src={url} alt={alt} className={className} style={{ opacity }} data-testid="before" onError={() => setLinks(links.slice(1))} />
}
