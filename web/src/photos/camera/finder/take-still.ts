/** What browsers have and TypeScript's library does not: the camera's own still, larger than a frame of its film. */
interface StillCamera {
  takePhoto: () => Promise<Blob>
}
type StillCameraClass = new (track: MediaStreamTrack) => StillCamera

/** Milliseconds that a camera may take over its own still. Some phones never finish one, and nobody stands before a wall for longer. */
const patience = 1_500

/** Cameras whose own still failed: from then on a frame of the film does. */
const unreliable = new WeakSet<MediaStreamTrack>()

const quality = 0.92

/** A still of what the camera sees, as a file. Rejects where there is nothing to be seen yet. */
export const takeStill = async (video: HTMLVideoElement, takenAt: Date): Promise<File> => {
  const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
  const blob = (track === undefined ? null : await ownStill(track)) ?? (await frameOf(video))
  const name = `photo-${takenAt.getTime()}.${blob.type === 'image/png' ? 'png' : 'jpg'}`
  return new File([blob], name, { type: blob.type, lastModified: takenAt.getTime() })
}

const ownStill = async (track: MediaStreamTrack): Promise<Blob | null> => {
  const { ImageCapture } = globalThis as { ImageCapture?: StillCameraClass }
  if (ImageCapture === undefined || unreliable.has(track)) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), patience)
  })
  const still = await Promise.race([new ImageCapture(track).takePhoto().catch(() => null), tooLong])
  clearTimeout(timer)
  if (still === null || still.size === 0) {
    unreliable.add(track)
    return null
  }
  return still
}

const frameOf = async (video: HTMLVideoElement): Promise<Blob> => {
  const { videoWidth: width, videoHeight: height } = video
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
  // Phones are short of memory: a canvas that is let go of gives its own back at once.
  canvas.width = 0
  if (blob === null) throw new Error('the camera shows nothing')
  return blob
}
