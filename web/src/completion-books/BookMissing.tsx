import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { Section } from '../ui/layout/Section.tsx'
import styles from './BookMissing.module.css'
import { type Book, pageOfMissing } from './book-reads.ts'

/** What is not as it should be, each with the way to put it right. */
export const BookMissing = ({ constructionId, missing }: { constructionId: number; missing: Book['missing'] }) => (
  <Section title="足りないもの" name="book_missing">
    {missing.length === 0 ? (
      <p className={styles.none}>足りないものはありません。</p>
    ) : (
      <ul className={styles.missing}>
        {missing.map(({ kind, text, count, examples }) => (
          <li key={kind}>
            <p>
              {text} <Link to={pageOfMissing[kind].to(constructionId)}>{pageOfMissing[kind].label}</Link>
            </p>
            <p className={styles.examples}>
              {examples.map(({ name, room_id }) =>
                room_id === null ? (
                  <span key={name}>{name}</span>
                ) : (
                  <Link key={room_id} to={paths.room(constructionId, room_id)}>
                    {name}
                  </Link>
                ),
              )}
              {count > examples.length ? <Link to={pageOfMissing[kind].to(constructionId)}>ほか{count - examples.length}件</Link> : null}
            </p>
          </li>
        ))}
      </ul>
    )}
  </Section>
)
