import { setImmediate } from 'node:timers/promises'
import { todayInTokyo } from '@toguchi/domain/calendar/day'
import { checkDelivery } from '@toguchi/domain/photo-archives/check-delivery'
import type { DeliveryCheck } from '@toguchi/domain/photo-archives/contract'
import { currentEdition } from '@toguchi/domain/photo-archives/delivery-edition'
import { deliverableAs, type DeliveryPhoto, type DeliverySettings, deliveryRecordOf } from '@toguchi/domain/photo-archives/delivery-record'
import { partsOf } from '../platform/database/rows.ts'
import type { Platform } from '../platform/platform.ts'
import { deliveryPhoto } from './deliver.ts'
import { readPublished } from './published-files.ts'
import type { ArchiveRow, DrawingRow } from './queries.ts'

const photosAtOnce = 250
/** Violations and characters that are told one by one. */
const mostTold = 200

export interface AskedDelivery {
  rows: readonly ArchiveRow[]
  settings: DeliverySettings
  /** All that could go along, and those that shall. */
  drawings: readonly DrawingRow[]
  chosen: readonly number[]
}

/** What a delivery of these photos would be, and every rule that it would break. */
export const checkDeliveryOf = async (platform: Platform, { rows, settings, drawings, chosen }: AskedDelivery): Promise<DeliveryCheck> => {
  const deliverable = rows.filter(row => deliverableAs(row.content_type, settings) !== null)
  const own = drawings.filter(({ id }) => chosen.includes(id))
  const photos: DeliveryPhoto[] = []
  for (const part of partsOf(deliverable, photosAtOnce)) {
    for (const row of part) photos.push(deliveryPhoto(row, photos.length + 1, settings, own))
    // Thousands of texts: others are answered in between.
    await setImmediate()
  }
  const violations = checkDelivery(deliveryRecordOf(currentEdition, photos, own), currentEdition, todayInTokyo(platform.now()))
  const left = Map.groupBy(
    rows.filter(row => deliverableAs(row.content_type, settings) === null),
    row => row.content_type,
  )
  const faults = violations.filter(({ level }) => level === 'fault')
  return {
    edition: currentEdition.name,
    dtd: { name: currentEdition.dtd, present: (await readPublished(platform, currentEdition.dtd)) !== null },
    photos: photos.length,
    copies: deliverable.filter(row => deliverableAs(row.content_type, settings) === 'copy').length,
    not_deliverable: [...left].map(([content_type, each]) => ({ content_type, photos: each.length })),
    violations: [...faults, ...violations.filter(({ level }) => level === 'advice')].slice(0, mostTold),
    faults: faults.length,
    advices: violations.length - faults.length,
    replaced: replacedIn(photos).slice(0, mostTold),
    drawings: drawings.map(({ id, title }) => ({ id, title })),
  }
}

const replacedIn = (photos: readonly DeliveryPhoto[]): DeliveryCheck['replaced'] => {
  const counts = new Map<string, { from: string; to: string; photos: number }>()
  for (const { replaced } of photos) {
    const own = new Map(replaced.map(each => [`${each.from} ${each.to}`, each]))
    for (const [key, { from, to }] of own) counts.set(key, { from, to, photos: (counts.get(key)?.photos ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.photos - a.photos)
}
