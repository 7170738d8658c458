import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Plants one migration for each fault that tools/check-migrations.ts must find, beside those that have none: each must be accused of
// exactly its fault, so that the check cannot be green because it is blind.

const outside = '-- outside a transaction\n'
const unused = '-- contracts: rooms.note, unused since v1.4.0\n'
const judged = '-- beside v1.4.0: it calls this nowhere but in the list of rooms, which reads one column\n'

/** Of v1.4.0; each after the ones before it, so that 0002's table is new in all of them. */
const planted: [sql: string, faults: string[]][] = [
  ['create table keys (id bigint primary key, room_id bigint not null references rooms); create index keys_idx on keys (room_id);', []],
  [
    'alter table keys drop column room_id, add note text not null, add check (id > 0); drop index keys_idx; alter table keys rename to k;',
    ['drops index keys_idx, by which', 'drops index keys_idx while nobody reads'],
  ],
  [
    "alter table rooms add column note text, add column kind text not null default '', add column uuid uuid not null default gen_random_uuid();",
    [],
  ],
  ['alter table rooms add column note text not null;', ['rooms.note is not null without a default']],
  ['alter table rooms add column note text unique;', ['rooms.note brings an index']],
  ['alter table rooms drop column note;', ['drops rooms.note: expand now']],
  [`${unused}alter table rooms drop column note;`, []],
  [
    '-- contracts: rooms.note, unused since v1.5.0\nalter table rooms drop column note;',
    ['v1.4.0 still uses what it takes away', 'drops rooms.note'],
  ],
  ['drop table rooms;', ['drops table rooms']],
  ['alter table rooms rename column note to remarks;', ['renames rooms.note to remarks']],
  ['alter table rooms rename to flats;', ['renames rooms to flats']],
  ['alter table rooms alter column note type varchar(5);', ['rewrites rooms', 'changes the type of rooms.note']],
  [`${unused}alter table rooms alter column note type varchar(5);`, ['rewrites rooms']],
  ['alter table rooms alter column note set not null;', ['demands rooms.note', 'reads all of rooms']],
  ['alter table rooms alter column note drop not null, alter column note set default 1;', []],
  ['alter table rooms alter column note drop default;', ['changes the default of rooms.note']],
  ['alter table rooms add constraint rooms_note check (note > 0);', ['rooms_note reads all of rooms', 'rooms_note refuses what older']],
  [`${unused}alter table rooms add constraint rooms_note check (note > 0) not valid;`, []],
  [
    'alter table rooms add constraint rooms_fkey foreign key (note) references keys;',
    ['rooms_fkey reads all of rooms', 'rooms_fkey refuses'],
  ],
  ['alter table rooms add constraint rooms_key unique (note);', ['rooms_key builds its index', 'rooms_key refuses']],
  ['alter table rooms drop constraint rooms_key;', ['drops rooms_key of rooms']],
  [`${judged}alter table rooms drop constraint rooms_key;`, []],
  [
    'alter table rooms drop constraint rooms_kind; alter table rooms add constraint rooms_kind check (note < 9) not valid;',
    ['drops rooms_kind of rooms', 'replaces rooms_kind of rooms'],
  ],
  [`${judged}alter table rooms drop constraint rooms_wide; alter table rooms add constraint rooms_wide check (note < 9) not valid;`, []],
  [
    `${judged}alter table rooms drop constraint rooms_read; alter table rooms add constraint rooms_read check (note < 9);`,
    ['rooms_read reads all of rooms'],
  ],
  ['create index rooms_note_idx on rooms (note);', ['builds rooms_note_idx while nobody writes rooms']],
  [`${outside}create index concurrently if not exists rooms_note_idx on rooms (note);`, []],
  [`${outside}create index concurrently rooms_note_idx on rooms (note);`, ['outside a transaction only']],
  [`${outside}create unique index concurrently if not exists rooms_key on rooms (note);`, ['rooms_key refuses what older']],
  [`${outside}alter table rooms validate constraint rooms_note;`, []],
  [`${outside}call note_rooms();`, ['calls note_rooms']],
  [`${outside}${judged}call note_rooms();`, []],
  [`${judged}call note_rooms();`, ['calls a procedure, which may commit']],
  [`${outside}update rooms set note = 1;`, ['outside a transaction only', 'changes rows of rooms']],
  [`${outside}create index concurrently if not exists a on rooms (note); create index concurrently if not exists b on rooms (note);`, []],
  [
    "create function place_of() returns text language sql as $of$ select '; --' /* ; */ -- ;\n; select $$;$$ $of$; comment on function place_of() is 'a;''b';",
    [],
  ],
  ['create function pair_of() returns int begin atomic select 1; select 2; end;', ['is taken apart otherwise than by PostgreSQL']],
  ['/* a /* b */ ; */ alter table rooms add column place text;', ['is taken apart otherwise than by PostgreSQL']],
  ['create or replace function room_of(bigint) returns int language sql as $$ select 1 $$;', ['replaces room_of']],
  [`${judged}create or replace function room_of(bigint) returns int language sql as $$ select 1 $$;`, []],
  [
    '-- beside v1.3.0: it calls this nowhere but in the list of rooms, which reads one column\ncreate or replace function room_of(bigint) returns int language sql as $$ select 1 $$;',
    ['replaces room_of'],
  ],
  ['-- beside v1.4.0: fine\ncreate or replace function room_of(bigint) returns int language sql as $$ select 1 $$;', ['replaces room_of']],
  ['drop function room_of(bigint);', ['drops function room_of']],
  [
    'create function key_of() returns trigger language plpgsql as $$ begin return null; end $$; create trigger keys_t after insert on keys for each row execute function key_of(); revoke all on function key_of() from public;',
    [],
  ],
  ['create trigger rooms_t after insert on rooms for each row execute function key_of();', ['adds a trigger to rooms']],
  ['drop trigger rooms_t on rooms;', ['drops trigger rooms_t']],
  ['create policy p on rooms using (true);', ['adds a policy to rooms']],
  ['revoke select on rooms from toguchi_app;', ['revokes table rooms']],
  ['lock table rooms;', ['holds all of rooms']],
  ['update rooms set note = 1;', ['changes rows of rooms']],
  ['do $$ begin end $$;', ['DoStmt: nobody knows']],
  ['create or replace view v as select 1;', ['replaces the view v']],
]

const root = mkdtempSync(join(tmpdir(), 'toguchi-migrations-'))
for (const folder of ['db/migrations', 'server']) mkdirSync(join(root, folder), { recursive: true })
writeFileSync(join(root, 'server/package.json'), JSON.stringify({ version: '1.4.0' }))
writeFileSync(
  join(root, 'last-release.json'),
  JSON.stringify({ version: 'v1.4.0', commit: '', newestMigration: '0001_rooms.sql', queueSchema: 1 }),
)
const nameOf = (at: number) => `${String(at + 2).padStart(4, '0')}_rooms.sql`
// What the release itself had is past judging.
writeFileSync(join(root, 'db/migrations/0001_rooms.sql'), 'drop table rooms;\n')
for (const [at, [sql]] of planted.entries()) writeFileSync(join(root, 'db/migrations', nameOf(at)), `${sql}\n`)
const { stderr } = spawnSync(process.execPath, ['tools/check-migrations.ts', root], { encoding: 'utf8' })
rmSync(root, { recursive: true })

const said = stderr.split('\n').filter(line => line !== '')
const missed = planted.flatMap(([, faults], at) => {
  const own = said.filter(line => line.startsWith(nameOf(at)))
  return [
    ...faults.filter(fault => !own.some(line => line.includes(fault))).map(fault => `not said: ${nameOf(at)}: ${fault}`),
    ...own.filter(line => !faults.some(fault => line.includes(fault))).map(line => `said, though nothing is wrong: ${line}`),
  ]
})
const lost = said.filter(line => !planted.some((_, at) => line.startsWith(nameOf(at))))
for (const line of [...missed, ...lost]) console.error(line)
if (missed.length + lost.length > 0) process.exitCode = 1
else console.log(`canaries: ${planted.flatMap(([, faults]) => faults).length} faults of migrations found`)
