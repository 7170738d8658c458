import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { aliasFaults, listFaults, readAliases } from './alias-faults.ts'

// One alias a table, in every statement of the server (docs/data-model.md, "Aliases").
const aliases = readAliases(readFileSync('docs/data-model.md', 'utf8'))
const tables = [...readFileSync('db/schema.sql', 'utf8').matchAll(/^create (?:unlogged )?(?:table|view) ([a-z_]+)/gm)].map(
  ([, name = '']) => name,
)
const faults = listFaults(aliases, tables).map(fault => `docs/data-model.md: ${fault}`)
const files = globSync('server/src/**/*.ts', { exclude: ['**/*.test.ts', '**/*.gen.ts'] })
for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  for (const { line, fault } of aliasFaults(source, aliases)) faults.push(`${file}:${line}: ${fault}`)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`aliases: ${aliases.size} tables in ${files.length} files`)
