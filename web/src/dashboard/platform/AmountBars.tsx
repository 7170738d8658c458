import styles from './AmountBars.module.css'

interface Props {
  /** The table's name for screen readers. */
  label: string
  /** What is named, what is drawn, and what stands beside it. */
  heads: readonly [name: string, amount: string, more?: string]
  rows: readonly { name: string; amount: number; text: string; more?: string }[]
}

/** Amounts as a table whose numbers are drawn, too: the longest bar is the largest. */
export const AmountBars = ({ label, heads: [name, amount, more], rows }: Props) => {
  const largest = Math.max(1, ...rows.map(row => row.amount))
  return (
    <table className={styles.bars} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <td />
          <th scope="col">{amount}</th>
          {more === undefined ? null : <th scope="col">{more}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td className={styles.track} aria-hidden="true">
              <span style={{ width: `${(Math.max(0, row.amount) / largest) * 100}%` }} />
            </td>
            <td>{row.text}</td>
            {more === undefined ? null : <td>{row.more}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
