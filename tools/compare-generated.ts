import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The end of a tool that writes a file from the migrations: `--write` writes it, `--check` says whether the file in
 * the repository is still what would be written, and sets the exit code.
 */
export const compareGenerated = (path: string, text: string, tool: string): void => {
  if (process.argv.includes('--write')) {
    writeFileSync(path, text)
    console.log(`${path}: written`)
    return
  }
  const now = readOrNothing(path)
  if (now === text) {
    console.log(`${path}: up to date`)
    return
  }
  console.error(`${path} is not what db/migrations says; run: node ${tool} --write\n${firstDifference(now, text)}`)
  process.exitCode = 1
}

const readOrNothing = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const firstDifference = (now: string, wanted: string): string => {
  const nowLines = now.split('\n')
  const wantedLines = wanted.split('\n')
  const at = wantedLines.findIndex((line, index) => line !== nowLines[index])
  const line = at < 0 ? wantedLines.length : at
  return `line ${line + 1}: is     ${nowLines[line] ?? '(end)'}\n${' '.repeat(`line ${line + 1}:`.length)} wanted ${wantedLines[line] ?? '(end)'}`
}
