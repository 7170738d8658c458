import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { takeStill } from './finder/take-still.ts'

interface Shutter {
  video: RefObject<HTMLVideoElement | null>
  /** Opens the phone's own camera, where this page has none; null where it has one. */
  openOwn: (() => void) | null
  isBlocked: boolean
  onTaken: (file: File, takenAt: Date) => void
  /** The camera showed nothing: it has to be opened anew. */
  onFailed: () => void
}

/** Takes one photo at a time: by the button, and by the keys of a remote one, which send Enter, a blank, or the louder of two. */
export const useShutter = ({ video, openOwn, isBlocked, onTaken, onFailed }: Shutter) => {
  const [isTaking, setTaking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const press = async () => {
    if (isTaking || isBlocked) return
    if (openOwn !== null) return openOwn()
    if (video.current === null || video.current.videoWidth === 0) return
    const takenAt = new Date()
    navigator.vibrate?.(20)
    // A second press of an impatient thumb is none.
    flushSync(() => setTaking(true))
    await takeStill(video.current, takenAt).then(file => onTaken(file, takenAt), onFailed)
    setTaking(false)
  }
  const pressByKey = (event: KeyboardEvent) => {
    // What lies on the camera is a child of it to React.
    if (!(event.target instanceof Element && event.currentTarget.contains(event.target))) return
    const isVolume = event.key === 'AudioVolumeUp' || event.key === 'VolumeUp'
    const isFree = event.target.closest('button, input, a') === null
    if (!isVolume && !(isFree && (event.key === ' ' || event.key === 'Enter'))) return
    event.preventDefault()
    if (!event.repeat) void press()
  }
  /** A remote shutter's keys go to the shutter again, whatever was touched last. */
  const thenFocus = (act: () => void) => {
    act()
    button.current?.focus()
  }
  return { button, isTaking, press: () => void press(), pressByKey, thenFocus }
}
