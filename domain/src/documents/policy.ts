import { isOffice, isStaff, isWorker, only } from '../access/actor.ts'

/** Of a building: 1, 2, 3; never operators, craftsmen or residents (G-BLD-06, G-ACC-24). */
export const canKeepBuildingDocuments = isStaff
/** In-house: 1, 2, 3 and nobody else (spec §6). */
export const canKeepInHouseDocuments = isStaff
/** Attachment files are shared with the craftsmen of the construction, who only read them (G-CON-19). */
export const canReadAttachmentFiles = isWorker
export const canKeepAttachmentFiles = isOffice
/** What residents are shown is chosen by the office. */
export const canKeepResidentDocuments = isOffice
/** Craftsmen read those marked for the app (G-RES-15). */
export const canReadHandlingEquipments = isWorker
export const canKeepHandlingEquipments = isOffice
/** As the 届出・連絡 that they belong to. */
export const canReadFilingFiles = isOffice
export const canKeepFilingFiles = isStaff
/** The resident's own pages. */
export const canReadAsResident = only('resident')
