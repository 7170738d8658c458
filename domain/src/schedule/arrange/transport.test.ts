import { describe, expect, test } from 'vitest'
import { transport } from './transport.ts'

const solve = (costs: readonly (readonly number[])[], capacities: readonly number[]) => [
  ...transport(Float64Array.from(costs.flat()), costs.length, capacities),
]

describe('transport', () => {
  test.each<[string, number[][], number[], number[]]>([
    ['nobody', [], [1, 1], []],
    [
      'everyone to the cheapest when there is room',
      [
        [3, 1],
        [2, 1],
      ],
      [2, 2],
      [1, 1],
    ],
    [
      'who loses least gives way',
      [
        [1, 2],
        [1, 9],
      ],
      [1, 1],
      [1, 0],
    ],
    [
      'a chain of two gives way for the third',
      [
        [1, 2, 9],
        [1, 9, 2],
        [1, 9, 9],
      ],
      [1, 1, 1],
      [1, 2, 0],
    ],
    [
      'of equal columns the first',
      [
        [5, 5, 5],
        [5, 5, 5],
      ],
      [1, 1, 1],
      [0, 1],
    ],
    [
      'a column without capacity takes nobody',
      [
        [0, 7],
        [0, 8],
      ],
      [0, 2],
      [1, 1],
    ],
    [
      'costs may be below nothing',
      [
        [-4, 0],
        [-5, 0],
      ],
      [1, 1],
      [1, 0],
    ],
  ])('%s', (_name, costs, capacities, expected) => {
    expect(solve(costs, capacities)).toEqual(expected)
  })

  test('says how far it is', () => {
    const heard: number[] = []
    transport(Float64Array.of(1, 1, 1), 3, [3], done => heard.push(done))
    expect(heard).toEqual([1, 2, 3])
  })

  test('refuses capacities that do not suffice', () => {
    expect(() => solve([[1], [1]], [1])).toThrow('no column')
  })
})
