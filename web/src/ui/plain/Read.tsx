import { Children, cloneElement, isValidElement, type ReactNode } from 'react'
import { createStore } from '../../platform/store.ts'
import { useStore } from '../../platform/use-store.ts'

/** A piece of a text: as it is, or with how it is read written above it. */
export type Piece = string | { base: string; reading: string }
/** Says a text more easily, for those who read little Japanese. */
export type Reader = (text: string) => readonly Piece[]

/** Null: texts stand as they are written. */
const reader = createStore<Reader | null>(null)
export const setReader = reader.set

interface WithChildren {
  children?: ReactNode
}

/**
 * Everything that is written inside, as it is or, when somebody chose so, in easy words with furigana. Goes into elements and the
 * children of components; what a component writes by itself it wraps by itself.
 */
export const Read = ({ children }: WithChildren): ReactNode => {
  const read = useStore(reader)
  return easier(children, read)
}

/** The same elements under the same keys whoever reads: choosing another way to read takes nothing away that is typed in them. */
const easier = (node: ReactNode, read: Reader | null): ReactNode => {
  if (typeof node === 'string') return read === null || node.trim() === '' ? node : <Easy pieces={read(node)} />
  if (Array.isArray(node)) return Children.map(node, child => easier(child, read))
  if (!isValidElement<WithChildren>(node) || node.type === 'ruby' || node.type === Read) return node
  const { children } = node.props
  return children === undefined || children === null || typeof children === 'function'
    ? node
    : cloneElement(node, undefined, easier(children, read))
}

/** One element, so that a text stays one thing in a row of things. */
const Easy = ({ pieces }: { pieces: readonly Piece[] }) => (
  <span>
    {pieces.map((piece, at) =>
      typeof piece === 'string' ? (
        piece
      ) : (
        // The pieces of one text stay in their order.
        // oxlint-disable-next-line react/no-array-index-key
        <ruby key={at}>
          {piece.base}
          <rt>{piece.reading}</rt>
        </ruby>
      ),
    )}
  </span>
)
