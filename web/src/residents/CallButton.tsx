import { Glyph } from '../ui/Glyph.tsx'
import './residents.css'

/** A telephone call, one tap away; beside it what to read out to whoever answers. */
export const CallButton = ({ phone, note }: { phone: string; note?: string }) => (
  <a className="r-call" href={`tel:${phone.replaceAll('-', '')}`}>
    <Glyph name="phone" size={24} />
    <span>
      電話で問い合わせる
      <strong>{phone}</strong>
      {note === undefined ? null : <small>{note}</small>}
    </span>
  </a>
)
