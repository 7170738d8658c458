import { faultsText, type PictureFault } from '@toguchi/domain/photos/picture-quality'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/dialog/Modal.tsx'
import styles from './PictureCheck.module.css'
import { usePictureFaults } from './use-picture-faults.ts'

/** A photo that was just taken; it is on its way already. */
export interface TakenPicture {
  id: string
  file: File
  /** Which one it is, where several came at once: 5枚中3枚目（玄関）. */
  which: string
  /** Opens the camera again, and says when it has brought another photo. */
  again: (onChosen: () => void) => void
}

interface Asked {
  taken: TakenPicture
  faults: readonly PictureFault[]
  url: string
}

/**
 * Says at once what a photo looks like, as long as one stands before what was photographed (feature 30); its sending waits for nothing.
 * `const [dialog, look] = usePictureCheck(drop)`; render `dialog`; `look(taken)`. `drop` takes away what is taken again.
 */
export const usePictureCheck = (drop: (id: string) => void): [dialog: ReactNode, look: (taken: TakenPicture) => void] => {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const { faultsIn, forget } = usePictureFaults()

  const look = (taken: TakenPicture) => void lookAt(taken)
  const lookAt = async (taken: TakenPicture) => {
    const faults = await faultsIn(taken.file)
    if (faults.length === 0) return
    // Of its own: that of the queue is let go when the photo has arrived.
    const url = URL.createObjectURL(taken.file)
    setAsked(before => [...before, { taken, faults, url }])
  }
  const [first] = asked
  const answer = () => {
    if (first) URL.revokeObjectURL(first.url)
    setAsked(asked.slice(1))
  }
  const takeAgain = ({ id, again }: TakenPicture) => {
    answer()
    // Who leaves the camera without a photo keeps the one that there is.
    again(() => {
      forget()
      drop(id)
    })
  }

  const dialog = (
    <Modal opened={first !== undefined} onClose={answer} title={faultsText(first?.faults ?? [], first?.taken.which)} width={440}>
      {first === undefined ? null : (
        <>
          <img className={styles.picture} src={first.url} alt={first.taken.which === '' ? 'いま撮った写真' : first.taken.which} />
          <ModalFoot>
            <Button onClick={answer}>このまま使う</Button>
            <Button kind="primary" onClick={() => takeAgain(first.taken)}>
              撮り直す
            </Button>
          </ModalFoot>
        </>
      )}
    </Modal>
  )
  return [dialog, look]
}
