import { part } from '../../ui/part.ts'
import styles from './MenuList.module.css'

/** Ways to go on, one a line. */
export const MenuList = part('nav', styles.menu)
