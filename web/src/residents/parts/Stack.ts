import { part } from '../../ui/part.ts'
import styles from './Stack.module.css'

/** What a page shows, one below the other. */
export const Stack = part('div', styles.stack, 'stack')
