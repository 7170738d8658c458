import { globSync } from 'node:fs'
import { cruise } from './cruise.ts'

// The import graph of this tree against the floor plan. A cruise that saw fewer modules than there are files is blind.
const { breaches, modules } = cruise('.')
const unseen = globSync('{domain,server,web}/src/**/*.{ts,tsx}').filter(file => !modules.has(file))
for (const { wall, from, to } of breaches) console.error(`${wall}: ${from} → ${to}`)
for (const file of unseen) console.error(`not cruised: ${file}`)
if (modules.size === 0) console.error('nothing was cruised')
if (breaches.length + unseen.length > 0 || modules.size === 0) process.exitCode = 1
else console.log(`walls: ${modules.size} modules, no breach`)
