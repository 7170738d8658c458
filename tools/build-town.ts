import { freePort } from '../server/test/free-port.ts'
import { startProduct } from './start-product.ts'

// Builds the demo town into the folder that is named, as a first start does, and leaves it there stopped: bin/test has it built while
// other tests run, and every round in a browser begins with a copy.
const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('usage: node tools/build-town.ts FOLDER')
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const stop = await startProduct({ dataDir, port: await freePort(), signal: ending.signal })
await stop()
