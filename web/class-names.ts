import type { Plugin } from 'vite'

/**
 * Takes each class of a CSS module by its own name (`import * as styles`) instead of from an object of all its classes: what is taken so is
 * written in the place where it is used, and no page carries the names of what it does not show. A class that its style sheet does not have,
 * or whose name no variable may have (`data-row`, `new`), ends the build.
 */
const byName: Plugin = {
  name: 'class-names',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/ },
    handler(code) {
      const named = code.replace(/^import (\w+) from ('[^']+\.module\.css')/gm, 'import * as $1 from $2')
      return named === code ? null : { code: named, map: null }
    },
  },
  onLog(_level, { code, message }) {
    if (code === 'IMPORT_IS_UNDEFINED') this.error(message)
  },
}

/** A style sheet of which no name is left to import is still one of the page's. */
const keepStyles: Plugin = {
  name: 'class-names:styles',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: code => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
}

export const classNames: Plugin[] = [byName, keepStyles]
