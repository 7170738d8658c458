import { isOffice, type Kind } from '@toguchi/domain/access/actor'
import type { Db } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import type { Session } from './identity.ts'
import { positionToReach } from './last-write.ts'

/**
 * Only for those who work for the whole client, or the platform: who they are the primary has said. What craftsmen and residents reach is
 * told by rows, and one that was taken away must not be read a moment longer.
 */
export const worksForAll = ({ kind }: { kind: Kind }): boolean => isOffice.kinds.some(each => each === kind)

/** Reads on a replica that is near enough and has what the caller wrote; whatever did not succeed there is done on the primary. */
export const readLagging = async (
  { replicas, meter }: Platform,
  { lastWrite }: Session,
  clientId: number | null,
  run: (db: Db) => Promise<unknown>,
  onPrimary: () => Promise<unknown>,
): Promise<unknown> => {
  if (replicas.maxLagSeconds !== null && lastWrite !== null) {
    const read = await replicas.read(clientId, positionToReach(lastWrite, replicas.maxLagSeconds), run)
    meter.laggingRead('value' in read ? 'replica' : 'primary')
    if ('value' in read) return read.value
    meter.replicaFallback(read.instead)
  } else meter.laggingRead('primary')
  return onPrimary()
}
