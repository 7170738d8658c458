import { freshDatabase } from '../server/test/database.ts'
import { dumpSchema } from '../server/src/migrate/dump-schema.ts'
import { compareGenerated } from './compare-generated.ts'

// db/schema.sql: what all migrations together come to. `--write` or `--check`.
const database = await freshDatabase()
compareGenerated('db/schema.sql', await dumpSchema(database.url), 'tools/schema.ts')
await database.drop()
