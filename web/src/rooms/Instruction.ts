import { part } from '../ui/part.ts'
import styles from './Instruction.module.css'

/** What whoever goes to the room has to know. */
export const Instruction = part('p', styles.instruction)
