import { part } from '../ui/part.ts'
import styles from './OrdersTotal.module.css'

/** A sum, large, after what it counts. */
export const OrdersTotal = part('p', styles.total)
