import type { z } from 'zod'
import { Problem } from '../http/problem.ts'

/** The key of a field in an error: the wrapper falls away, `_attributes` too, rows keep their index (G-VAL-07). Rows without a wrapper name themselves. */
const fieldKey = (path: readonly PropertyKey[]): string => {
  const [first, ...rest] = path
  const wrapped = rest.length > 0 && typeof first === 'string' && !first.endsWith('_attributes')
  const parts = wrapped ? rest : path
  return parts
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part).replace(/_attributes$/, '')}`))
    .join('')
}

const textOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'を入力してください' : 'の形式が正しくありません'
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'を入力してください'
        : issue.origin === 'array'
          ? 'を選択してください'
          : issue.origin === 'string'
            ? `は${issue.minimum}文字以上で入力してください`
            : `は${issue.minimum}以上の値にしてください`
    case 'too_big':
      return issue.origin === 'string'
        ? `は${issue.maximum}文字以内で入力してください`
        : issue.origin === 'array'
          ? `は${issue.maximum}件以内にしてください`
          : `は${issue.maximum}以下の値にしてください`
    case 'unrecognized_keys':
      return 'は受け付けていない項目です'
    case 'invalid_value':
      return 'は一覧にありません'
    case 'custom':
      return issue.message
    case 'invalid_format':
      if (issue.input === '') return 'を入力してください'
      // A rule that was given its own Japanese sentence keeps it.
      return /^[はがをの]/.test(issue.message) ? issue.message : 'の形式が正しくありません'
    default:
      return 'は不正な値です'
  }
}

/** What a schema refused, as the specification's error body: 422 for bodies and queries. */
export const violationsOf = (issues: readonly z.core.$ZodIssue[]): Problem => {
  const fields: Record<string, string[]> = {}
  for (const issue of issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path]
    for (const path of paths) {
      const key = fieldKey(path) || 'base'
      const texts = (fields[key] ??= [])
      const text = textOf(issue)
      if (!texts.includes(text)) texts.push(text)
    }
  }
  return new Problem(422, 'invalid', '入力内容を確認してください。', fields)
}
