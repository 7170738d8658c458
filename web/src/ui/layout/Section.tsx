import { type ReactNode, useId } from 'react'
import { Actions } from './Layout.ts'
import styles from './Section.module.css'

interface Props {
  title?: ReactNode
  actions?: ReactNode
  /** Marks the section for scripts and tests: `data-section`. */
  name?: string
  /** Without padding, for a table that reaches the edges. */
  flush?: boolean
  children: ReactNode
}

/** One matter on paper. */
export const Section = ({ title, actions, name, flush = false, children }: Props) => {
  const id = useId()
  return (
    <section
      className={styles.section}
      {...(name === undefined ? {} : { 'data-section': name })}
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title === undefined ? null : (
        <div className={styles.sectionHead}>
          <h2 id={id}>{title}</h2>
          {actions === undefined ? null : <Actions>{actions}</Actions>}
        </div>
      )}
      <div className={styles.sectionBody} data-kit="section-body" data-flush={flush}>
        {children}
      </div>
    </section>
  )
}
