import { part } from '../part.ts'
import styles from './Paper.module.css'

/** The paper a card is made of, for pages that name it themselves. */
export const Paper = part('section', styles.card, 'card')
