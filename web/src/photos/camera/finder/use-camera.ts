import { useEffect, useState } from 'react'

/** `refused` by the person or the browser; `missing`: this page has no way to a camera; `failed`: another application has it, or it is broken. */
export type Camera = { state: 'opening' } | { state: 'open'; stream: MediaStream } | { state: 'refused' | 'missing' | 'failed' }

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 4032 }, height: { ideal: 3024 } },
}

/** The camera at the back, for as long as the page shows it; phones take it away from a page that is out of sight. */
export const useCamera = (): [camera: Camera, tryAgain: () => void] => {
  const [camera, setCamera] = useState<Camera>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let gone = false
    let stream: MediaStream | null = null
    void openCamera().then(opened => {
      if (opened.state === 'open' && gone) return stop(opened.stream)
      if (gone) return
      stream = opened.state === 'open' ? opened.stream : null
      setCamera(opened)
    })
    const lookAgain = () => {
      if (document.visibilityState === 'visible' && stream?.getVideoTracks()[0]?.readyState === 'ended') setAttempt(before => before + 1)
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', lookAgain)
      if (stream !== null) stop(stream)
    }
  }, [attempt])
  return [camera, () => setAttempt(before => before + 1)]
}

const openCamera = async (): Promise<Camera> => {
  // Only secure pages have one.
  if (navigator.mediaDevices?.getUserMedia === undefined) return { state: 'missing' }
  try {
    return { state: 'open', stream: await navigator.mediaDevices.getUserMedia(wanted) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    return { state: name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : name === 'NotFoundError' ? 'missing' : 'failed' }
  }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** What TypeScript's library knows nothing of. */
type Lamp = { torch?: boolean }

export const hasTorch = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks()
  return (track?.getCapabilities?.() as Lamp | undefined)?.torch === true
}

export const setTorch = async (stream: MediaStream, torch: boolean): Promise<void> => {
  const lamp: Lamp = { torch }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [lamp as MediaTrackConstraintSet] })
}
