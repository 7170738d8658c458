import type { ReachedActor } from '@toguchi/domain/access/actor'
import { canMakeCompletionBooks } from '@toguchi/domain/completion-books/policy'
import { toInstant } from '../platform/clock.ts'
import { fileUrl } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import type { EditionRow, LinkRow, MakingRow } from './queries.ts'

export const presentVolumes = (
  platform: Platform,
  { clientId }: Pick<ReachedActor, 'clientId'>,
  { volumes }: Pick<EditionRow, 'volumes'>,
) => volumes.map(({ file_id, ...volume }) => ({ url: fileUrl(platform, clientId, file_id), ...volume }))

export const presentEdition = (
  platform: Platform,
  actor: ReachedActor,
  { contents: _contents, set_apart: _apart, ...edition }: EditionRow,
  links: readonly LinkRow[],
) => ({
  ...edition,
  made_at: toInstant(edition.made_at),
  volumes: presentVolumes(platform, actor, edition),
  links: canMakeCompletionBooks(actor)
    ? links.filter(({ edition_id }) => edition_id === edition.id).map(link => presentLink(link, platform.now()))
    : [],
})

export const presentLink = ({ edition_id: _edition, ...link }: LinkRow, now: Date) => ({
  ...link,
  created_at: toInstant(link.created_at),
  expires_at: toInstant(link.expires_at),
  withdrawn_at: toInstant(link.withdrawn_at),
  last_opened_at: toInstant(link.last_opened_at),
  good: link.withdrawn_at === null && link.expires_at > now,
})

export const presentMaking = (making: MakingRow | undefined) =>
  making === undefined ? null : { ...making, asked_at: toInstant(making.asked_at) }
