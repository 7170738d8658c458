import { Read } from '../ui/plain/Read.tsx'
import { Help } from '../ui/plain/form/FieldParts.ts'
import { hoursText, telOf, useCallCenter } from './call-center.ts'

/** Whom to call, always one tap away from a resident, and when. */
export const Telephone = () => {
  const callCenter = useCallCenter()
  return callCenter === undefined ? null : (
    <Help style={{ marginTop: 16 }}>
      <Read>お困りのときは、お電話ください。</Read>{' '}
      <a href={telOf(callCenter.phone)} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 48, fontWeight: 700 }}>
        {callCenter.phone}
      </a>{' '}
      {hoursText(callCenter)}
    </Help>
  )
}
