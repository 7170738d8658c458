import { useEffect, useRef } from 'react'
import Pad from 'signature_pad'
import { Button } from '../Button.tsx'
import styles from './SignaturePad.module.css'

interface Props {
  /** The drawing as a PNG data URL, or null when it is empty. */
  onChange: (dataUrl: string | null) => void
}

/** A field to sign with a finger; sharp on every screen, at most 600 px wide so that the picture stays small (G-ROOM-19). */
export const SignaturePad = ({ onChange }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad | null>(null)

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    element.width = Math.min(600, element.clientWidth * Math.min(2, devicePixelRatio))
    element.height = Math.round((element.width * element.clientHeight) / element.clientWidth)
    element.getContext('2d')?.scale(element.width / element.clientWidth, element.height / element.clientHeight)
    const drawn = new Pad(element, { backgroundColor: '#ffffff', penColor: '#101828' })
    pad.current = drawn
    drawn.addEventListener('endStroke', () => onChange(drawn.toDataURL('image/png')))
    return () => drawn.off()
  }, [onChange])

  return (
    <div className={styles.pad}>
      <canvas ref={canvas} aria-label="サイン欄" data-testid="signature-pad" />
      <Button
        size="small"
        onClick={() => {
          pad.current?.clear()
          onChange(null)
        }}
      >
        書き直す
      </Button>
    </div>
  )
}
