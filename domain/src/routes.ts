import { accounts } from './accounts/contract.ts'
import type { Contract } from './http/endpoint.ts'

/** Every slice's contract, in reading order. A new slice adds one line here. */
export const contracts = { accounts } as const satisfies Record<string, Contract>

type Merge<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer Intersection) => void ? Intersection : never
/** Every endpoint of the product by its key: what the browser's client is typed by (types only, D-32). */
export type Api = Merge<(typeof contracts)[keyof typeof contracts]>
