import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { type ApiError, invalidate, q, queryClient, type SendOptions } from '../platform/api/api.ts'

export const scheduleOf = (construction_id: number, options?: SendOptions) =>
  q('GET /api/constructions/:construction_id/detail_schedule', { params: { construction_id } }, options)

/**
 * Reads the schedule on the screen again without a word; false when nobody answers, and what stands there stays. A read under way may
 * have begun before the change, so it is begun anew, and whoever waits for it gets the newer one.
 */
export const refreshSchedule = async (constructionId: number): Promise<boolean> => {
  const quiet = queryClient.defaultQueryOptions(scheduleOf(constructionId, { silent: true, errors: 'nobody' }))
  const cachedQuery = queryClient.getQueryCache().find<DetailSchedule, ApiError>({ queryKey: quiet.queryKey })
  if (cachedQuery === undefined) return true
  return cachedQuery.fetch(quiet, { cancelRefetch: true }).then(
    () => true,
    () => false,
  )
}

/** Reads again what is shown of a room beside the schedule; nothing while none is. */
export const refreshRoomBeside = (): void =>
  void invalidate([
    'GET /api/constructions/:construction_id/rooms/:room_id',
    'GET /api/constructions/:construction_id/rooms/:room_id/events',
  ])

/** Keeps the schedule that a write answered with, unless a newer one has come by another way meanwhile. */
export const keepSchedule = (constructionId: number, answered: DetailSchedule): void => {
  queryClient.setQueryData<DetailSchedule>(scheduleOf(constructionId).queryKey, cached =>
    cached !== undefined && cached.lock_version > answered.lock_version ? cached : answered,
  )
}

export const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

/** What a change of the schedule makes stale besides the schedule itself, which such a write answers with. */
export const readsAroundSchedule = [
  'GET /api/constructions/:id',
  'GET /api/constructions',
  'GET /api/constructions/:construction_id/rooms',
  'GET /api/constructions/:construction_id/rooms/:room_id',
] as const

/** The same with the schedule. */
export const scheduleReads = ['GET /api/constructions/:construction_id/detail_schedule', ...readsAroundSchedule] as const
