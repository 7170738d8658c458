import { faultsOf, type GreyPicture, type PictureFault } from '@toguchi/domain/photos/picture-quality'
import { useRef } from 'react'
import { greyPictureOf } from './grey-picture.ts'

/** What should be said of photos as they are taken, each compared with the one before (feature 30). `forget` the one that is taken again. */
export const usePictureFaults = (): { faultsIn: (file: File) => Promise<readonly PictureFault[]>; forget: () => void } => {
  const last = useRef<GreyPicture | null>(null)
  // One after the other, as they were taken.
  const looked = useRef<Promise<unknown>>(Promise.resolve())
  const lookAt = async (file: File): Promise<readonly PictureFault[]> => {
    const picture = await greyPictureOf(file)
    if (picture === null) return []
    const faults = faultsOf(picture, last.current)
    last.current = picture
    return faults
  }
  return {
    faultsIn: file => {
      const looking = looked.current.then(() => lookAt(file))
      looked.current = looking
      return looking
    },
    forget: () => void (last.current = null),
  }
}
