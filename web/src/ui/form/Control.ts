import { part } from '../part.ts'
import styles from './Control.module.css'

/** For an input that a library makes. */
export const inputLook = styles.input
/** Inputs without a form around them. A field of a form is one of the `…Field`s. */
export const Input = part('input', styles.input)
export const Select = part('select', styles.input)
export const Textarea = part('textarea', styles.input)
/** An input and the unit behind it. */
export const WithUnit = part('div', styles.withUnit)
/** An input and the button in it. */
export const WithButton = part('div', styles.withButton)
