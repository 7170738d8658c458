import { describe, expect, it } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { canAssign, canNameCraftsmen, canUnassign } from './policy.ts'

const own = { id: 1, primary_contractor_id: null }
const child = { id: 2, primary_contractor_id: 1 }
const other = { id: 3, primary_contractor_id: null }
const foreman: Actor = { kind: 'craftsman', id: 9, contractorId: 1, primaryContractorId: null }
const helper: Actor = { kind: 'craftsman', id: 8, contractorId: 2, primaryContractorId: 1 }
const staff: Actor = { kind: 'staff', id: 7, canRegisterStaff: false }

describe('contractor assignment rules (spec §6)', () => {
  it.each([
    ['staff', staff, [true, true, true], [true, true, true], [true, true, true]],
    ['a primary craftsman', foreman, [true, true, false], [false, true, false], [true, true, false]],
    ["a subcontractor's craftsman", helper, [false, false, false], [false, false, false], [false, true, false]],
  ])('%s', (_who, actor, assigns, unassigns, names) => {
    const companies = [own, child, other]
    expect(companies.map(company => canAssign(actor, company))).toEqual(assigns)
    expect(companies.map(company => canUnassign(actor, company))).toEqual(unassigns)
    expect(companies.map(company => canNameCraftsmen(actor, company))).toEqual(names)
  })
})
