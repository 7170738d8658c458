import { part } from '../../part.ts'
import styles from './FieldParts.module.css'

/** A field with all that belongs to it. */
export const FieldBox = part('div', styles.field)

/** The name above a field, or the legend of a group. */
export const Label = part('label', styles.label)

/** Around the word for a field that must be filled in. */
export const RequiredBox = part('span', styles.required)

/** What helps to answer, in smaller letters. */
export const Help = part('p', styles.help)

/** What is wrong, after a sign. */
export const ErrorLine = part('p', styles.error)
