import { describe, expect, it } from 'vitest'
import type { PhotoTiming } from '../photos/labels.ts'
import { groupPhotos, layOutLedger, type LedgerGap, type LedgerPhoto, roomTitle } from './lay-out.ts'
import type { LedgerChoices } from './ledger-choices.ts'

interface Named extends LedgerPhoto {
  name: string
}
let minute = 0
const photo = (name: string, room: number | null, place: string, timing: PhotoTiming = 'before_construction', day = 20): Named => ({
  name,
  room: room === null ? null : { id: room, name: String(room) },
  room_position: room ?? 9_999,
  place_name: place,
  place_position: place.startsWith('玄関') ? 1 : 2,
  timing,
  asked: ['before_construction', 'under_construction', 'after_construction'],
  filming_at: new Date(Date.UTC(2026, 10, day, 1, minute++)),
})
const shaping = (over: Partial<LedgerChoices> = {}) => ({ orientation: 'portrait', per_page: 3, beside: false, ...over }) as const
const names = (groups: { title: string; photos: Named[] }[]) =>
  groups.map(({ title, photos }) => [title, photos.map(({ name }) => name).join('')])

const photos = [
  photo('a', 102, '玄関', 'after_construction', 22),
  photo('b', 102, '玄関', 'before_construction', 21),
  photo('c', null, '屋上', 'before_construction', 20),
  photo('d', 101, '住宅情報盤', 'before_construction', 21),
  photo('e', 101, '玄関 ', 'before_construction', 22),
  photo('f', null, '玄関', 'before_construction', 23),
]

describe('photos stand', () => {
  it.each([
    [
      'room',
      [
        ['101号室', 'ed'],
        ['102号室', 'ba'],
        ['共用部', 'fc'],
      ],
    ],
    [
      'place',
      [
        ['玄関 ', 'eba'],
        ['住宅情報盤', 'd'],
        ['共用部　玄関', 'f'],
        ['共用部　屋上', 'c'],
      ],
    ],
    [
      'date',
      [
        ['2026年11月20日(金)', 'c'],
        ['2026年11月21日(土)', 'bd'],
        ['2026年11月22日(日)', 'ae'],
        ['2026年11月23日(月)', 'f'],
      ],
    ],
  ] as const)('by %s', (order, expected) => {
    expect(names(groupPhotos(photos, order))).toEqual(expected)
  })

  it('on the day of Tokyo', () => {
    const late = { ...photo('x', 1, '玄関'), filming_at: new Date('2026-11-20T23:30:00+09:00') }
    const early = { ...photo('y', 1, '玄関'), filming_at: new Date('2026-11-21T00:10:00+09:00') }
    expect(groupPhotos([early, late], 'date').map(({ key }) => key)).toEqual(['2026-11-20', '2026-11-21'])
  })
})

it('a room is called by its number, or as it is called', () => {
  expect([{ name: '101' }, { name: 'A-3' }, { name: '髙﨑𠮷様邸' }, null].map(roomTitle)).toEqual([
    '101号室',
    'A-3',
    '髙﨑𠮷様邸',
    '共用部',
  ])
})

const room = (number: number, count: number) => ({
  key: String(number),
  title: `${number}`,
  photos: Array.from({ length: count }, (_, at) => photo(`${number}.${at}`, number, '玄関')),
})
const drawn = (pages: { heading: string | null; cells: (Named | null)[] }[][]) =>
  pages.map(rows => rows.map(({ heading, cells }) => [heading, ...cells.map(cell => cell?.name ?? null)]))

describe('pages', () => {
  it('share short groups, break long ones, and leave no heading alone', () => {
    const { pages, starts } = layOutLedger([room(1, 1), room(2, 2), room(3, 4), room(4, 2), room(5, 1)], shaping())
    expect(drawn(pages)).toEqual([
      [
        ['1', '1.0'],
        ['2', '2.0'],
        [null, '2.1'],
      ],
      [
        ['3', '3.0'],
        [null, '3.1'],
        [null, '3.2'],
      ],
      [
        ['3（つづき）', '3.3'],
        ['4', '4.0'],
        [null, '4.1'],
      ],
      [['5', '5.0']],
    ])
    expect(starts).toEqual([1, 2, 3, 4, 5].map((number, at) => ({ title: String(number), page: [0, 0, 1, 2, 3][at] })))
  })

  it.each([
    ['portrait', 1, 6],
    ['landscape', 1, 6],
    ['portrait', 2, 3],
    ['portrait', 3, 2],
    ['portrait', 4, 2],
    ['portrait', 6, 1],
    ['landscape', 2, 3],
    ['landscape', 3, 2],
    ['landscape', 4, 2],
    ['landscape', 6, 1],
  ] as const)('%s, %i a page: six photos make %i', (orientation, per_page, expected) => {
    const { pages } = layOutLedger([room(1, 6)], shaping({ orientation, per_page }))
    expect(pages).toHaveLength(expected)
    for (const rows of pages) expect(rows.flatMap(({ cells }) => cells).length).toBeLessThanOrEqual(per_page)
  })

  it('show before, during and after beside each other, a second photo of a stage in a second row', () => {
    const one = [
      photo('後', 101, '玄関', 'after_construction'),
      photo('前', 101, '玄関', 'before_construction'),
      photo('前2', 101, '玄関', 'before_construction'),
      photo('中', 101, '住宅情報盤', 'under_construction'),
    ]
    const { pages } = layOutLedger(groupPhotos(one, 'room'), shaping({ beside: true }))
    expect(drawn(pages)).toEqual([
      [
        ['101号室', '前', null, '後'],
        [null, '前2', null, null],
        [null, null, '中', null],
      ],
    ])
    const many = Array.from({ length: 13 }, () => photo('x', 101, '玄関'))
    const lay = (orientation: 'portrait' | 'landscape') =>
      layOutLedger(groupPhotos(many, 'room'), shaping({ beside: true, per_page: 6, orientation })).pages.map(rows => rows.length)
    expect([lay('portrait'), lay('landscape')]).toEqual([
      [4, 4, 4, 1],
      [3, 3, 3, 3, 1],
    ])
  })

  const gaps = (pages: { gaps: (LedgerGap | null)[] }[][]) => pages.flat().map(row => row.gaps)

  it('say of a stage without a photo whether its place asks for it, and leave out the stage that no place asks for', () => {
    const asking = (asked: PhotoTiming[], one: Named): Named => ({ ...one, asked })
    const entrance = asking(['before_construction', 'after_construction'], photo('前', 101, '玄関'))
    const panel = asking(['before_construction', 'under_construction'], photo('盤', 101, '住宅情報盤'))
    const both = layOutLedger(groupPhotos([entrance, panel], 'room'), shaping({ beside: true }))
    expect(both.timings).toEqual(['before_construction', 'under_construction', 'after_construction'])
    expect(gaps(both.pages)).toEqual([
      [null, 'not_asked', 'missing'],
      [null, 'missing', 'not_asked'],
    ])
    const one = layOutLedger(groupPhotos([entrance], 'room'), shaping({ beside: true }))
    expect([one.timings, one.shape.columns, gaps(one.pages)]).toEqual([
      ['before_construction', 'after_construction'],
      2,
      [[null, 'missing']],
    ])
    const leftOut = [photo('後', 101, '玄関', 'after_construction'), photo('隣', 102, '盤', 'after_construction')]
    expect(gaps(layOutLedger(groupPhotos([entrance], 'room'), shaping({ beside: true }), leftOut).pages)).toEqual([[null, 'left_out']])
    const unasked = layOutLedger(groupPhotos([entrance, photo('中', 101, '玄関', 'under_construction')], 'room'), shaping({ beside: true }))
    expect(unasked.timings).toHaveLength(3)
  })

  it('say on which day a stage was photographed that stands under another', () => {
    const taken = [
      photo('前', 101, '玄関', 'before_construction', 20),
      photo('前2', 101, '玄関', 'before_construction', 20),
      photo('後', 101, '玄関', 'after_construction', 21),
      photo('隣', 102, '玄関', 'under_construction', 21),
    ]
    const { pages } = layOutLedger(groupPhotos(taken, 'date'), shaping({ beside: true }))
    expect(gaps(pages)).toEqual([
      [null, 'missing', { day: '2026-11-21' }],
      // What a place lacks is said once, in its first row.
      [null, null, null],
      [{ day: '2026-11-20' }, 'missing', null],
      ['missing', null, 'missing'],
    ])
  })
})
