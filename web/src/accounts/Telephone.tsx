import { Read } from '../ui/plain/Read.tsx'
import { Help } from '../ui/plain/form/FieldParts.ts'

/** The call centre, always one tap away from a resident. */
export const Telephone = ({ phone }: { phone: string | undefined }) =>
  phone ? (
    <Help style={{ marginTop: 16 }}>
      <Read>お困りのときは、お電話ください。</Read>{' '}
      <a href={`tel:${phone.replaceAll('-', '')}`} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 48, fontWeight: 700 }}>
        {phone}
      </a>
    </Help>
  ) : null
