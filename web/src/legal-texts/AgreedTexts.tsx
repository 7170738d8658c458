import { Link } from 'react-router'
import { Help } from '../ui/plain/form/FieldParts.ts'
import { Read } from '../ui/plain/Read.tsx'
import { legalTextTo } from './legal-text-links.ts'

/** The sentence by which whoever presses a button agrees (D-33). */
export const AgreedTexts = ({ button, client }: { button: string; client?: string }) => (
  <Help>
    <Read>
      {`「${button}」を押すと、`}
      <Link to={legalTextTo('terms', client)} target="_blank">
        利用規約
      </Link>
      と
      <Link to={legalTextTo('privacy_policy', client)} target="_blank">
        プライバシーポリシー
      </Link>
      に同意したことになります。
    </Read>
  </Help>
)
