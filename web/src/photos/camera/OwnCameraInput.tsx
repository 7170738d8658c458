import { pictureAccept } from '@toguchi/domain/photos/picture-formats'
import { type ReactNode, type RefObject, useState } from 'react'

interface InputProps {
  input: RefObject<HTMLInputElement | null>
  onTaken: (file: File) => void
}

/** The phone's own camera, which comes back with a photo. */
export const OwnCameraInput = ({ input, onTaken }: InputProps): ReactNode => {
  const [round, setRound] = useState(0)
  return (
    <input
      // Anew each time: some browsers say nothing of a second photo with the same name.
      key={round}
      ref={input}
      className="sr-only"
      type="file"
      accept={pictureAccept}
      capture="environment"
      aria-label="端末のカメラで撮影"
      tabIndex={-1}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file === undefined) return
        onTaken(file)
        setRound(round + 1)
      }}
    />
  )
}
