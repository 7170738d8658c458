import type { ServerSettings } from '../settings.ts'
import { diskPlace } from './disk-place.ts'
import { inTwoPlaces, type Place } from './place.ts'
import { type Staging, stagingIn, type StorageOptions } from './staging.ts'
import type { Storage } from './storage.ts'

const storageOf = ({ stage, stageFile, discard, inFolder, sweep }: Staging, place: Place): Storage => ({
  stage,
  stageFile,
  discard,
  inFolder,
  keep: place.keep,
  read: place.read,
  remove: place.remove,
  keysIn: place.keysIn,
  keptAt: place.keptAt,
  freeBytes: place.freeBytes,
  check: place.check,
  sweepStaging: async () => (await sweep()) + (await place.sweep()),
})

/** Storage in a folder of this machine. Throws a 507 when the disk is full. */
export const diskStorage = (folder: string, options: StorageOptions = {}): Storage => {
  const staging = stagingIn(folder, true, options)
  return storageOf(staging, diskPlace(folder, staging))
}

/** Where an installation keeps its files. */
export type StorageSettings = Pick<ServerSettings, 'storageDir' | 'storage' | 's3'>

/** Both places of an installation that has a bucket, and what is staged for either. */
export const openPlaces = async ({ storageDir, s3 }: StorageSettings, options: StorageOptions = {}) => {
  const staging = stagingIn(storageDir, true, options)
  const disk = diskPlace(storageDir, staging)
  if (s3 === null) return { staging, disk, s3: null }
  // Its SDK is large: whoever has no bucket does not load it.
  const { s3Place } = await import('./s3-place.ts')
  return { staging, disk, s3: s3Place(s3, options) }
}

/**
 * The storage of an installation: the folder, or the bucket, each reading from the other what it does not have itself. What arrives is
 * staged in the folder either way.
 */
export const openStorage = async (settings: StorageSettings, options: StorageOptions = {}): Promise<Storage> => {
  const { staging, disk, s3 } = await openPlaces(settings, options)
  if (s3 === null) return storageOf(staging, disk)
  if (settings.storage === 'disk') return storageOf(staging, inTwoPlaces(disk, s3))
  // Nothing is acknowledged before the bucket has it: what is staged here may be lost with the machine.
  return storageOf(stagingIn(settings.storageDir, false, options), inTwoPlaces(s3, disk))
}
