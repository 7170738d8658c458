-- Terms and privacy policies of each client, in versions, and which of them a resident was shown (G-LAY-10, D-33, decision 050).

-- What was published, word for word. It is never changed: a resident agreed to it.
create table legal_texts (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  kind text not null check (kind in ('terms', 'privacy_policy')),
  -- 第1版, 第2版 … of its kind.
  number integer not null check (number > 0),
  -- What stands under each heading, by the section's name; no heading is empty.
  sections jsonb not null check (jsonb_typeof(sections) = 'object'),
  -- The first day on which it holds, never before that of the version before.
  effective_on date not null,
  published_at timestamptz not null,
  published_by_kind text not null,
  published_by_id bigint not null,
  primary key (client_id, id),
  constraint legal_texts_number_key unique (client_id, kind, number)
);

-- What is being written; one a kind.
create table legal_text_drafts (
  client_id bigint not null references clients,
  kind text not null check (kind in ('terms', 'privacy_policy')),
  sections jsonb not null check (jsonb_typeof(sections) = 'object'),
  -- Counts the saves: who read an older one does not write over a newer one.
  revision integer not null check (revision > 0),
  saved_at timestamptz not null,
  saved_by_kind text not null,
  saved_by_id bigint not null,
  primary key (client_id, kind)
);

-- Which versions a resident was shown, and at what: `news` is no consent, only the notice that there is a newer one.
create table legal_texts_shown (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  resident_id bigint not null,
  order_id bigint,
  occasion text not null check (occasion in ('code', 'registration', 'order', 'news')),
  -- Null: the platform's own text, in the edition beside it.
  terms_id bigint,
  privacy_policy_id bigint,
  platform_edition text not null,
  at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, resident_id) references residents (client_id, id) on delete cascade,
  foreign key (client_id, order_id) references orders (client_id, id) on delete cascade,
  foreign key (client_id, terms_id) references legal_texts (client_id, id),
  foreign key (client_id, privacy_policy_id) references legal_texts (client_id, id),
  constraint legal_texts_shown_order check ((occasion = 'order') = (order_id is not null))
);
create index legal_texts_shown_resident_idx on legal_texts_shown (client_id, resident_id, id);
create index legal_texts_shown_order_idx on legal_texts_shown (client_id, order_id) where order_id is not null;

select protect_tenant_table('legal_texts');
select protect_tenant_table('legal_text_drafts');
select protect_tenant_table('legal_texts_shown');
revoke update on legal_texts from toguchi_app;

-- What residents agreed to until now: the platform's text.
insert into legal_texts_shown (client_id, resident_id, occasion, platform_edition, at)
select client_id, id, 'code', coalesce(consented_version, '2026-11'), consented_at from residents where consented_at is not null;
insert into legal_texts_shown (client_id, resident_id, occasion, platform_edition, at)
select client_id, id, 'registration', coalesce(agreed_version, '2026-11'), agreed_at from residents where agreed_at is not null;
alter table residents drop column agreed_version, drop column consented_version;
