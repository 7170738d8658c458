import { part } from '../part.ts'
import styles from './FieldParts.module.css'
import layoutStyles from '../layout/Layout.module.css'

/** The parts of a field, for inputs that no `…Field` fits: label above, help, input, error. */
export const FieldBox = part('div', styles.field, 'field')
export const Label = part('label', styles.label)
/** Says what to write, or what something means. */
export const Help = part('p', styles.help)
export const ErrorText = part('p', styles.error)
/** Several inputs that answer one question. */
export const Fieldset = part('fieldset', styles.fieldset)
/** Fields one below the other that are closed together. */
export const StackedFieldset = part('fieldset', `${styles.fieldset} ${layoutStyles.stack}`)
/** A checkbox or radio button inside its words. */
export const CheckLabel = part('label', styles.check)
/** Such labels side by side. */
export const CheckRow = part('div', styles.choices)
/** The words above one of a toolbar's inputs. */
export const FilterLabel = part('label', styles.filter)
/** The same around an input that has a button, which a label would name as well. */
export const FilterBox = part('div', styles.filter)
/** A whole field that is a question with several inputs. */
export const FieldsetBox = part('fieldset', `${styles.fieldset} ${styles.field}`, 'field')
