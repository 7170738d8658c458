import { accounts } from './accounts/contract.ts'
import { ownSessions } from './accounts/own-sessions-contract.ts'
import { platformAccounts } from './accounts/platform-accounts-contract.ts'
import { secondFactor } from './accounts/second-factor-contract.ts'
import { staffs } from './accounts/staffs-contract.ts'
import { roomAnswers } from './answers/contract.ts'
import { keys } from './keys/contract.ts'
import { boardReports } from './board-reports/contract.ts'
import { buildings } from './buildings/contract.ts'
import { chatbot } from './chatbot/contract.ts'
import { filings } from './filings/contract.ts'
import { clients } from './clients/contract.ts'
import { clientLine } from './clients/line-contract.ts'
import { clientTerms } from './client-terms/contract.ts'
import { completionBooks } from './completion-books/contract.ts'
import { completionReports } from './completion-reports/contract.ts'
import { constructions } from './constructions/contract.ts'
import { contractors } from './contractors/contract.ts'
import { adminDashboard } from './dashboard/admin-dashboard-contract.ts'
import { dashboard } from './dashboard/contract.ts'
import { platformInformations } from './dashboard/platform-informations-contract.ts'
import { printing } from './printing/contract.ts'
import { documentFiles } from './documents/contract.ts'
import type { Contract } from './http/endpoint.ts'
import { messages } from './messages/contract.ts'
import { masters } from './masters/contract.ts'
import { options } from './options/contract.ts'
import { orders } from './orders/contract.ts'
import { ownOrders } from './orders/own-contract.ts'
import { payments } from './payments/contract.ts'
import { liveChanges } from './live-changes/contract.ts'
import { legalTexts } from './legal-texts/contract.ts'
import { letters } from './printing/letters-contract.ts'
import { photoArchives } from './photo-archives/contract.ts'
import { photoLedgers } from './photo-ledgers/contract.ts'
import { photos } from './photos/contract.ts'
import { handIns } from './photos/hand-ins-contract.ts'
import { craftsmanLinks } from './accounts/craftsman-links-contract.ts'
import { joinedAccounts } from './accounts/joined-accounts-contract.ts'
import { absences } from './rooms/absences/absences-contract.ts'
import { rooms } from './rooms/contract.ts'
import { visits } from './rooms/visits/visits-contract.ts'
import { calendarFeeds } from './calendar-feeds/contract.ts'
import { residents } from './residents/contract.ts'
import { earlierFrames } from './residents/earlier-contract.ts'
import { residentLine } from './residents/line-contract.ts'
import { residentsList } from './residents/list-contract.ts'
import { schedule } from './schedule/contract.ts'
import { scheduleLive } from './schedule/live-contract.ts'
import { planning } from './schedule/planning-contract.ts'
import { support } from './support/contract.ts'
import { spreadsheets } from './spreadsheets/contract.ts'
import { zipcodes } from './zipcodes/contract.ts'

/** Every slice's contract, in reading order. A new slice adds one line here. */
export const contracts = {
  accounts,
  ownSessions,
  joinedAccounts,
  craftsmanLinks,
  secondFactor,
  staffs,
  platformAccounts,
  clients,
  clientLine,
  clientTerms,
  buildings,
  constructions,
  filings,
  contractors,
  masters,
  options,
  residents,
  residentsList,
  earlierFrames,
  residentLine,
  calendarFeeds,
  schedule,
  scheduleLive,
  liveChanges,
  messages,
  planning,
  rooms,
  absences,
  visits,
  completionReports,
  completionBooks,
  photos,
  handIns,
  photoArchives,
  photoLedgers,
  boardReports,
  roomAnswers,
  keys,
  chatbot,
  legalTexts,
  printing,
  letters,
  documentFiles,
  dashboard,
  adminDashboard,
  platformInformations,
  support,
  spreadsheets,
  orders,
  ownOrders,
  payments,
  zipcodes,
} as const satisfies Record<string, Contract>

type Merge<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer Intersection) => void ? Intersection : never
/** Every endpoint of the product by its key: what the browser's client is typed by (types only, D-32). */
export type Api = Merge<(typeof contracts)[keyof typeof contracts]>
