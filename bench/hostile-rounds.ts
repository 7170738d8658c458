import { fileRounds } from './hostile-files.ts'
import { multipartRounds } from './hostile-multipart.ts'
import type { Round } from './hostile-round.ts'

/** Every round of bench/hostile.ts, in its order: a new kind of attack is a line here. */
export const rounds: readonly Round[] = [...fileRounds, ...multipartRounds]
