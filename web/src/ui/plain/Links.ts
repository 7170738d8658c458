import { part } from '../part.ts'
import styles from './Links.module.css'

/** Other ways, below what most people came for. */
export const Links = part('nav', styles.links)
