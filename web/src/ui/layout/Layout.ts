import { part } from '../part.ts'
import styles from './Layout.module.css'

/** One below the other, with the distance of a form. */
export const Stack = part('div', styles.stack, 'stack')
/** Buttons side by side. */
export const Actions = part('div', styles.actions, 'actions')
/** What is asked for above a list. */
export const Toolbar = part('div', styles.toolbar)
/** Pushes what follows in a toolbar to its end. */
export const Spacer = part('span', styles.grow, 'spacer')
/** A heading inside a section. */
export const Subhead = part('h3', styles.subhead)
/** Points in running text. */
export const List = part('ul', styles.list)
/** What is folded away until somebody asks for it. */
export const Details = part('details', styles.details)
/** The heads of several panels; its children are tabs or links. */
export const Tabs = part('div', styles.tabs)
