import { isOffice, isStaff, isWorker, only } from '../access/actor.ts'

/** The lists of orders (G-ORD-14); craftsmen see on a room's page what they are to collect. */
export const canReadOrders = isOffice
/** Ordering for a resident after a call or from a form on paper (D-22). */
export const canOrderForResident = isOffice
/** Money and decisions on cancellations: roles 1, 2 and 3; operators read (G-ORD-14, D-22). */
export const canDecideOrders = isStaff
/** Writing down that money was received; craftsmen only what they collect at the door where they are assigned, which the verb says (G-ORD-13). */
export const canRecordPayment = only('admin', 'staffAdmin', 'staff', 'craftsman')
/** What is to be collected on a day; craftsmen their own constructions. */
export const canReadCashList = isWorker
/** Orders of every client (G-ORD-15). */
export const canReadAllOrders = only('admin')
/** The company's own settings as a seller (G-MAS-09). */
export const canChangeSaleSettings = only('admin', 'staffAdmin')
