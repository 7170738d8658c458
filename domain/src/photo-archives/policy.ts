import { type Actor, isStaff, only } from '../access/actor.ts'
import type { ArchiveKind } from './labels.ts'

/** 1, 2, 3 and assigned craftsmen, who may take boarded copies alone; operators look at single photos only. */
export const canArchivePhotos = only('admin', 'staffAdmin', 'staff', 'craftsman')
/** 1, 2, 3: what the form of a construction says of its photos. */
export const canSetDeliveries = isStaff

/** Originals say where they were taken, and the form is made of them: the staff's alone (D-05). */
export const mayArchive = (actor: Actor, kind: ArchiveKind): boolean => (kind === 'boarded' ? canArchivePhotos : isStaff)(actor)
