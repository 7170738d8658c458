import { globSync, readFileSync } from 'node:fs'
import { cruise } from './cruise.ts'
import { ladderFaults, readLadder } from './drawn-ladder.ts'

// The import graph of this tree against the floor plan. A cruise that saw fewer modules than there are files is blind.
const { breaches, modules, imports } = cruise('.')
const drawn = ladderFaults(imports, readLadder(readFileSync('ARCHITECTURE.md', 'utf8')))
const unseen = globSync('{domain,server,web}/src/**/*.{ts,tsx}').filter(file => !modules.has(file))
for (const { wall, from, to } of breaches) console.error(`${wall}: ${from} → ${to}`)
for (const file of unseen) console.error(`not cruised: ${file}`)
for (const fault of drawn) console.error(`ARCHITECTURE.md, the ladder: ${fault}`)
if (modules.size === 0) console.error('nothing was cruised')
if (breaches.length + unseen.length + drawn.length > 0 || modules.size === 0) process.exitCode = 1
else console.log(`walls: ${modules.size} modules, no breach`)
