import { isOffice, isStaff } from '../access/actor.ts'

/** 送信状況 of a construction: the office, operators to read and to answer callers by. */
export const canReadMessages = isOffice
/** Sending again, and the paper list, are decided by whoever answers for the construction. */
export const canResendMessages = isStaff
