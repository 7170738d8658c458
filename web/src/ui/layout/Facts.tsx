import type { ReactNode } from 'react'
import styles from './Facts.module.css'

interface Props {
  /** Label and value; null, undefined and empty values show as a dash. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
  columns?: 1 | 2
}

/** What is known about one thing, read-only. */
export const Facts = ({ facts, columns = 1 }: Props) => (
  <dl className={styles.facts} data-columns={columns}>
    {facts.map(([label, value]) => [<dt key={`${label}-dt`}>{label}</dt>, <dd key={`${label}-dd`}>{isEmpty(value) ? '―' : value}</dd>])}
  </dl>
)

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === ''
