import { afterAll } from 'vitest'
import { endChildren } from './children.ts'

/* Runs before each file of tests; what is said to `afterAll` first is done last. */
afterAll(endChildren)
