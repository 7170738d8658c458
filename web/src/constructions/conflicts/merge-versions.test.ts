import { describe, expect, it } from 'vitest'
import { blankValues, type ConstructionValues, type PlaceRow } from '../form/form-values.ts'
import { differencesOf, mergeVersions } from './merge-versions.ts'

const place = (id: number | undefined, name: string): PlaceRow => ({
  ...(id === undefined ? {} : { id }),
  photography_place_id: 'free',
  free_input: name,
  remarks: '',
  before_construction: true,
  under_construction: true,
  after_construction: true,
  _destroy: false,
})
const version = (change: Partial<ConstructionValues>): ConstructionValues => ({ ...blankValues(), ...change })

describe('differencesOf', () => {
  it('tells who changed a field, and is silent where both did the same', () => {
    const found = differencesOf({
      base: version({ name: '元', remarks: '元', manage_no: '元', prime_contractor: '元' }),
      mine: version({ name: '私', remarks: '元', manage_no: '同じ', prime_contractor: '私' }),
      theirs: version({ name: '元', remarks: '他', manage_no: '同じ', prime_contractor: '他' }),
    })
    expect(found).toEqual([
      { name: 'name', changedBy: 'me' },
      { name: 'prime_contractor', changedBy: 'both' },
      { name: 'remarks', changedBy: 'other' },
    ])
  })
  it('takes rows for the same whatever their ids, order of craftsmen and hidden rows', () => {
    const row = { id: 1, contractor_id: 7, contractor_name: '東西電設', primary_contractor_id: null, craftsman_names: {}, _destroy: false }
    const base = version({ assigned_contractors_attributes: [{ ...row, craftsman_ids: [1, 2] }] })
    const mine = version({
      assigned_contractors_attributes: [
        { ...row, craftsman_ids: [2, 1] },
        { ...row, id: 2, contractor_id: 8, craftsman_ids: [], _destroy: true },
      ],
    })
    expect(differencesOf({ base, mine, theirs: base })).toEqual([])
  })
})

describe('mergeVersions', () => {
  it('keeps what only one changed, and mine where I said so', () => {
    const versions = {
      base: version({ name: '元', remarks: '元', manage_no: '元', prime_contractor: '元' }),
      mine: version({ name: '私', remarks: '元', manage_no: '私', prime_contractor: '私' }),
      theirs: version({ name: '元', remarks: '他', manage_no: '他', prime_contractor: '他' }),
    }
    expect(mergeVersions(versions, new Set(['manage_no']))).toMatchObject({
      name: '私',
      remarks: '他',
      manage_no: '私',
      prime_contractor: '他',
    })
  })
  it('lays my rows over theirs: what they removed is added anew, what they added goes', () => {
    const versions = {
      base: version({ private_photography_places_attributes: [place(1, '玄関'), place(2, '居間')] }),
      mine: version({ private_photography_places_attributes: [place(1, '玄関'), place(2, '居間・親機'), place(undefined, '分電盤')] }),
      theirs: version({ private_photography_places_attributes: [place(1, '玄関'), place(3, '台所')] }),
    }
    const merged = mergeVersions(versions, new Set(['private_photography_places_attributes']))
    expect(merged.private_photography_places_attributes).toEqual([
      place(1, '玄関'),
      place(undefined, '居間・親機'),
      place(undefined, '分電盤'),
      { ...place(3, '台所'), _destroy: true },
    ])
    const added = {
      base: version({}),
      mine: version({ private_photography_places_attributes: [{ ...place(undefined, '玄関'), after_construction: false }] }),
      theirs: version({ private_photography_places_attributes: [place(4, '玄 関')] }),
    }
    expect(mergeVersions(added, new Set(['private_photography_places_attributes'])).private_photography_places_attributes).toEqual([
      { ...place(4, '玄関'), after_construction: false },
    ])
    expect(mergeVersions(versions, new Set()).private_photography_places_attributes).toEqual([place(1, '玄関'), place(3, '台所')])
  })
})
