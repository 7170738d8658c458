import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import base from '../vitest.config.ts'

const { CHANGED_FILE, CHANGED_FROM = '', CHANGED_TO = '' } = process.env

/** One line of the program says something else, for tests alone: no file is touched. */
const changedLine: Plugin = {
  name: 'changed-line',
  enforce: 'pre',
  transform: (code, id) =>
    CHANGED_FILE !== undefined && id.split('?')[0] === resolve(CHANGED_FILE) ? code.replace(CHANGED_FROM, () => CHANGED_TO) : undefined,
}

const projects = base.test?.projects?.map(project =>
  typeof project === 'object' && 'test' in project ? { ...project, plugins: [changedLine] } : project,
)

// Vitest takes the default export of its settings.
// oxlint-disable-next-line import/no-default-export
export default { ...base, root: resolve('.'), test: { ...base.test, ...(projects === undefined ? {} : { projects }) } }
