import styles from './Segments.module.css'

interface Props<Name extends string> {
  /** What is chosen, spoken: 「表示形式」. */
  label: string
  options: readonly { name: Name; label: string }[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** One of a few ways to look at the same thing, all of them in sight. */
export const Segments = <Name extends string>({ label, options, chosen, onChoose }: Props<Name>) => (
  <div className={styles.segments} role="group" aria-label={label}>
    {options.map(option => (
      <button key={option.name} type="button" aria-pressed={chosen === option.name} onClick={() => onChoose(option.name)}>
        {option.label}
      </button>
    ))}
  </div>
)
