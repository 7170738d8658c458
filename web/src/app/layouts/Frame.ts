import { part } from '../../ui/part.ts'
import styles from './Frame.module.css'

/** All that a page stands in, as high as the screen; `data-layout` says for whom. */
export const Frame = part('div', styles.root)
