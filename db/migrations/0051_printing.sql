-- The letters in the client's own words (decision 038): a text that is changed holds for all constructions of the client, or for one.
create table letter_texts (
  client_id bigint not null,
  id bigint generated always as identity,
  -- Null: of the client.
  construction_id bigint,
  document text not null check (document in ('information', 'reminder', 'decision', 'poster', 'absence_slip')),
  -- Which text of the document: `heading`, `entry.body`. The table of `domain/src/printing/letters.ts` knows them.
  text_key text not null check (char_length(text_key) <= 40),
  -- Empty: it is not printed.
  body text not null check (char_length(body) <= 600),
  updated_by_kind text not null check (updated_by_kind in ('admin', 'operator', 'staffAdmin', 'staff')),
  updated_by_id bigint not null,
  updated_at timestamptz not null default app_now(),
  primary key (client_id, id),
  constraint letter_texts_place_key unique nulls not distinct (client_id, construction_id, document, text_key),
  foreign key (client_id) references clients (id),
  foreign key (client_id, construction_id) references constructions (client_id, id)
);
select protect_tenant_table('letter_texts');
