import { cameraOrder, nextEmpty, slotKey } from '@toguchi/domain/photos/camera-order'
import type { PictureFault } from '@toguchi/domain/photos/picture-quality'
import { useState } from 'react'
import { newUuid } from '../../platform/new-uuid.ts'
import { send } from '../../platform/outbox/outbox.ts'
import { smallPictureOf } from '../check/small-picture.ts'
import { usePictureFaults } from '../check/use-picture-faults.ts'
import type { Photo } from '../PhotoViewer.tsx'
import type { Slot } from '../slots/SlotView.tsx'
import { takeBack } from '../take-back.ts'
import { isIn, isTooLarge, mostInSlot, notArrived, takenSlots } from '../taken-slots.ts'
import { type Album, photoRequest, type Sending } from '../upload-photo.ts'

/** A photo of this round, as the row beneath the picture shows it. */
export interface Shot {
  id: string
  slot: Slot
  /** Small; null until it was made, and where this browser cannot make one. */
  picture: string | null
  faults: readonly PictureFault[]
  tooLarge: boolean
}

interface Round {
  album: Album
  slots: readonly Slot[]
  photos: readonly Photo[]
  sending: readonly Sending[]
  /** Where the camera was opened; null: at the next empty place. */
  begin: Slot | null
}

const tooLargeText =
  '20MBを超えているため、サーバーに送信できません。この端末に残してあります。端末に書き出すか、画質を下げて撮り直してください。'

/** A round through the places: where the camera stands, what was taken, and where it goes next. */
export const useShots = ({ album, slots, photos, sending, begin }: Round) => {
  const taken = takenSlots(photos, sending)
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const [aim, setAim] = useState<{ slot: Slot | null; replaced: string | null }>(() => ({
    slot: begin ?? nextEmpty(slots, { from: null, filled: taken, skipped }) ?? cameraOrder(slots).at(-1) ?? null,
    replaced: null,
  }))
  const [shots, setShots] = useState<readonly Shot[]>([])
  const { faultsIn, forget } = usePictureFaults()
  const { slot, replaced } = aim
  const change = (id: string, part: Partial<Shot>) => setShots(before => before.map(shot => (shot.id === id ? { ...shot, ...part } : shot)))

  const look = (id: string, file: File) => {
    void smallPictureOf(file).then(picture => change(id, { picture }))
    void faultsIn(file).then(faults => change(id, { faults }))
  }
  /** Takes a photo in for where the camera stands, and goes on to the next empty place. */
  const take = (file: File, takenAt: Date) => {
    if (slot === null) return
    const id = newUuid()
    const tooLarge = isTooLarge(file)
    void send(photoRequest(album, slot, { id, file, takenAt, refusal: tooLarge ? tooLargeText : null }))
    if (replaced !== null) {
      forget()
      takeBack(album, replaced)
    }
    setShots(before => [...before.filter(shot => shot.id !== replaced), { id, slot, picture: null, faults: [], tooLarge }])
    look(id, file)
    const filled = new Set([...taken, slotKey(slot)])
    setAim({ slot: tooLarge ? slot : (nextEmpty(slots, { from: slot, filled, skipped }) ?? slot), replaced: null })
  }
  const last = shots.at(-1) ?? null
  const count = slot === null ? 0 : [...photos, ...notArrived(photos, sending)].filter(each => isIn(each, slot)).length
  return {
    slot,
    shots,
    last,
    taken,
    /** Whether the next photo takes the place of one. */
    isAgain: replaced !== null,
    isFull: count >= mostInSlot && replaced === null,
    take,
    goTo: (to: Slot) => setAim({ slot: to, replaced: null }),
    takeAgain: (shot: Shot) => setAim({ slot: shot.slot, replaced: shot.id }),
    skip: () => {
      if (slot === null) return
      const passed = new Set([...skipped, slotKey(slot)])
      setSkipped(passed)
      setAim({ slot: nextEmpty(slots, { from: slot, filled: taken, skipped: passed }) ?? slot, replaced: null })
    },
  }
}
export type Shots = ReturnType<typeof useShots>
