-- The migrated schema, to be read. Written by tools/schema.ts --write from db/migrations; bin/test checks that it is true.

create table absence_photos (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid not null,
  construction_id bigint not null,
  room_id bigint not null,
  absence_uuid uuid not null,
  filming_at timestamp with time zone not null,
  file_id bigint not null,
  thumbnail_file_id bigint not null,
  view_file_id bigint not null,
  width integer not null,
  height integer not null,
  uploaded_by_kind text not null,
  uploaded_by_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  hidden_at timestamp with time zone,
  constraint absence_photos_pkey PRIMARY KEY (client_id, id),
  constraint absence_photos_uuid_key UNIQUE (client_id, uuid),
  constraint absence_photos_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id),
  constraint absence_photos_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id),
  constraint absence_photos_client_id_thumbnail_file_id_fkey FOREIGN KEY (client_id, thumbnail_file_id) REFERENCES files(client_id, id),
  constraint absence_photos_client_id_view_file_id_fkey FOREIGN KEY (client_id, view_file_id) REFERENCES files(client_id, id)
);
CREATE INDEX absence_photos_construction_idx ON public.absence_photos USING btree (client_id, construction_id);
CREATE INDEX absence_photos_file_idx ON public.absence_photos USING btree (client_id, file_id);
CREATE INDEX absence_photos_hidden_idx ON public.absence_photos USING btree (client_id, hidden_at) WHERE (hidden_at IS NOT NULL);
CREATE INDEX absence_photos_room_idx ON public.absence_photos USING btree (client_id, room_id, id);
CREATE INDEX absence_photos_thumbnail_idx ON public.absence_photos USING btree (client_id, thumbnail_file_id);
CREATE INDEX absence_photos_view_idx ON public.absence_photos USING btree (client_id, view_file_id);
alter table absence_photos enable row level security;
create policy own_client on absence_photos using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on absence_photos to toguchi_app;

create table absence_slips (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  token_hash bytea not null,
  visit_on date not null,
  issued_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint absence_slips_pkey PRIMARY KEY (client_id, id),
  constraint absence_slips_token_key UNIQUE (client_id, token_hash),
  constraint absence_slips_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint absence_slips_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX absence_slips_room_idx ON public.absence_slips USING btree (client_id, room_id);
alter table absence_slips enable row level security;
create policy own_client on absence_slips using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on absence_slips to toguchi_app;

create table admins (
  id bigint generated always as identity not null,
  login_id text not null,
  name text not null,
  email text not null,
  phone text,
  password_digest text,
  unconfirmed_email text,
  default_display_format text default 'list'::text not null,
  save_original_image_in_local_device boolean default false not null,
  last_sign_in_at timestamp with time zone,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  email_needs_consent boolean default false not null,
  email_changes_at timestamp with time zone,
  constraint admins_pkey PRIMARY KEY (id),
  constraint admins_default_display_format_check CHECK ((default_display_format = ANY (ARRAY['list'::text, 'grid'::text]))),
  constraint admins_name_check CHECK ((name <> ''::text)),
  constraint admins_resting_email CHECK (((email_changes_at IS NULL) OR email_needs_consent)),
  constraint admins_waiting_email CHECK (((unconfirmed_email IS NOT NULL) OR ((NOT email_needs_consent) AND (email_changes_at IS NULL))))
);
CREATE UNIQUE INDEX admins_login_id_key ON public.admins USING btree (lower(login_id)) WHERE (discarded_at IS NULL);
grant delete, insert, select, update on admins to toguchi_app;

create table answer_reminders (
  client_id bigint not null,
  room_id bigint not null,
  reminded_on date not null,
  transport text not null,
  event_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint answer_reminders_pkey PRIMARY KEY (client_id, room_id, reminded_on),
  constraint answer_reminders_transport_check CHECK ((transport = ANY (ARRAY['mail'::text, 'line'::text, 'sms'::text]))),
  constraint answer_reminders_client_id_event_id_fkey FOREIGN KEY (client_id, event_id) REFERENCES events(client_id, id),
  constraint answer_reminders_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_reminders_event_idx ON public.answer_reminders USING btree (client_id, event_id);
alter table answer_reminders enable row level security;
create policy own_client on answer_reminders using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on answer_reminders to toguchi_app;

create table answered_requests (
  client_id bigint not null,
  id uuid not null,
  actor_kind text not null,
  actor_id bigint not null,
  endpoint text not null,
  answered_at timestamp with time zone default app_now() not null,
  constraint answered_requests_pkey PRIMARY KEY (client_id, id),
  constraint answered_requests_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX answered_requests_actor_idx ON public.answered_requests USING btree (client_id, actor_kind, actor_id, answered_at);
alter table answered_requests enable row level security;
create policy own_client on answered_requests using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on answered_requests to toguchi_app;

create table assigned_contractors (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  contractor_id bigint not null,
  "position" integer default 0 not null,
  discarded_at timestamp with time zone,
  constraint assigned_contractors_pkey PRIMARY KEY (client_id, id),
  constraint assigned_contractors_contractor_key UNIQUE (client_id, construction_id, contractor_id),
  constraint assigned_contractors_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint assigned_contractors_client_id_contractor_id_fkey FOREIGN KEY (client_id, contractor_id) REFERENCES contractors(client_id, id)
);
CREATE INDEX assigned_contractors_contractor_idx ON public.assigned_contractors USING btree (client_id, contractor_id);
alter table assigned_contractors enable row level security;
create policy own_client on assigned_contractors using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on assigned_contractors to toguchi_app;

create table assigned_craftsmans (
  client_id bigint not null,
  assigned_contractor_id bigint not null,
  craftsman_id bigint not null,
  constraint assigned_craftsmans_pkey PRIMARY KEY (client_id, assigned_contractor_id, craftsman_id),
  constraint assigned_craftsmans_client_id_assigned_contractor_id_fkey FOREIGN KEY (client_id, assigned_contractor_id) REFERENCES assigned_contractors(client_id, id) ON DELETE CASCADE,
  constraint assigned_craftsmans_client_id_craftsman_id_fkey FOREIGN KEY (client_id, craftsman_id) REFERENCES users(client_id, id)
);
CREATE INDEX assigned_craftsmans_craftsman_idx ON public.assigned_craftsmans USING btree (client_id, craftsman_id);
alter table assigned_craftsmans enable row level security;
create policy own_client on assigned_craftsmans using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on assigned_craftsmans to toguchi_app;

create table assigns (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  room_id bigint not null,
  date date not null,
  construction_time_frame_id bigint not null,
  frame_number integer not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint assigns_pkey PRIMARY KEY (client_id, id),
  constraint assigns_frame_key UNIQUE (client_id, construction_id, date, construction_time_frame_id, frame_number) DEFERRABLE,
  constraint assigns_room_key UNIQUE (client_id, room_id) DEFERRABLE,
  constraint assigns_frame_number_check CHECK (((frame_number >= 1) AND (frame_number <= 220))),
  constraint assigns_client_id_construction_id_construction_time_frame__fkey FOREIGN KEY (client_id, construction_id, construction_time_frame_id) REFERENCES construction_time_frames(client_id, construction_id, id),
  constraint assigns_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE
);
CREATE INDEX assigns_date_idx ON public.assigns USING btree (client_id, date, construction_id);
alter table assigns enable row level security;
create policy own_client on assigns using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on assigns to toguchi_app;

create table attempt_counters (
  scope text not null,
  subject text collate "C" not null,
  count integer not null,
  window_ends_at timestamp with time zone not null,
  constraint attempt_counters_pkey PRIMARY KEY (scope, subject)
);
CREATE INDEX attempt_counters_window_idx ON public.attempt_counters USING btree (window_ends_at);
grant delete, insert, select, update on attempt_counters to toguchi_app;

create table authentication_codes (
  client_id bigint not null,
  room_id bigint not null,
  version integer default 1 not null,
  ciphertext bytea not null,
  issued_at timestamp with time zone default now() not null,
  known_to text[] default '{}'::text[] not null,
  constraint authentication_codes_pkey PRIMARY KEY (client_id, room_id),
  constraint authentication_codes_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table authentication_codes enable row level security;
create policy own_client on authentication_codes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on authentication_codes to toguchi_app;

create table board_report_links (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  week_on date not null,
  file_id bigint not null,
  token_hash bytea not null,
  recipients text[] not null,
  created_at timestamp with time zone not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  expires_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  opened integer default 0 not null,
  last_opened_at timestamp with time zone,
  constraint board_report_links_pkey PRIMARY KEY (client_id, id),
  constraint board_report_links_token_key UNIQUE (client_id, token_hash),
  constraint board_report_links_lifetime CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '31 days'::interval)))),
  constraint board_report_links_opened_check CHECK ((opened >= 0)),
  constraint board_report_links_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint board_report_links_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint board_report_links_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id)
);
CREATE INDEX board_report_links_construction_idx ON public.board_report_links USING btree (client_id, construction_id, id);
CREATE INDEX board_report_links_expires_idx ON public.board_report_links USING btree (client_id, expires_at);
CREATE INDEX board_report_links_file_idx ON public.board_report_links USING btree (client_id, file_id);
alter table board_report_links enable row level security;
create policy own_client on board_report_links using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on board_report_links to toguchi_app;

create table board_reports (
  client_id bigint not null,
  construction_id bigint not null,
  week_on date not null,
  requests text not null,
  constraint board_reports_pkey PRIMARY KEY (client_id, construction_id, week_on),
  constraint board_reports_requests_check CHECK ((char_length(requests) <= 400)),
  constraint board_reports_week_on_check CHECK ((EXTRACT(isodow FROM week_on) = (1)::numeric)),
  constraint board_reports_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
alter table board_reports enable row level security;
create policy own_client on board_reports using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on board_reports to toguchi_app;

create table building_blocks (
  client_id bigint not null,
  id bigint generated always as identity not null,
  building_id bigint not null,
  "position" integer default 1 not null,
  name text default ''::text not null,
  initials text default ''::text not null,
  digits integer default 2 not null,
  floor_number integer not null,
  room_number_per_floor integer not null,
  floor_start integer default 1 not null,
  except_for_lower_digit_four boolean default false not null,
  except_for_lower_digit_nine boolean default false not null,
  constraint building_blocks_pkey PRIMARY KEY (client_id, id),
  constraint building_blocks_position_key UNIQUE (client_id, building_id, "position"),
  constraint building_blocks_digits_check CHECK (((digits >= 1) AND (digits <= 4))),
  constraint building_blocks_floor_number_check CHECK (((floor_number >= 1) AND (floor_number <= 100))),
  constraint building_blocks_floor_start_check CHECK (((floor_start >= 1) AND (floor_start <= 100))),
  constraint building_blocks_room_number_per_floor_check CHECK (((room_number_per_floor >= 1) AND (room_number_per_floor <= 100))),
  constraint building_blocks_client_id_building_id_fkey FOREIGN KEY (client_id, building_id) REFERENCES buildings(client_id, id) ON DELETE CASCADE
);
alter table building_blocks enable row level security;
create policy own_client on building_blocks using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on building_blocks to toguchi_app;

create table building_rooms (
  client_id bigint not null,
  id bigint generated always as identity not null,
  building_id bigint not null,
  block_id bigint not null,
  "row" integer not null,
  col integer not null,
  name text not null,
  name_key text not null,
  constraint building_rooms_pkey PRIMARY KEY (client_id, id),
  constraint building_rooms_cell_key UNIQUE (client_id, block_id, "row", col) DEFERRABLE,
  constraint building_rooms_name_key UNIQUE (client_id, building_id, name_key) DEFERRABLE,
  constraint building_rooms_col_check CHECK ((col >= 1)),
  constraint building_rooms_name_check CHECK ((name <> ''::text)),
  constraint building_rooms_row_check CHECK (("row" >= 1)),
  constraint building_rooms_client_id_block_id_fkey FOREIGN KEY (client_id, block_id) REFERENCES building_blocks(client_id, id) ON DELETE CASCADE,
  constraint building_rooms_client_id_building_id_fkey FOREIGN KEY (client_id, building_id) REFERENCES buildings(client_id, id) ON DELETE CASCADE
);
alter table building_rooms enable row level security;
create policy own_client on building_rooms using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on building_rooms to toguchi_app;

create table buildings (
  client_id bigint not null,
  id bigint generated always as identity not null,
  cd text not null,
  name text not null,
  name_kana text,
  zipcode text,
  address text not null,
  management_company text,
  manager text,
  phone text,
  lock_version integer default 0 not null,
  composition_version integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint buildings_pkey PRIMARY KEY (client_id, id),
  constraint buildings_cd_key UNIQUE (client_id, cd),
  constraint buildings_address_check CHECK ((address <> ''::text)),
  constraint buildings_name_check CHECK ((name <> ''::text)),
  constraint buildings_zipcode_check CHECK ((zipcode ~ '^\d{7}$'::text)),
  constraint buildings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE TRIGGER buildings_note_come AFTER INSERT ON public.buildings REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('buildings');
CREATE TRIGGER buildings_note_gone AFTER DELETE ON public.buildings REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('buildings');
alter table buildings enable row level security;
create policy own_client on buildings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on buildings to toguchi_app;

create table bytes_to_remove (
  client_id bigint not null,
  storage_key text not null,
  constraint bytes_to_remove_pkey PRIMARY KEY (client_id, storage_key),
  constraint bytes_to_remove_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table bytes_to_remove enable row level security;
create policy own_client on bytes_to_remove using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on bytes_to_remove to toguchi_app;

create table calendar_feeds (
  client_id bigint not null,
  id bigint generated always as identity not null,
  resident_id bigint,
  user_id bigint,
  token_hash bytea not null,
  created_at timestamp with time zone default app_now() not null,
  constraint calendar_feeds_pkey PRIMARY KEY (client_id, id),
  constraint calendar_feeds_token_key UNIQUE (client_id, token_hash),
  constraint calendar_feeds_owner CHECK ((num_nonnulls(resident_id, user_id) = 1)),
  constraint calendar_feeds_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint calendar_feeds_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id) ON DELETE CASCADE,
  constraint calendar_feeds_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id) ON DELETE CASCADE
);
CREATE INDEX calendar_feeds_resident_idx ON public.calendar_feeds USING btree (client_id, resident_id) WHERE (resident_id IS NOT NULL);
CREATE INDEX calendar_feeds_user_idx ON public.calendar_feeds USING btree (client_id, user_id) WHERE (user_id IS NOT NULL);
alter table calendar_feeds enable row level security;
create policy own_client on calendar_feeds using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on calendar_feeds to toguchi_app;

create table chatbot_histories (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  resident_id bigint not null,
  session_hash bytea not null,
  question text not null,
  answer text not null,
  source text,
  page text,
  handed_over boolean not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint chatbot_histories_pkey PRIMARY KEY (client_id, id),
  constraint chatbot_histories_answer_check CHECK ((answer <> ''::text)),
  constraint chatbot_histories_page_check CHECK ((page = ANY (ARRAY['top'::text, 'date'::text, 'presence'::text, 'options'::text, 'orders'::text, 'documents'::text, 'equipments'::text, 'edit'::text]))),
  constraint chatbot_histories_question_check CHECK ((question <> ''::text)),
  constraint chatbot_histories_settled CHECK (((settled_at IS NULL) OR handed_over)),
  constraint chatbot_histories_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint chatbot_histories_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id) ON DELETE CASCADE,
  constraint chatbot_histories_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX chatbot_histories_created_idx ON public.chatbot_histories USING btree (client_id, created_at);
CREATE INDEX chatbot_histories_room_idx ON public.chatbot_histories USING btree (client_id, room_id, id);
CREATE INDEX chatbot_histories_session_idx ON public.chatbot_histories USING btree (client_id, resident_id, session_hash, id);
alter table chatbot_histories enable row level security;
create policy own_client on chatbot_histories using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on chatbot_histories to toguchi_app;

create table chatbot_sessions (
  client_id bigint not null,
  id bigint generated always as identity not null,
  session_hash bytea not null,
  resident_id bigint not null,
  account_session_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint chatbot_sessions_pkey PRIMARY KEY (client_id, id),
  constraint chatbot_sessions_hash_key UNIQUE (client_id, session_hash),
  constraint chatbot_sessions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint chatbot_sessions_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id) ON DELETE CASCADE
);
CREATE INDEX chatbot_sessions_expires_idx ON public.chatbot_sessions USING btree (client_id, expires_at);
CREATE INDEX chatbot_sessions_resident_idx ON public.chatbot_sessions USING btree (client_id, resident_id);
alter table chatbot_sessions enable row level security;
create policy own_client on chatbot_sessions using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on chatbot_sessions to toguchi_app;

create table client_count_changes (
  client_id bigint not null,
  id uuid default gen_random_uuid() not null,
  buildings_count integer default 0 not null,
  rooms_count integer default 0 not null,
  users_count integer default 0 not null,
  craftsmen_count integer default 0 not null,
  residents_count integer default 0 not null,
  is_sum boolean default false not null,
  files_count bigint default 0 not null,
  files_byte_size bigint default 0 not null,
  constraint client_count_changes_pkey PRIMARY KEY (client_id, id),
  constraint client_count_changes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX client_count_changes_single_idx ON public.client_count_changes USING btree (client_id) WHERE (NOT is_sum);
alter table client_count_changes enable row level security;
create policy own_client on client_count_changes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant select on client_count_changes to toguchi_app;

create table client_terms (
  client_id bigint not null,
  erasure_months integer not null,
  accounting_years integer not null,
  records_years integer not null,
  warned_at timestamp with time zone,
  erasure_began_at timestamp with time zone,
  erased_at timestamp with time zone,
  accounting_erased_at timestamp with time zone,
  records_erased_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  erasure_turn integer default 0 not null,
  constraint client_terms_pkey PRIMARY KEY (client_id),
  constraint client_terms_accounting_years_check CHECK ((accounting_years = ANY (ARRAY[7, 10]))),
  constraint client_terms_erasure_months_check CHECK (((erasure_months >= 1) AND (erasure_months <= 36))),
  constraint client_terms_records_years_check CHECK (((records_years >= 10) AND (records_years <= 30))),
  constraint client_terms_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table client_terms enable row level security;
create policy own_client on client_terms using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on client_terms to toguchi_app;

create table clients (
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  cd text not null,
  name text not null,
  name_abbreviation text,
  address text,
  representative_name text,
  representative_email text,
  representative_phone text,
  logo_path text,
  logo_content_type text,
  admin_id bigint,
  use_optional_construction boolean default true not null,
  use_cash_payment boolean default false not null,
  rounding_rule text default 'round_down'::text not null,
  status text default 'contracted'::text not null,
  terminated_at timestamp with time zone,
  construction_staff_default_display_name text,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  second_factor_required boolean default false not null,
  contact_phone text,
  contact_hours text,
  first_steps_ended_at timestamp with time zone,
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_cd_key UNIQUE (cd),
  constraint clients_uuid_key UNIQUE (uuid),
  constraint clients_cd_format CHECK ((cd ~ '^[a-z0-9]{3,8}$'::text)),
  constraint clients_contact_hours_check CHECK ((char_length(contact_hours) <= 60)),
  constraint clients_contact_phone_check CHECK ((char_length(contact_phone) <= 20)),
  constraint clients_logo CHECK (((logo_path IS NULL) = (logo_content_type IS NULL))),
  constraint clients_logo_content_type_check CHECK ((logo_content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  constraint clients_name_check CHECK ((name <> ''::text)),
  constraint clients_rounding_rule_check CHECK ((rounding_rule = ANY (ARRAY['round'::text, 'round_up'::text, 'round_down'::text, 'round_10'::text, 'round_up_10'::text, 'round_down_10'::text, 'round_100'::text, 'round_up_100'::text, 'round_down_100'::text, 'round_1000'::text, 'round_up_1000'::text, 'round_down_1000'::text]))),
  constraint clients_status_check CHECK ((status = ANY (ARRAY['contracted'::text, 'terminated'::text]))),
  constraint clients_terminated_at CHECK (((status = 'terminated'::text) = (terminated_at IS NOT NULL))),
  constraint clients_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admins(id)
);
CREATE UNIQUE INDEX clients_logo_path_key ON public.clients USING btree (logo_path) WHERE (logo_path IS NOT NULL);
grant delete, insert, select, update on clients to toguchi_app;

create table code_counters (
  client_id bigint not null,
  kind text not null,
  last_value bigint not null,
  constraint code_counters_pkey PRIMARY KEY (client_id, kind),
  constraint code_counters_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table code_counters enable row level security;
create policy own_client on code_counters using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on code_counters to toguchi_app;

create table code_sessions (
  client_id bigint not null,
  session_id bigint not null,
  resident_id bigint not null,
  constraint code_sessions_pkey PRIMARY KEY (client_id, session_id),
  constraint code_sessions_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id) ON DELETE CASCADE
);
CREATE INDEX code_sessions_resident_idx ON public.code_sessions USING btree (client_id, resident_id);
alter table code_sessions enable row level security;
create policy own_client on code_sessions using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on code_sessions to toguchi_app;

create table comment_lists (
  client_id bigint not null,
  id bigint generated always as identity not null,
  contents text not null,
  "position" integer not null,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint comment_lists_pkey PRIMARY KEY (client_id, id),
  constraint comment_lists_contents_check CHECK ((contents <> ''::text)),
  constraint comment_lists_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX comment_lists_position_idx ON public.comment_lists USING btree (client_id, "position") WHERE (discarded_at IS NULL);
alter table comment_lists enable row level security;
create policy own_client on comment_lists using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on comment_lists to toguchi_app;

create table common_area_images (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid not null,
  construction_id bigint not null,
  photography_place_entry_id bigint not null,
  timing text not null,
  filming_at timestamp with time zone not null,
  file_id bigint not null,
  thumbnail_file_id bigint,
  view_file_id bigint,
  signboard_file_id bigint,
  width integer,
  height integer,
  uploaded_by_kind text not null,
  uploaded_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  hidden_at timestamp with time zone,
  signboard_hidden boolean default false not null,
  signboard_work_kind text,
  signboard_place text,
  signboard_note text,
  signboard_version bytea,
  device_at timestamp with time zone,
  filming_at_before timestamp with time zone,
  filming_at_reason text,
  constraint common_area_images_pkey PRIMARY KEY (client_id, id),
  constraint common_area_images_uuid_key UNIQUE (client_id, uuid),
  constraint common_area_images_corrected CHECK (((filming_at_before IS NULL) = (filming_at_reason IS NULL))),
  constraint common_area_images_timing_check CHECK ((timing = ANY (ARRAY['before_construction'::text, 'under_construction'::text, 'after_construction'::text]))),
  constraint common_area_images_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id),
  constraint common_area_images_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id),
  constraint common_area_images_client_id_photography_place_entry_id_fkey FOREIGN KEY (client_id, photography_place_entry_id) REFERENCES photography_place_entries(client_id, id),
  constraint common_area_images_client_id_signboard_file_id_fkey FOREIGN KEY (client_id, signboard_file_id) REFERENCES files(client_id, id),
  constraint common_area_images_client_id_thumbnail_file_id_fkey FOREIGN KEY (client_id, thumbnail_file_id) REFERENCES files(client_id, id),
  constraint common_area_images_client_id_view_file_id_fkey FOREIGN KEY (client_id, view_file_id) REFERENCES files(client_id, id)
);
CREATE INDEX common_area_images_construction_idx ON public.common_area_images USING btree (client_id, construction_id, id);
CREATE INDEX common_area_images_hidden_idx ON public.common_area_images USING btree (client_id, hidden_at) WHERE (hidden_at IS NOT NULL);
alter table common_area_images enable row level security;
create policy own_client on common_area_images using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on common_area_images to toguchi_app;

create table completion_book_attachments (
  client_id bigint not null,
  file_id bigint not null,
  pages integer,
  why_not text,
  leaves_out boolean default false not null,
  constraint completion_book_attachments_pkey PRIMARY KEY (client_id, file_id),
  constraint completion_book_attachments_pages_check CHECK ((pages > 0)),
  constraint completion_book_attachments_read CHECK (((pages IS NULL) <> (why_not IS NULL))),
  constraint completion_book_attachments_why_not_check CHECK ((why_not = ANY (ARRAY['encrypted'::text, 'unreadable'::text, 'too_large'::text]))),
  constraint completion_book_attachments_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id) ON DELETE CASCADE
);
alter table completion_book_attachments enable row level security;
create policy own_client on completion_book_attachments using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_book_attachments to toguchi_app;

create table completion_book_chunks (
  client_id bigint not null,
  construction_id bigint not null,
  key bytea not null,
  file_id bigint not null,
  pages integer not null,
  is_archive boolean not null,
  constraint completion_book_chunks_pkey PRIMARY KEY (client_id, construction_id, key),
  constraint completion_book_chunks_key_check CHECK ((octet_length(key) = 32)),
  constraint completion_book_chunks_pages_check CHECK ((pages > 0)),
  constraint completion_book_chunks_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint completion_book_chunks_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id)
);
CREATE INDEX completion_book_chunks_file_idx ON public.completion_book_chunks USING btree (client_id, file_id);
alter table completion_book_chunks enable row level security;
create policy own_client on completion_book_chunks using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_book_chunks to toguchi_app;

create table completion_book_editions (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  number integer not null,
  made_at timestamp with time zone not null,
  made_by_kind text not null,
  made_by_id bigint not null,
  interim boolean not null,
  with_names boolean not null,
  pages integer not null,
  notes text[] default '{}'::text[] not null,
  office_only boolean not null,
  contents bytea,
  set_apart text[] default '{}'::text[] not null,
  constraint completion_book_editions_pkey PRIMARY KEY (client_id, id),
  constraint completion_book_editions_number_key UNIQUE (client_id, construction_id, number),
  constraint completion_book_editions_contents_check CHECK ((octet_length(contents) = 32)),
  constraint completion_book_editions_number_check CHECK ((number > 0)),
  constraint completion_book_editions_pages_check CHECK ((pages > 0)),
  constraint completion_book_editions_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
alter table completion_book_editions enable row level security;
create policy own_client on completion_book_editions using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_book_editions to toguchi_app;

create table completion_book_links (
  client_id bigint not null,
  id bigint generated always as identity not null,
  edition_id bigint not null,
  token_hash bytea not null,
  password_digest text not null,
  created_at timestamp with time zone not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  expires_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  opened integer default 0 not null,
  last_opened_at timestamp with time zone,
  constraint completion_book_links_pkey PRIMARY KEY (client_id, id),
  constraint completion_book_links_token_key UNIQUE (client_id, token_hash),
  constraint completion_book_links_lifetime CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '91 days'::interval)))),
  constraint completion_book_links_opened_check CHECK ((opened >= 0)),
  constraint completion_book_links_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint completion_book_links_client_id_edition_id_fkey FOREIGN KEY (client_id, edition_id) REFERENCES completion_book_editions(client_id, id) ON DELETE CASCADE
);
CREATE INDEX completion_book_links_edition_idx ON public.completion_book_links USING btree (client_id, edition_id, id);
alter table completion_book_links enable row level security;
create policy own_client on completion_book_links using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_book_links to toguchi_app;

create table completion_book_volumes (
  client_id bigint not null,
  edition_id bigint not null,
  "position" integer not null,
  file_id bigint not null,
  pages integer not null,
  constraint completion_book_volumes_pkey PRIMARY KEY (client_id, edition_id, "position"),
  constraint completion_book_volumes_pages_check CHECK ((pages > 0)),
  constraint completion_book_volumes_position_check CHECK (("position" > 0)),
  constraint completion_book_volumes_client_id_edition_id_fkey FOREIGN KEY (client_id, edition_id) REFERENCES completion_book_editions(client_id, id) ON DELETE CASCADE,
  constraint completion_book_volumes_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id)
);
CREATE INDEX completion_book_volumes_file_idx ON public.completion_book_volumes USING btree (client_id, file_id);
alter table completion_book_volumes enable row level security;
create policy own_client on completion_book_volumes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_book_volumes to toguchi_app;

create table completion_books (
  client_id bigint not null,
  construction_id bigint not null,
  choices jsonb,
  editions integer default 0 not null,
  job_id bigint,
  erasures integer default 0 not null,
  offered text[],
  constraint completion_books_pkey PRIMARY KEY (client_id, construction_id),
  constraint completion_books_editions_check CHECK ((editions >= 0)),
  constraint completion_books_erasures_check CHECK ((erasures >= 0)),
  constraint completion_books_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint completion_books_client_id_job_id_fkey FOREIGN KEY (client_id, job_id) REFERENCES jobs(client_id, id)
);
CREATE INDEX completion_books_job_idx ON public.completion_books USING btree (client_id, job_id);
alter table completion_books enable row level security;
create policy own_client on completion_books using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_books to toguchi_app;

create table completion_report_corrections (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  completion_report_item_id bigint,
  subject text not null,
  item_name text not null,
  before text,
  after text,
  corrected_by_kind text not null,
  corrected_by_id bigint,
  corrected_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint completion_report_corrections_pkey PRIMARY KEY (client_id, id),
  constraint completion_report_corrections_subject CHECK (((subject = 'item'::text) = (completion_report_item_id IS NOT NULL))),
  constraint completion_report_corrections_subject_check CHECK ((subject = ANY (ARRAY['item'::text, 'completion_comment'::text, 'special_report'::text]))),
  constraint completion_report_corrections_client_id_completion_report__fkey FOREIGN KEY (client_id, completion_report_item_id) REFERENCES completion_report_items(client_id, id),
  constraint completion_report_corrections_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX completion_report_corrections_room_idx ON public.completion_report_corrections USING btree (client_id, room_id, id);
alter table completion_report_corrections enable row level security;
create policy own_client on completion_report_corrections using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on completion_report_corrections to toguchi_app;
grant update (ended_at) on completion_report_corrections to toguchi_app;

create table completion_report_item_units (
  client_id bigint not null,
  id bigint generated always as identity not null,
  completion_report_item_id bigint not null,
  name text not null,
  is_default boolean default false not null,
  "position" integer not null,
  discarded_at timestamp with time zone,
  constraint completion_report_item_units_pkey PRIMARY KEY (client_id, id),
  constraint completion_report_item_units_name_check CHECK ((name <> ''::text)),
  constraint completion_report_item_units_client_id_completion_report_i_fkey FOREIGN KEY (client_id, completion_report_item_id) REFERENCES completion_report_items(client_id, id)
);
CREATE UNIQUE INDEX completion_report_item_units_default_key ON public.completion_report_item_units USING btree (client_id, completion_report_item_id) WHERE (is_default AND (discarded_at IS NULL));
CREATE INDEX completion_report_item_units_item_idx ON public.completion_report_item_units USING btree (client_id, completion_report_item_id, "position");
alter table completion_report_item_units enable row level security;
create policy own_client on completion_report_item_units using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_report_item_units to toguchi_app;

create table completion_report_items (
  client_id bigint not null,
  id bigint generated always as identity not null,
  completion_report_id bigint not null,
  name text not null,
  "position" integer not null,
  discarded_at timestamp with time zone,
  kind text default 'choice'::text not null,
  unit_name text,
  required boolean default true not null,
  constraint completion_report_items_pkey PRIMARY KEY (client_id, id),
  constraint completion_report_items_kind_check CHECK ((kind = ANY (ARRAY['choice'::text, 'number'::text, 'text'::text]))),
  constraint completion_report_items_name_check CHECK ((name <> ''::text)),
  constraint completion_report_items_unit_name CHECK (((kind = 'number'::text) = (unit_name IS NOT NULL))),
  constraint completion_report_items_client_id_completion_report_id_fkey FOREIGN KEY (client_id, completion_report_id) REFERENCES completion_reports(client_id, id)
);
CREATE INDEX completion_report_items_report_idx ON public.completion_report_items USING btree (client_id, completion_report_id, "position");
alter table completion_report_items enable row level security;
create policy own_client on completion_report_items using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_report_items to toguchi_app;

create table completion_report_results (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  completion_report_item_id bigint not null,
  completion_report_item_unit_id bigint,
  "position" integer not null,
  kind text not null,
  item_name text not null,
  answer text not null,
  value_number double precision,
  value_text text,
  unit_name text,
  constraint completion_report_results_pkey PRIMARY KEY (client_id, id),
  constraint completion_report_results_item_key UNIQUE (client_id, room_id, completion_report_item_id),
  constraint completion_report_results_answer_check CHECK ((answer <> ''::text)),
  constraint completion_report_results_kind_check CHECK ((kind = ANY (ARRAY['choice'::text, 'number'::text, 'text'::text]))),
  constraint completion_report_results_value CHECK (
CASE kind
    WHEN 'choice'::text THEN ((completion_report_item_unit_id IS NOT NULL) AND (value_number IS NULL) AND (value_text IS NULL))
    WHEN 'number'::text THEN ((value_number IS NOT NULL) AND (completion_report_item_unit_id IS NULL) AND (value_text IS NULL))
    ELSE ((value_text IS NOT NULL) AND (completion_report_item_unit_id IS NULL) AND (value_number IS NULL))
END),
  constraint completion_report_results_client_id_completion_report_ite_fkey1 FOREIGN KEY (client_id, completion_report_item_unit_id) REFERENCES completion_report_item_units(client_id, id),
  constraint completion_report_results_client_id_completion_report_item_fkey FOREIGN KEY (client_id, completion_report_item_id) REFERENCES completion_report_items(client_id, id),
  constraint completion_report_results_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table completion_report_results enable row level security;
create policy own_client on completion_report_results using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_report_results to toguchi_app;

create table completion_report_settings (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_type text not null,
  completion_report_id bigint,
  completion_comment text,
  constraint completion_report_settings_pkey PRIMARY KEY (client_id, id),
  constraint completion_report_settings_type_key UNIQUE (client_id, construction_type),
  constraint completion_report_settings_construction_type_check CHECK ((construction_type = ANY (ARRAY['renewal'::text, 'inspection'::text]))),
  constraint completion_report_settings_client_id_completion_report_id_fkey FOREIGN KEY (client_id, completion_report_id) REFERENCES completion_reports(client_id, id),
  constraint completion_report_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table completion_report_settings enable row level security;
create policy own_client on completion_report_settings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_report_settings to toguchi_app;

create table completion_reports (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  remarks text,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint completion_reports_pkey PRIMARY KEY (client_id, id),
  constraint completion_reports_name_check CHECK ((name <> ''::text)),
  constraint completion_reports_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX completion_reports_name_key ON public.completion_reports USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table completion_reports enable row level security;
create policy own_client on completion_reports using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on completion_reports to toguchi_app;

create table construction_counts (
  client_id bigint not null,
  construction_id bigint not null,
  room_count integer default 0 not null,
  completed_count integer default 0 not null,
  rescheduled_count integer default 0 not null,
  closed_count integer default 0 not null,
  completed_and_closed_count integer default 0 not null,
  reschedule_count integer default 0 not null,
  waiting_count integer default 0 not null,
  counted_by xid8,
  listed_room_count integer default 0 not null,
  constraint construction_counts_pkey PRIMARY KEY (client_id, construction_id),
  constraint construction_counts_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
CREATE TRIGGER construction_counts_note_changed AFTER UPDATE ON public.construction_counts FOR EACH ROW WHEN ((old.listed_room_count <> new.listed_room_count)) EXECUTE FUNCTION note_client_count('rooms');
CREATE TRIGGER construction_counts_note_come AFTER INSERT ON public.construction_counts FOR EACH ROW WHEN ((new.listed_room_count <> 0)) EXECUTE FUNCTION note_client_count('rooms');
CREATE TRIGGER construction_counts_note_gone AFTER DELETE ON public.construction_counts FOR EACH ROW WHEN ((old.listed_room_count <> 0)) EXECUTE FUNCTION note_client_count('rooms');
alter table construction_counts enable row level security;
create policy own_client on construction_counts using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant select on construction_counts to toguchi_app;

create table construction_orders (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  top_or_bottom text not null,
  vertical_or_horizontal text not null,
  line_number integer default 1 not null,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint construction_orders_pkey PRIMARY KEY (client_id, id),
  constraint construction_orders_line_number_check CHECK (((line_number >= 1) AND (line_number <= 9999))),
  constraint construction_orders_name_check CHECK ((name <> ''::text)),
  constraint construction_orders_top_or_bottom_check CHECK ((top_or_bottom = ANY (ARRAY['top'::text, 'bottom'::text]))),
  constraint construction_orders_vertical_or_horizontal_check CHECK ((vertical_or_horizontal = ANY (ARRAY['vertical'::text, 'horizontal'::text]))),
  constraint construction_orders_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX construction_orders_name_key ON public.construction_orders USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table construction_orders enable row level security;
create policy own_client on construction_orders using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on construction_orders to toguchi_app;

create table construction_time_frames (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  start_at time without time zone not null,
  end_at time without time zone not null,
  frame_number integer not null,
  constraint construction_time_frames_pkey PRIMARY KEY (client_id, id),
  constraint construction_time_frames_of_construction_key UNIQUE (client_id, construction_id, id),
  constraint construction_time_frames_overlap EXCLUDE USING gist (client_id WITH =, construction_id WITH =, tsrange(('2000-01-01'::date + start_at), ('2000-01-01'::date + end_at)) WITH &&) DEFERRABLE,
  constraint construction_time_frames_frame_number_check CHECK (((frame_number >= 1) AND (frame_number <= 200))),
  constraint construction_time_frames_order CHECK ((start_at < end_at)),
  constraint construction_time_frames_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
CREATE INDEX construction_time_frames_construction_idx ON public.construction_time_frames USING btree (client_id, construction_id, start_at);
alter table construction_time_frames enable row level security;
create policy own_client on construction_time_frames using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on construction_time_frames to toguchi_app;

create table constructions (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  building_id bigint not null,
  cd text not null,
  manage_no text,
  name text,
  construction_type text,
  supplier_id bigint,
  supplier_staff_id bigint,
  sales_staff_id bigint,
  construction_staff_id bigint,
  contract_representative text,
  contract_representative_address text,
  owners_association text,
  owners_association_decided_on date,
  prime_contractor text,
  time_per_unit integer,
  security_equipment text,
  emergency_phone_number text,
  use_electronic_signboard boolean default true not null,
  electronic_signboard_type text default 'board'::text not null,
  electronic_signboard_contractor_id bigint,
  remarks text,
  special_report_default text,
  use_optional_construction boolean default false not null,
  use_payment boolean default false not null,
  use_common_photo boolean default true not null,
  use_private_photo boolean default true not null,
  number_of_houses integer,
  planned_start_on date,
  planned_end_on date,
  contract_period_start_on date,
  contract_period_end_on date,
  common_area_start_on date,
  common_area_end_on date,
  second_common_area_start_on date,
  second_common_area_end_on date,
  privately_area_start_on date,
  privately_area_end_on date,
  preparation_days date[] default '{}'::date[] not null,
  common_area_holidays date[] default '{}'::date[] not null,
  privately_area_holidays date[] default '{}'::date[] not null,
  information_distribution_on date,
  briefing_session_at timestamp with time zone,
  decision_guide_distribution_on date,
  schedule_change_end_on date,
  option_request_end_on date,
  detail_schedule_completed_at timestamp with time zone,
  representative_completion boolean default false not null,
  construction_infomation_completion boolean default false not null,
  photography_places_completion boolean default false not null,
  options_completion boolean default false not null,
  lock_version integer default 0 not null,
  schedule_lock_version integer default 0 not null,
  composition_version integer default 0 not null,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  water_limit text,
  power_limit text,
  toilet_limit text,
  noise_limit text,
  lift_limit text,
  cost_note text,
  clearing_note text,
  contact_phone text,
  contact_hours text,
  key_place text,
  key_hours text,
  cash_place text,
  cash_hours text,
  board_addresses text[] default '{}'::text[] not null,
  constraint constructions_pkey PRIMARY KEY (client_id, id),
  constraint constructions_cd_key UNIQUE (client_id, cd),
  constraint constructions_uuid_key UNIQUE (client_id, uuid),
  constraint constructions_board_addresses_check CHECK ((cardinality(board_addresses) <= 10)),
  constraint constructions_cash_hours_check CHECK ((char_length(cash_hours) <= 60)),
  constraint constructions_cash_place_check CHECK ((char_length(cash_place) <= 100)),
  constraint constructions_clearing_note_check CHECK ((char_length(clearing_note) <= 200)),
  constraint constructions_common_area_period CHECK ((common_area_end_on >= common_area_start_on)),
  constraint constructions_construction_type_check CHECK ((construction_type = ANY (ARRAY['renewal'::text, 'inspection'::text]))),
  constraint constructions_contact_hours_check CHECK ((char_length(contact_hours) <= 60)),
  constraint constructions_contact_phone_check CHECK ((char_length(contact_phone) <= 20)),
  constraint constructions_contract_period CHECK ((contract_period_end_on >= contract_period_start_on)),
  constraint constructions_cost_note_check CHECK ((char_length(cost_note) <= 200)),
  constraint constructions_electronic_signboard_type_check CHECK ((electronic_signboard_type = ANY (ARRAY['board'::text, 'header'::text, 'footer'::text]))),
  constraint constructions_key_hours_check CHECK ((char_length(key_hours) <= 60)),
  constraint constructions_key_place_check CHECK ((char_length(key_place) <= 100)),
  constraint constructions_lift_limit_check CHECK ((char_length(lift_limit) <= 200)),
  constraint constructions_noise_limit_check CHECK ((char_length(noise_limit) <= 200)),
  constraint constructions_number_of_houses_check CHECK (((number_of_houses >= 1) AND (number_of_houses <= 9999))),
  constraint constructions_planned_period CHECK ((planned_end_on >= planned_start_on)),
  constraint constructions_power_limit_check CHECK ((char_length(power_limit) <= 200)),
  constraint constructions_privately_area_period CHECK ((privately_area_end_on >= privately_area_start_on)),
  constraint constructions_second_common_area_period CHECK (((second_common_area_end_on >= second_common_area_start_on) AND (second_common_area_start_on > common_area_end_on))),
  constraint constructions_security_equipment_check CHECK ((security_equipment = ANY (ARRAY['alert'::text, 'fire'::text, 'alert_fire'::text, 'gas_alert'::text, 'gas_alert_security'::text, 'fire_gas'::text, 'fire_gas_alert'::text, 'fire_gas_alert_security'::text, 'fire_gas_alert_security_call'::text]))),
  constraint constructions_time_per_unit_check CHECK (((time_per_unit >= 1) AND (time_per_unit <= 9999))),
  constraint constructions_toilet_limit_check CHECK ((char_length(toilet_limit) <= 200)),
  constraint constructions_water_limit_check CHECK ((char_length(water_limit) <= 200)),
  constraint constructions_client_id_building_id_fkey FOREIGN KEY (client_id, building_id) REFERENCES buildings(client_id, id),
  constraint constructions_client_id_construction_staff_id_fkey FOREIGN KEY (client_id, construction_staff_id) REFERENCES users(client_id, id),
  constraint constructions_client_id_electronic_signboard_contractor_id_fkey FOREIGN KEY (client_id, electronic_signboard_contractor_id) REFERENCES electronic_signboard_contractors(client_id, id),
  constraint constructions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint constructions_client_id_sales_staff_id_fkey FOREIGN KEY (client_id, sales_staff_id) REFERENCES users(client_id, id),
  constraint constructions_client_id_supplier_id_fkey FOREIGN KEY (client_id, supplier_id) REFERENCES suppliers(client_id, id),
  constraint constructions_client_id_supplier_staff_id_fkey FOREIGN KEY (client_id, supplier_staff_id) REFERENCES supplier_staffs(client_id, id)
);
CREATE INDEX constructions_building_idx ON public.constructions USING btree (client_id, building_id);
CREATE INDEX constructions_discarded_idx ON public.constructions USING btree (client_id, discarded_at) WHERE (discarded_at IS NOT NULL);
CREATE INDEX constructions_live_idx ON public.constructions USING btree (client_id, id) WHERE (discarded_at IS NULL);
CREATE UNIQUE INDEX constructions_manage_no_key ON public.constructions USING btree (client_id, manage_no) WHERE (discarded_at IS NULL);
CREATE INDEX constructions_supplier_staff_idx ON public.constructions USING btree (client_id, supplier_staff_id);
CREATE CONSTRAINT TRIGGER constructions_count_listed AFTER UPDATE ON public.constructions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.discarded_at IS NULL) IS DISTINCT FROM (new.discarded_at IS NULL))) EXECUTE FUNCTION count_rooms_of_listed();
alter table constructions enable row level security;
create policy own_client on constructions using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on constructions to toguchi_app;

create table constructions_options (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  option_id bigint not null,
  option_name text not null,
  price integer not null,
  before_construction boolean default true not null,
  under_construction boolean default true not null,
  after_construction boolean default true not null,
  "position" integer not null,
  discarded_at timestamp with time zone,
  constraint constructions_options_pkey PRIMARY KEY (client_id, id),
  constraint constructions_options_price_check CHECK (((price >= 0) AND (price <= 99999999))),
  constraint constructions_options_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint constructions_options_client_id_option_id_fkey FOREIGN KEY (client_id, option_id) REFERENCES options(client_id, id)
);
CREATE UNIQUE INDEX constructions_options_option_key ON public.constructions_options USING btree (client_id, construction_id, option_id) WHERE (discarded_at IS NULL);
alter table constructions_options enable row level security;
create policy own_client on constructions_options using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on constructions_options to toguchi_app;

create table contact_confirmations (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  token_hash bytea not null,
  code_hash bytea not null,
  email text,
  phone text,
  wrong_tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  resident_id bigint,
  terms_id bigint,
  privacy_policy_id bigint,
  constraint contact_confirmations_pkey PRIMARY KEY (client_id, id),
  constraint contact_confirmations_token_key UNIQUE (client_id, token_hash),
  constraint contact_confirmations_contact CHECK (((email IS NULL) <> (phone IS NULL))),
  constraint contact_confirmations_client_id_privacy_policy_id_fkey FOREIGN KEY (client_id, privacy_policy_id) REFERENCES legal_texts(client_id, id),
  constraint contact_confirmations_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id) ON DELETE CASCADE,
  constraint contact_confirmations_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE,
  constraint contact_confirmations_client_id_terms_id_fkey FOREIGN KEY (client_id, terms_id) REFERENCES legal_texts(client_id, id)
);
CREATE INDEX contact_confirmations_resident_idx ON public.contact_confirmations USING btree (client_id, resident_id) WHERE (resident_id IS NOT NULL);
CREATE INDEX contact_confirmations_room_idx ON public.contact_confirmations USING btree (client_id, room_id, id);
alter table contact_confirmations enable row level security;
create policy own_client on contact_confirmations using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on contact_confirmations to toguchi_app;

create table contractors (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  representative_name text,
  address text,
  primary_contractor_id bigint,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint contractors_pkey PRIMARY KEY (client_id, id),
  constraint contractors_name_check CHECK ((name <> ''::text)),
  constraint contractors_not_own_primary CHECK ((primary_contractor_id <> id)),
  constraint contractors_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint contractors_client_id_primary_contractor_id_fkey FOREIGN KEY (client_id, primary_contractor_id) REFERENCES contractors(client_id, id)
);
CREATE UNIQUE INDEX contractors_name_key ON public.contractors USING btree (client_id, name) WHERE (discarded_at IS NULL);
CREATE INDEX contractors_primary_idx ON public.contractors USING btree (client_id, primary_contractor_id);
alter table contractors enable row level security;
create policy own_client on contractors using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on contractors to toguchi_app;

create table crew_absences (
  client_id bigint not null,
  construction_id bigint not null,
  assigned_contractor_id bigint not null,
  date date not null,
  constraint crew_absences_pkey PRIMARY KEY (client_id, assigned_contractor_id, date),
  constraint crew_absences_client_id_assigned_contractor_id_fkey FOREIGN KEY (client_id, assigned_contractor_id) REFERENCES assigned_contractors(client_id, id) ON DELETE CASCADE,
  constraint crew_absences_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
CREATE INDEX crew_absences_construction_idx ON public.crew_absences USING btree (client_id, construction_id);
alter table crew_absences enable row level security;
create policy own_client on crew_absences using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on crew_absences to toguchi_app;

create table crew_frames (
  client_id bigint not null,
  construction_id bigint not null,
  construction_time_frame_id bigint not null,
  assigned_contractor_id bigint not null,
  frame_count integer not null,
  constraint crew_frames_pkey PRIMARY KEY (client_id, construction_time_frame_id, assigned_contractor_id),
  constraint crew_frames_frame_count_check CHECK (((frame_count >= 1) AND (frame_count <= 200))),
  constraint crew_frames_client_id_assigned_contractor_id_fkey FOREIGN KEY (client_id, assigned_contractor_id) REFERENCES assigned_contractors(client_id, id) ON DELETE CASCADE,
  constraint crew_frames_client_id_construction_id_construction_time_fr_fkey FOREIGN KEY (client_id, construction_id, construction_time_frame_id) REFERENCES construction_time_frames(client_id, construction_id, id) ON DELETE CASCADE
);
CREATE INDEX crew_frames_crew_idx ON public.crew_frames USING btree (client_id, assigned_contractor_id);
alter table crew_frames enable row level security;
create policy own_client on crew_frames using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on crew_frames to toguchi_app;

create table departments (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint departments_pkey PRIMARY KEY (client_id, id),
  constraint departments_name_check CHECK ((name <> ''::text)),
  constraint departments_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table departments enable row level security;
create policy own_client on departments using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on departments to toguchi_app;

create table documents (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid not null,
  kind text not null,
  building_id bigint,
  construction_id bigint,
  title text not null,
  file_id bigint not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  discarded_at timestamp with time zone,
  record_kind text,
  filing_id bigint,
  constraint documents_pkey PRIMARY KEY (client_id, id),
  constraint documents_uuid_key UNIQUE (client_id, uuid),
  constraint documents_filing CHECK (((filing_id IS NULL) OR (kind = 'filing_file'::text))),
  constraint documents_holder CHECK ((((building_id IS NOT NULL) = (kind = 'building_document'::text)) AND ((construction_id IS NOT NULL) = (kind <> 'building_document'::text)))),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['building_document'::text, 'attachment_file'::text, 'in_house_document'::text, 'document'::text, 'filing_file'::text]))),
  constraint documents_record_kind CHECK (((record_kind IS NULL) OR (kind = ANY (ARRAY['attachment_file'::text, 'in_house_document'::text])))),
  constraint documents_record_kind_check CHECK ((record_kind = ANY (ARRAY['as_built_drawing'::text, 'meeting_record'::text]))),
  constraint documents_title_check CHECK ((title <> ''::text)),
  constraint documents_client_id_building_id_fkey FOREIGN KEY (client_id, building_id) REFERENCES buildings(client_id, id) ON DELETE CASCADE,
  constraint documents_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id),
  constraint documents_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id),
  constraint documents_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint documents_filing_fkey FOREIGN KEY (client_id, filing_id) REFERENCES filings(client_id, id) ON DELETE SET NULL (filing_id)
);
CREATE INDEX documents_building_idx ON public.documents USING btree (client_id, building_id, id) WHERE ((discarded_at IS NULL) AND (building_id IS NOT NULL));
CREATE INDEX documents_construction_idx ON public.documents USING btree (client_id, construction_id, kind, id) WHERE ((discarded_at IS NULL) AND (construction_id IS NOT NULL));
CREATE INDEX documents_discarded_idx ON public.documents USING btree (client_id, discarded_at) WHERE (discarded_at IS NOT NULL);
CREATE INDEX documents_filing_idx ON public.documents USING btree (client_id, filing_id, id) WHERE (filing_id IS NOT NULL);
alter table documents enable row level security;
create policy own_client on documents using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on documents to toguchi_app;

create table earlier_offers (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  room_id bigint not null,
  wish_id bigint not null,
  date date not null,
  construction_time_frame_id bigint not null,
  frame_number integer not null,
  state text default 'open'::text not null,
  transport text not null,
  offered_at timestamp with time zone default app_now() not null,
  answer_until timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint earlier_offers_pkey PRIMARY KEY (client_id, id),
  constraint earlier_offers_ended CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint earlier_offers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'declined'::text, 'expired'::text, 'ended'::text]))),
  constraint earlier_offers_transport_check CHECK ((transport = ANY (ARRAY['mail'::text, 'line'::text, 'sms'::text, 'paper'::text]))),
  constraint earlier_offers_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE,
  constraint earlier_offers_client_id_wish_id_fkey FOREIGN KEY (client_id, wish_id) REFERENCES earlier_wishes(client_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX earlier_offers_frame_key ON public.earlier_offers USING btree (client_id, construction_id, date, construction_time_frame_id, frame_number) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX earlier_offers_room_key ON public.earlier_offers USING btree (client_id, room_id) WHERE (state = 'open'::text);
CREATE INDEX earlier_offers_wish_idx ON public.earlier_offers USING btree (client_id, wish_id);
alter table earlier_offers enable row level security;
create policy own_client on earlier_offers using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on earlier_offers to toguchi_app;

create table earlier_wishes (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  room_id bigint not null,
  dates date[] not null,
  wished_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint earlier_wishes_pkey PRIMARY KEY (client_id, id),
  constraint earlier_wishes_dates_check CHECK (((cardinality(dates) >= 1) AND (cardinality(dates) <= 400))),
  constraint earlier_wishes_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE
);
CREATE INDEX earlier_wishes_construction_idx ON public.earlier_wishes USING btree (client_id, construction_id, wished_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX earlier_wishes_room_key ON public.earlier_wishes USING btree (client_id, room_id) WHERE (ended_at IS NULL);
alter table earlier_wishes enable row level security;
create policy own_client on earlier_wishes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on earlier_wishes to toguchi_app;

create table electronic_signboard_contractors (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  address text,
  phone text,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint electronic_signboard_contractors_pkey PRIMARY KEY (client_id, id),
  constraint electronic_signboard_contractors_name_check CHECK ((name <> ''::text)),
  constraint electronic_signboard_contractors_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX electronic_signboard_contractors_name_key ON public.electronic_signboard_contractors USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table electronic_signboard_contractors enable row level security;
create policy own_client on electronic_signboard_contractors using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on electronic_signboard_contractors to toguchi_app;

create table event_personal_values (
  client_id bigint not null,
  event_id bigint not null,
  "values" jsonb not null,
  constraint event_personal_values_pkey PRIMARY KEY (client_id, event_id),
  constraint event_personal_values_client_id_event_id_fkey FOREIGN KEY (client_id, event_id) REFERENCES events(client_id, id)
);
alter table event_personal_values enable row level security;
create policy own_client on event_personal_values using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on event_personal_values to toguchi_app;

create table events (
  client_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  construction_id bigint,
  room_id bigint,
  subject_type text,
  subject_id bigint,
  actor_kind text not null,
  actor_id bigint,
  acting_for text,
  channel text default 'web'::text not null,
  change jsonb default '{}'::jsonb not null,
  resident_visible boolean default false not null,
  at timestamp with time zone default app_now() not null,
  constraint events_pkey PRIMARY KEY (client_id, id),
  constraint events_acting_for_check CHECK ((acting_for = 'resident'::text)),
  constraint events_actor CHECK (((actor_kind = 'system'::text) = (actor_id IS NULL))),
  constraint events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['admin'::text, 'operator'::text, 'staffAdmin'::text, 'staff'::text, 'craftsman'::text, 'resident'::text, 'system'::text]))),
  constraint events_channel_check CHECK ((channel = ANY (ARRAY['web'::text, 'tel'::text, 'paper'::text, 'mail'::text, 'visit'::text, 'other'::text, 'system'::text]))),
  constraint events_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX events_construction_idx ON public.events USING btree (client_id, construction_id, id);
CREATE INDEX events_kind_idx ON public.events USING btree (client_id, kind, id);
CREATE INDEX events_room_idx ON public.events USING btree (client_id, room_id, id) WHERE (room_id IS NOT NULL);
CREATE INDEX events_told_idx ON public.events USING btree (client_id, kind, at DESC, id DESC) WHERE (kind = ANY (ARRAY['constructions.created'::text, 'constructions.copied'::text, 'detail_schedule.generated'::text, 'detail_schedule.regenerated'::text, 'detail_schedule.completed'::text, 'assigns.moved'::text, 'rooms.date_confirmed'::text, 'rooms.closed'::text, 'orders.placed'::text, 'constructions.all_closed'::text]));
CREATE TRIGGER events_tell_watchers AFTER INSERT ON public.events REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers();
CREATE TRIGGER events_unmark_rooms AFTER INSERT ON public.events REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION unmark_rooms();
alter table events enable row level security;
create policy own_client on events using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on events to toguchi_app;

create table faqs (
  client_id bigint not null,
  id bigint generated always as identity not null,
  question text not null,
  answer text not null,
  keywords text,
  "position" integer default 100 not null,
  published boolean default true not null,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint faqs_pkey PRIMARY KEY (client_id, id),
  constraint faqs_answer_check CHECK ((answer <> ''::text)),
  constraint faqs_question_check CHECK ((question <> ''::text)),
  constraint faqs_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX faqs_position_idx ON public.faqs USING btree (client_id, "position", id) WHERE (discarded_at IS NULL);
alter table faqs enable row level security;
create policy own_client on faqs using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on faqs to toguchi_app;

create table files (
  client_id bigint not null,
  id bigint generated always as identity not null,
  storage_key text not null,
  sha256 bytea not null,
  byte_size bigint not null,
  content_type text not null,
  file_name text not null,
  created_at timestamp with time zone default now() not null,
  view_file_id bigint,
  constraint files_pkey PRIMARY KEY (client_id, id),
  constraint files_storage_key_key UNIQUE (client_id, storage_key),
  constraint files_byte_size_check CHECK ((byte_size >= 0)),
  constraint files_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint files_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint files_view_file_id_fkey FOREIGN KEY (client_id, view_file_id) REFERENCES files(client_id, id)
);
CREATE INDEX files_size_idx ON public.files USING btree (client_id) INCLUDE (byte_size);
CREATE INDEX files_view_idx ON public.files USING btree (client_id, view_file_id) WHERE (view_file_id IS NOT NULL);
CREATE TRIGGER files_note_come AFTER INSERT ON public.files REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('files');
CREATE TRIGGER files_note_gone AFTER DELETE ON public.files REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('files');
alter table files enable row level security;
create policy own_client on files using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on files to toguchi_app;

create table filings (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  kind text not null,
  title text not null,
  due_on date not null,
  until_on date,
  done_on date,
  note text,
  constraint filings_pkey PRIMARY KEY (client_id, id),
  constraint filings_kind_check CHECK ((kind = ANY (ARRAY['start_notice'::text, 'installation_notice'::text, 'signal_stop'::text, 'other'::text]))),
  constraint filings_note_check CHECK ((char_length(note) <= 500)),
  constraint filings_order CHECK ((until_on >= due_on)),
  constraint filings_title_check CHECK (((title <> ''::text) AND (char_length(title) <= 100))),
  constraint filings_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
CREATE INDEX filings_construction_idx ON public.filings USING btree (client_id, construction_id);
CREATE INDEX filings_open_idx ON public.filings USING btree (client_id, due_on) WHERE (done_on IS NULL);
alter table filings enable row level security;
create policy own_client on filings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on filings to toguchi_app;

create table frame_holds (
  client_id bigint not null,
  construction_id bigint not null,
  date date not null,
  construction_time_frame_id bigint not null,
  frame_number integer not null,
  room_id bigint not null,
  expires_at timestamp with time zone not null,
  offer_id bigint,
  constraint frame_holds_pkey PRIMARY KEY (client_id, construction_id, date, construction_time_frame_id, frame_number),
  constraint frame_holds_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX frame_holds_offer_key ON public.frame_holds USING btree (client_id, offer_id) WHERE (offer_id IS NOT NULL);
CREATE UNIQUE INDEX frame_holds_room_key ON public.frame_holds USING btree (client_id, room_id) WHERE (offer_id IS NULL);
alter table frame_holds enable row level security;
create policy own_client on frame_holds using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on frame_holds to toguchi_app;

create table hand_in_places (
  client_id bigint not null,
  ticket_id bigint not null,
  construction_id bigint not null,
  reached_at timestamp with time zone default app_now() not null,
  constraint hand_in_places_pkey PRIMARY KEY (client_id, ticket_id, construction_id),
  constraint hand_in_places_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint hand_in_places_client_id_ticket_id_fkey FOREIGN KEY (client_id, ticket_id) REFERENCES hand_in_tickets(client_id, id) ON DELETE CASCADE
);
CREATE INDEX hand_in_places_construction_idx ON public.hand_in_places USING btree (client_id, construction_id);
alter table hand_in_places enable row level security;
create policy own_client on hand_in_places using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on hand_in_places to toguchi_app;

create table hand_in_tickets (
  client_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone default app_now() not null,
  renewed_at timestamp with time zone default app_now() not null,
  used_at timestamp with time zone,
  constraint hand_in_tickets_pkey PRIMARY KEY (client_id, id),
  constraint hand_in_tickets_token_key UNIQUE (client_id, token_hash),
  constraint hand_in_tickets_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint hand_in_tickets_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id) ON DELETE CASCADE
);
CREATE INDEX hand_in_tickets_renewed_idx ON public.hand_in_tickets USING btree (client_id, renewed_at);
CREATE INDEX hand_in_tickets_user_idx ON public.hand_in_tickets USING btree (client_id, user_id);
alter table hand_in_tickets enable row level security;
create policy own_client on hand_in_tickets using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on hand_in_tickets to toguchi_app;

create table handling_equipments (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid not null,
  construction_id bigint not null,
  file_name text not null,
  file_id bigint not null,
  for_app boolean default false not null,
  registered_on date not null,
  created_by_kind text not null,
  created_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  discarded_at timestamp with time zone,
  constraint handling_equipments_pkey PRIMARY KEY (client_id, id),
  constraint handling_equipments_uuid_key UNIQUE (client_id, uuid),
  constraint handling_equipments_file_name_check CHECK ((file_name <> ''::text)),
  constraint handling_equipments_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id),
  constraint handling_equipments_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id),
  constraint handling_equipments_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX handling_equipments_construction_idx ON public.handling_equipments USING btree (client_id, construction_id, id) WHERE (discarded_at IS NULL);
CREATE INDEX handling_equipments_discarded_idx ON public.handling_equipments USING btree (client_id, discarded_at) WHERE (discarded_at IS NOT NULL);
alter table handling_equipments enable row level security;
create policy own_client on handling_equipments using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on handling_equipments to toguchi_app;

create table incomplete_reasons (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint incomplete_reasons_pkey PRIMARY KEY (client_id, id),
  constraint incomplete_reasons_name_check CHECK ((name <> ''::text)),
  constraint incomplete_reasons_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX incomplete_reasons_name_key ON public.incomplete_reasons USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table incomplete_reasons enable row level security;
create policy own_client on incomplete_reasons using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on incomplete_reasons to toguchi_app;

create table jobs (
  id bigint generated always as identity not null,
  client_id bigint not null,
  kind text not null,
  requested_by_kind text not null,
  requested_by_id bigint not null,
  input jsonb default '{}'::jsonb not null,
  state text default 'waiting'::text not null,
  done integer default 0 not null,
  total integer default 0 not null,
  file_id bigint,
  error text,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  note text,
  constraint jobs_pkey PRIMARY KEY (client_id, id),
  constraint jobs_finished_at CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint jobs_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id),
  constraint jobs_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX jobs_results_idx ON public.jobs USING btree (client_id, COALESCE(finished_at, created_at)) WHERE ((file_id IS NOT NULL) OR (input <> '{}'::jsonb));
CREATE INDEX jobs_waiting_idx ON public.jobs USING btree (client_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table jobs enable row level security;
create policy own_client on jobs using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on jobs to toguchi_app;

create table join_requests (
  id bigint generated always as identity not null,
  client_id bigint not null,
  user_id bigint not null,
  contact text not null,
  token_hash bytea not null,
  code_hash bytea not null,
  wrong_tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  proves_only boolean default false not null,
  sent_to text not null,
  constraint join_requests_pkey PRIMARY KEY (id),
  constraint join_requests_token_hash_key UNIQUE (token_hash),
  constraint join_requests_contact_check CHECK ((contact = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint join_requests_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint join_requests_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id) ON DELETE CASCADE
);
CREATE INDEX join_requests_expires_idx ON public.join_requests USING btree (expires_at);
CREATE INDEX join_requests_user_idx ON public.join_requests USING btree (client_id, user_id);
alter table join_requests enable row level security;
create policy own_client_or_none on join_requests using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on join_requests to toguchi_app;

create table joined_accounts (
  id bigint generated always as identity not null,
  person uuid not null,
  client_id bigint not null,
  user_id bigint not null,
  joined_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint joined_accounts_pkey PRIMARY KEY (id),
  constraint joined_accounts_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint joined_accounts_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id) ON DELETE CASCADE
);
CREATE INDEX joined_accounts_person_idx ON public.joined_accounts USING btree (person) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX joined_accounts_user_key ON public.joined_accounts USING btree (client_id, user_id) WHERE (ended_at IS NULL);
alter table joined_accounts enable row level security;
create policy own_client_or_none on joined_accounts using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on joined_accounts to toguchi_app;

create table key_custodies (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  received_at timestamp with time zone not null,
  received_from text not null,
  received_by_user_id bigint,
  received_signature_file_id bigint,
  received_photo_file_id bigint,
  lent_to_user_id bigint,
  lent_at timestamp with time zone,
  returned_at timestamp with time zone,
  returned_to text,
  returned_by_user_id bigint,
  returned_signature_file_id bigint,
  returned_photo_file_id bigint,
  note text,
  created_at timestamp with time zone default app_now() not null,
  constraint key_custodies_pkey PRIMARY KEY (client_id, id),
  constraint key_custodies_lent CHECK (((lent_to_user_id IS NULL) = (lent_at IS NULL))),
  constraint key_custodies_returned CHECK (((returned_at IS NULL) = (returned_to IS NULL))),
  constraint key_custodies_client_id_lent_to_user_id_fkey FOREIGN KEY (client_id, lent_to_user_id) REFERENCES users(client_id, id),
  constraint key_custodies_client_id_received_by_user_id_fkey FOREIGN KEY (client_id, received_by_user_id) REFERENCES users(client_id, id),
  constraint key_custodies_client_id_received_photo_file_id_fkey FOREIGN KEY (client_id, received_photo_file_id) REFERENCES files(client_id, id),
  constraint key_custodies_client_id_received_signature_file_id_fkey FOREIGN KEY (client_id, received_signature_file_id) REFERENCES files(client_id, id),
  constraint key_custodies_client_id_returned_by_user_id_fkey FOREIGN KEY (client_id, returned_by_user_id) REFERENCES users(client_id, id),
  constraint key_custodies_client_id_returned_photo_file_id_fkey FOREIGN KEY (client_id, returned_photo_file_id) REFERENCES files(client_id, id),
  constraint key_custodies_client_id_returned_signature_file_id_fkey FOREIGN KEY (client_id, returned_signature_file_id) REFERENCES files(client_id, id),
  constraint key_custodies_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX key_custodies_out_key ON public.key_custodies USING btree (client_id, room_id) WHERE (returned_at IS NULL);
CREATE INDEX key_custodies_room_idx ON public.key_custodies USING btree (client_id, room_id, id);
alter table key_custodies enable row level security;
create policy own_client on key_custodies using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on key_custodies to toguchi_app;

create table ledger_entries (
  client_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  kind text not null,
  pay_method text not null,
  amount integer not null,
  payment_id bigint,
  refund_id bigint,
  event_id bigint not null,
  at timestamp with time zone default app_now() not null,
  constraint ledger_entries_pkey PRIMARY KEY (client_id, id),
  constraint ledger_entries_amount_check CHECK (((amount > 0) OR ((amount < 0) AND (kind = 'payment'::text) AND (payment_id IS NULL)))),
  constraint ledger_entries_kind CHECK (((kind = 'refund'::text) = (refund_id IS NOT NULL))),
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint ledger_entries_pay_method_check CHECK ((pay_method = ANY (ARRAY['credit'::text, 'webcvs'::text, 'cash'::text, 'other'::text]))),
  constraint ledger_entries_client_id_event_id_fkey FOREIGN KEY (client_id, event_id) REFERENCES events(client_id, id),
  constraint ledger_entries_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id),
  constraint ledger_entries_client_id_payment_id_fkey FOREIGN KEY (client_id, payment_id) REFERENCES payments(client_id, id),
  constraint ledger_entries_client_id_refund_id_fkey FOREIGN KEY (client_id, refund_id) REFERENCES refunds(client_id, id)
);
CREATE INDEX ledger_entries_event_idx ON public.ledger_entries USING btree (client_id, event_id);
CREATE INDEX ledger_entries_kept_idx ON public.ledger_entries USING btree (client_id, order_id, id) INCLUDE (kind, amount);
CREATE UNIQUE INDEX ledger_entries_payment_key ON public.ledger_entries USING btree (client_id, payment_id) WHERE ((kind = 'payment'::text) AND (payment_id IS NOT NULL));
CREATE UNIQUE INDEX ledger_entries_refund_key ON public.ledger_entries USING btree (client_id, refund_id) WHERE (kind = 'refund'::text);
CREATE CONSTRAINT TRIGGER ledger_entries_sum AFTER INSERT OR DELETE OR UPDATE ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_order('ledger_entries');
alter table ledger_entries enable row level security;
create policy own_client on ledger_entries using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on ledger_entries to toguchi_app;

create table legal_text_drafts (
  client_id bigint not null,
  kind text not null,
  sections jsonb not null,
  revision integer not null,
  saved_at timestamp with time zone not null,
  saved_by_kind text not null,
  saved_by_id bigint not null,
  effective_on date,
  constraint legal_text_drafts_pkey PRIMARY KEY (client_id, kind),
  constraint legal_text_drafts_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy_policy'::text]))),
  constraint legal_text_drafts_revision_check CHECK ((revision > 0)),
  constraint legal_text_drafts_sections_check CHECK ((jsonb_typeof(sections) = 'object'::text)),
  constraint legal_text_drafts_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table legal_text_drafts enable row level security;
create policy own_client on legal_text_drafts using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on legal_text_drafts to toguchi_app;

create table legal_texts (
  client_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  number integer not null,
  sections jsonb not null,
  effective_on date not null,
  published_at timestamp with time zone not null,
  published_by_kind text not null,
  published_by_id bigint not null,
  constraint legal_texts_pkey PRIMARY KEY (client_id, id),
  constraint legal_texts_number_key UNIQUE (client_id, kind, number),
  constraint legal_texts_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy_policy'::text]))),
  constraint legal_texts_number_check CHECK ((number > 0)),
  constraint legal_texts_sections_check CHECK ((jsonb_typeof(sections) = 'object'::text)),
  constraint legal_texts_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table legal_texts enable row level security;
create policy own_client on legal_texts using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on legal_texts to toguchi_app;

create table legal_texts_shown (
  client_id bigint not null,
  id bigint generated always as identity not null,
  resident_id bigint not null,
  order_id bigint,
  occasion text not null,
  terms_id bigint,
  privacy_policy_id bigint,
  platform_edition text not null,
  at timestamp with time zone not null,
  constraint legal_texts_shown_pkey PRIMARY KEY (client_id, id),
  constraint legal_texts_shown_occasion_check CHECK ((occasion = ANY (ARRAY['code'::text, 'registration'::text, 'order'::text, 'news'::text]))),
  constraint legal_texts_shown_order CHECK (((occasion = 'order'::text) = (order_id IS NOT NULL))),
  constraint legal_texts_shown_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint legal_texts_shown_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id) ON DELETE CASCADE,
  constraint legal_texts_shown_client_id_privacy_policy_id_fkey FOREIGN KEY (client_id, privacy_policy_id) REFERENCES legal_texts(client_id, id),
  constraint legal_texts_shown_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id) ON DELETE CASCADE,
  constraint legal_texts_shown_client_id_terms_id_fkey FOREIGN KEY (client_id, terms_id) REFERENCES legal_texts(client_id, id)
);
CREATE INDEX legal_texts_shown_order_idx ON public.legal_texts_shown USING btree (client_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX legal_texts_shown_resident_idx ON public.legal_texts_shown USING btree (client_id, resident_id, id);
alter table legal_texts_shown enable row level security;
create policy own_client on legal_texts_shown using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on legal_texts_shown to toguchi_app;

create table letter_texts (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint,
  document text not null,
  text_key text not null,
  body text not null,
  updated_by_kind text not null,
  updated_by_id bigint not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint letter_texts_pkey PRIMARY KEY (client_id, id),
  constraint letter_texts_place_key UNIQUE NULLS NOT DISTINCT (client_id, construction_id, document, text_key),
  constraint letter_texts_body_check CHECK ((char_length(body) <= 600)),
  constraint letter_texts_document_check CHECK ((document = ANY (ARRAY['information'::text, 'reminder'::text, 'decision'::text, 'poster'::text, 'absence_slip'::text]))),
  constraint letter_texts_text_key_check CHECK ((char_length(text_key) <= 40)),
  constraint letter_texts_updated_by_kind_check CHECK ((updated_by_kind = ANY (ARRAY['admin'::text, 'operator'::text, 'staffAdmin'::text, 'staff'::text]))),
  constraint letter_texts_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id),
  constraint letter_texts_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table letter_texts enable row level security;
create policy own_client on letter_texts using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on letter_texts to toguchi_app;

create table line_channels (
  client_id bigint not null,
  token_ciphertext bytea not null,
  secret_ciphertext bytea not null,
  bot_user_id text,
  basic_id text,
  display_name text,
  checked_at timestamp with time zone,
  is_on boolean default false not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint line_channels_pkey PRIMARY KEY (client_id),
  constraint line_channels_checked CHECK (((checked_at IS NULL) OR ((bot_user_id IS NOT NULL) AND (basic_id IS NOT NULL) AND (display_name IS NOT NULL)))),
  constraint line_channels_on CHECK (((NOT is_on) OR (checked_at IS NOT NULL))),
  constraint line_channels_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table line_channels enable row level security;
create policy own_client on line_channels using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on line_channels to toguchi_app;

create table line_link_codes (
  client_id bigint not null,
  resident_id bigint not null,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint line_link_codes_pkey PRIMARY KEY (client_id, resident_id),
  constraint line_link_codes_client_id_code_hash_key UNIQUE (client_id, code_hash),
  constraint line_link_codes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint line_link_codes_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id)
);
alter table line_link_codes enable row level security;
create policy own_client on line_link_codes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on line_link_codes to toguchi_app;

create table line_links (
  client_id bigint not null,
  resident_id bigint not null,
  line_user_id text not null,
  linked_at timestamp with time zone not null,
  constraint line_links_pkey PRIMARY KEY (client_id, resident_id),
  constraint line_links_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint line_links_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id)
);
CREATE INDEX line_links_user_idx ON public.line_links USING btree (client_id, line_user_id);
alter table line_links enable row level security;
create policy own_client on line_links using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on line_links to toguchi_app;

create table logins (
  login_id text not null,
  client_id bigint not null,
  user_id bigint not null,
  constraint logins_pkey PRIMARY KEY (login_id),
  constraint logins_user_key UNIQUE (client_id, user_id),
  constraint logins_login_id_check CHECK ((login_id = lower(login_id))),
  constraint logins_client_id_user_id_fkey FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id) ON DELETE CASCADE
);
alter table logins enable row level security;
create policy own_client_or_none on logins using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on logins to toguchi_app;

create table message_replies (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint,
  room_id bigint,
  phone text not null,
  body text not null,
  carrier_message_id text not null,
  received_at timestamp with time zone default app_now() not null,
  constraint message_replies_pkey PRIMARY KEY (client_id, id),
  constraint message_replies_carrier_key UNIQUE (client_id, carrier_message_id),
  constraint message_replies_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id),
  constraint message_replies_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint message_replies_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX message_replies_about_no_room_idx ON public.message_replies USING btree (client_id, received_at) WHERE (room_id IS NULL);
CREATE INDEX message_replies_construction_idx ON public.message_replies USING btree (client_id, construction_id, id);
CREATE INDEX message_replies_room_idx ON public.message_replies USING btree (client_id, room_id);
alter table message_replies enable row level security;
create policy own_client on message_replies using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on message_replies to toguchi_app;

create table notification_settings (
  client_id bigint not null,
  event text not null,
  cc text[] default '{}'::text[] not null,
  bcc text[] default '{}'::text[] not null,
  constraint notification_settings_pkey PRIMARY KEY (client_id, event),
  constraint notification_settings_event_check CHECK ((event = ANY (ARRAY['detail_schedule_created'::text, 'detail_schedule_updated'::text, 'detail_schedule_completed'::text, 'construction_assigned'::text, 'date_confirmed'::text, 'room_detail_updated'::text, 'closed'::text, 'rescheduled'::text, 'all_closed'::text, 'schedule_changed'::text]))),
  constraint notification_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table notification_settings enable row level security;
create policy own_client on notification_settings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on notification_settings to toguchi_app;

create table one_time_tokens (
  id bigint generated always as identity not null,
  purpose text not null,
  strategy text not null,
  token_hash bytea not null,
  client_id bigint,
  account_id bigint not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  ended_as text,
  sent_by text,
  sent_to text,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_ended_as_check CHECK ((ended_as = ANY (ARRAY['superseded'::text, 'withdrawn'::text, 'opened'::text]))),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['password'::text, 'email'::text, 'email_consent'::text, 'auto_login'::text, 'second_factor'::text, 'invitation'::text, 'sign_in'::text]))),
  constraint one_time_tokens_sent CHECK ((((sent_by IS NULL) = (sent_to IS NULL)) AND ((sent_to IS NOT NULL) OR (purpose <> ALL (ARRAY['invitation'::text, 'sign_in'::text]))))),
  constraint one_time_tokens_sent_by_check CHECK ((sent_by = ANY (ARRAY['sms'::text, 'mail'::text]))),
  constraint one_time_tokens_strategy_check CHECK ((strategy = ANY (ARRAY['user'::text, 'resident'::text, 'admin'::text, 'operator'::text]))),
  constraint one_time_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX one_time_tokens_account_idx ON public.one_time_tokens USING btree (strategy, account_id, purpose);
CREATE INDEX one_time_tokens_expires_idx ON public.one_time_tokens USING btree (expires_at);
alter table one_time_tokens enable row level security;
create policy own_client_or_none on one_time_tokens using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on one_time_tokens to toguchi_app;

create table operators (
  id bigint generated always as identity not null,
  login_id text not null,
  name text not null,
  email text not null,
  phone text,
  password_digest text,
  unconfirmed_email text,
  default_display_format text default 'list'::text not null,
  save_original_image_in_local_device boolean default false not null,
  last_sign_in_at timestamp with time zone,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  email_needs_consent boolean default false not null,
  email_changes_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_default_display_format_check CHECK ((default_display_format = ANY (ARRAY['list'::text, 'grid'::text]))),
  constraint operators_name_check CHECK ((name <> ''::text)),
  constraint operators_resting_email CHECK (((email_changes_at IS NULL) OR email_needs_consent)),
  constraint operators_waiting_email CHECK (((unconfirmed_email IS NOT NULL) OR ((NOT email_needs_consent) AND (email_changes_at IS NULL))))
);
CREATE UNIQUE INDEX operators_login_id_key ON public.operators USING btree (lower(login_id)) WHERE (discarded_at IS NULL);
grant delete, insert, select, update on operators to toguchi_app;

create table options (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  price integer not null,
  pdf_file_id bigint,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  description text,
  duration text,
  cancellation_note text,
  picture_file_id bigint,
  constraint options_pkey PRIMARY KEY (client_id, id),
  constraint options_cancellation_note_check CHECK ((char_length(cancellation_note) <= 200)),
  constraint options_description_check CHECK ((char_length(description) <= 500)),
  constraint options_duration_check CHECK ((char_length(duration) <= 30)),
  constraint options_name_check CHECK ((name <> ''::text)),
  constraint options_price_check CHECK (((price >= 0) AND (price <= 99999999))),
  constraint options_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint options_client_id_pdf_file_id_fkey FOREIGN KEY (client_id, pdf_file_id) REFERENCES files(client_id, id),
  constraint options_client_id_picture_file_id_fkey FOREIGN KEY (client_id, picture_file_id) REFERENCES files(client_id, id)
);
CREATE UNIQUE INDEX options_name_key ON public.options USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table options enable row level security;
create policy own_client on options using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on options to toguchi_app;

create table order_details (
  client_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  constructions_option_id bigint not null,
  option_name text not null,
  price integer not null,
  price_in_tax integer not null,
  constraint order_details_pkey PRIMARY KEY (client_id, id),
  constraint order_details_price_check CHECK ((price >= 0)),
  constraint order_details_price_in_tax_check CHECK ((price_in_tax >= 0)),
  constraint order_details_client_id_constructions_option_id_fkey FOREIGN KEY (client_id, constructions_option_id) REFERENCES constructions_options(client_id, id),
  constraint order_details_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id) ON DELETE CASCADE
);
CREATE INDEX order_details_order_idx ON public.order_details USING btree (client_id, order_id);
alter table order_details enable row level security;
create policy own_client on order_details using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on order_details to toguchi_app;

create table order_month_changes (
  client_id bigint not null,
  id uuid default gen_random_uuid() not null,
  month text not null,
  status text not null,
  orders_count integer default 0 not null,
  sold_count integer default 0 not null,
  sold_amount bigint default 0 not null,
  is_sum boolean default false not null,
  constraint order_month_changes_pkey PRIMARY KEY (client_id, month, status, id),
  constraint order_month_changes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX order_month_changes_single_idx ON public.order_month_changes USING btree (client_id) WHERE (NOT is_sum);
alter table order_month_changes enable row level security;
create policy own_client on order_month_changes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant select on order_month_changes to toguchi_app;

create table order_sums (
  client_id bigint not null,
  order_id bigint not null,
  month text,
  status text,
  is_sold boolean default false not null,
  kept_amount bigint default 0 not null,
  constraint order_sums_pkey PRIMARY KEY (client_id, order_id),
  constraint order_sums_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table order_sums enable row level security;
create policy own_client on order_sums using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant select on order_sums to toguchi_app;

create table orders (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  construction_id bigint not null,
  room_id bigint not null,
  resident_id bigint,
  resident_name text,
  pay_method text,
  status text not null,
  status_before_cancel text,
  total_price_in_tax integer not null,
  payment_period_end_on date,
  completion_at timestamp with time zone,
  canceled_at timestamp with time zone,
  failure_reason text,
  request_id uuid,
  collected_by_user_id bigint,
  collection_signature_file_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  resident_name_key text generated always as (fold_name(resident_name)) stored,
  cancel_applied_at timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (client_id, id),
  constraint orders_request_key UNIQUE (client_id, room_id, request_id),
  constraint orders_uuid_key UNIQUE (client_id, uuid),
  constraint orders_canceled_at CHECK (((status = 'cancel_order'::text) = (canceled_at IS NOT NULL))),
  constraint orders_method CHECK (((pay_method IS NOT NULL) OR (total_price_in_tax = 0))),
  constraint orders_paid_at CHECK (((status <> 'paid'::text) OR (completion_at IS NOT NULL))),
  constraint orders_pay_method_check CHECK ((pay_method = ANY (ARRAY['credit'::text, 'webcvs'::text, 'cash'::text, 'other'::text]))),
  constraint orders_status_before_cancel CHECK (((status = 'cancel_application'::text) = (status_before_cancel IS NOT NULL))),
  constraint orders_status_before_cancel_check CHECK ((status_before_cancel = ANY (ARRAY['unpaid'::text, 'paid'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['initial'::text, 'unpaid'::text, 'paid'::text, 'cancel_application'::text, 'cancel_order'::text, 'failed'::text]))),
  constraint orders_total_price_in_tax_check CHECK ((total_price_in_tax >= 0)),
  constraint orders_client_id_collected_by_user_id_fkey FOREIGN KEY (client_id, collected_by_user_id) REFERENCES users(client_id, id),
  constraint orders_client_id_collection_signature_file_id_fkey FOREIGN KEY (client_id, collection_signature_file_id) REFERENCES files(client_id, id),
  constraint orders_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id),
  constraint orders_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id)
);
CREATE INDEX orders_construction_idx ON public.orders USING btree (client_id, construction_id, id);
CREATE INDEX orders_created_idx ON public.orders USING btree (client_id, created_at);
CREATE INDEX orders_resident_idx ON public.orders USING btree (client_id, resident_id) WHERE (resident_id IS NOT NULL);
CREATE INDEX orders_room_idx ON public.orders USING btree (client_id, room_id, id);
CREATE INDEX orders_status_idx ON public.orders USING btree (client_id, status, id);
CREATE INDEX orders_unpaid_idx ON public.orders USING btree (client_id, payment_period_end_on) WHERE (status = 'unpaid'::text);
CREATE CONSTRAINT TRIGGER orders_sum_changed AFTER UPDATE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.status_before_cancel IS DISTINCT FROM new.status_before_cancel)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION sum_order('orders');
CREATE CONSTRAINT TRIGGER orders_sum_come_and_gone AFTER INSERT OR DELETE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_order('orders');
alter table orders enable row level security;
create policy own_client on orders using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on orders to toguchi_app;

create table outbox_messages (
  client_id bigint not null,
  id bigint generated always as identity not null,
  transport text not null,
  recipients text[] not null,
  cc text[] default '{}'::text[] not null,
  bcc text[] default '{}'::text[] not null,
  subject text not null,
  body text not null,
  event_id bigint,
  state text default 'waiting'::text not null,
  recall_key text,
  room_id bigint,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default app_now() not null,
  sent_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone default now() not null,
  kind text default 'other'::text not null,
  urgent boolean default false not null,
  construction_id bigint,
  resident_id bigint,
  tells_place boolean default false not null,
  is_last_try boolean default false not null,
  carrier text,
  earlier_attempts integer default 0 not null,
  carrier_message_id text,
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure_code text,
  on_paper_at timestamp with time zone,
  printed_at timestamp with time zone,
  retry_key uuid,
  constraint outbox_messages_pkey PRIMARY KEY (client_id, id),
  constraint outbox_messages_failed_at CHECK (((state = 'failed'::text) = (failed_at IS NOT NULL))),
  constraint outbox_messages_on_paper CHECK (((on_paper_at IS NULL) OR (state = 'failed'::text))),
  constraint outbox_messages_paper CHECK (((transport <> 'paper'::text) OR (state = ANY (ARRAY['paper'::text, 'recalled'::text])))),
  constraint outbox_messages_printed_at CHECK (((printed_at IS NULL) OR (transport = 'paper'::text))),
  constraint outbox_messages_recipients_check CHECK (((transport = 'paper'::text) OR (cardinality(recipients) > 0))),
  constraint outbox_messages_sent_at CHECK (((state <> 'sent'::text) OR (sent_at IS NOT NULL))),
  constraint outbox_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'recalled'::text, 'paper'::text]))),
  constraint outbox_messages_transport_check CHECK ((transport = ANY (ARRAY['mail'::text, 'line'::text, 'sms'::text, 'paper'::text]))),
  constraint outbox_messages_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id),
  constraint outbox_messages_client_id_event_id_fkey FOREIGN KEY (client_id, event_id) REFERENCES events(client_id, id),
  constraint outbox_messages_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint outbox_messages_client_id_resident_id_fkey FOREIGN KEY (client_id, resident_id) REFERENCES residents(client_id, id)
);
CREATE INDEX outbox_messages_about_no_room_idx ON public.outbox_messages USING btree (client_id, created_at) WHERE ((room_id IS NULL) AND (body <> ''::text));
CREATE INDEX outbox_messages_construction_idx ON public.outbox_messages USING btree (client_id, construction_id, id) WHERE (construction_id IS NOT NULL);
CREATE INDEX outbox_messages_due_idx ON public.outbox_messages USING btree (client_id, transport, urgent, next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX outbox_messages_emptied_idx ON public.outbox_messages USING btree (client_id, created_at) WHERE (body = ''::text);
CREATE INDEX outbox_messages_event_idx ON public.outbox_messages USING btree (client_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX outbox_messages_failed_idx ON public.outbox_messages USING btree (client_id, failed_at) WHERE (state = 'failed'::text);
CREATE INDEX outbox_messages_number_idx ON public.outbox_messages USING btree (client_id, (recipients[1]), id) WHERE (transport = 'sms'::text);
CREATE INDEX outbox_messages_paper_idx ON public.outbox_messages USING btree (client_id, room_id) WHERE (on_paper_at IS NOT NULL);
CREATE INDEX outbox_messages_recall_idx ON public.outbox_messages USING btree (client_id, recall_key) WHERE (recall_key IS NOT NULL);
CREATE INDEX outbox_messages_resident_idx ON public.outbox_messages USING btree (client_id, resident_id) WHERE (resident_id IS NOT NULL);
CREATE INDEX outbox_messages_room_idx ON public.outbox_messages USING btree (client_id, room_id) WHERE ((state = ANY (ARRAY['waiting'::text, 'sending'::text])) AND tells_place);
CREATE INDEX outbox_messages_to_print_idx ON public.outbox_messages USING btree (client_id, construction_id, id) WHERE ((state = 'paper'::text) AND (printed_at IS NULL));
CREATE INDEX outbox_messages_told_idx ON public.outbox_messages USING btree (client_id, room_id) WHERE ((room_id IS NOT NULL) AND (state = ANY (ARRAY['sent'::text, 'failed'::text])));
alter table outbox_messages enable row level security;
create policy own_client on outbox_messages using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on outbox_messages to toguchi_app;

create table payment_notifications (
  client_id bigint not null,
  id bigint generated always as identity not null,
  payment_id bigint not null,
  adapter text not null,
  external_id text not null,
  kind text not null,
  amount integer,
  outcome text not null,
  body jsonb not null,
  received_at timestamp with time zone default app_now() not null,
  constraint payment_notifications_pkey PRIMARY KEY (client_id, id),
  constraint payment_notifications_external_key UNIQUE (client_id, adapter, external_id),
  constraint payment_notifications_client_id_payment_id_fkey FOREIGN KEY (client_id, payment_id) REFERENCES payments(client_id, id)
);
CREATE INDEX payment_notifications_payment_idx ON public.payment_notifications USING btree (client_id, payment_id, id);
alter table payment_notifications enable row level security;
create policy own_client on payment_notifications using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on payment_notifications to toguchi_app;

create table payments (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  order_id bigint not null,
  adapter text not null,
  pay_method text not null,
  amount integer not null,
  state text not null,
  external_id text,
  external_payment_id text,
  payment_url text,
  konbini_number text,
  konbini_confirmation_number text,
  voucher_url text,
  expires_at timestamp with time zone,
  failure_reason text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payments_pkey PRIMARY KEY (client_id, id),
  constraint payments_external_key UNIQUE (client_id, adapter, external_id),
  constraint payments_uuid_key UNIQUE (client_id, uuid),
  constraint payments_adapter_check CHECK ((adapter = ANY (ARRAY['sandbox'::text, 'stripe'::text]))),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_pay_method_check CHECK ((pay_method = ANY (ARRAY['credit'::text, 'webcvs'::text]))),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['started'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'canceled'::text]))),
  constraint payments_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id)
);
CREATE UNIQUE INDEX payments_open_key ON public.payments USING btree (client_id, order_id) WHERE (state = ANY (ARRAY['started'::text, 'pending'::text]));
CREATE INDEX payments_order_idx ON public.payments USING btree (client_id, order_id, id);
alter table payments enable row level security;
create policy own_client on payments using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on payments to toguchi_app;

create table photo_deliveries (
  client_id bigint not null,
  construction_id bigint not null,
  major_category text not null,
  before_category text not null,
  under_category text not null,
  after_category text not null,
  work_type text,
  work_kind text,
  work_detail text,
  media_number integer not null,
  other_formats text not null,
  after_is_representative boolean not null,
  constraint photo_deliveries_pkey PRIMARY KEY (client_id, construction_id),
  constraint photo_deliveries_media_number_check CHECK ((media_number >= 1)),
  constraint photo_deliveries_other_formats_check CHECK ((other_formats = ANY (ARRAY['leave_out'::text, 'copy'::text]))),
  constraint photo_deliveries_work_detail_check CHECK ((char_length(work_detail) <= 127)),
  constraint photo_deliveries_work_kind_check CHECK ((char_length(work_kind) <= 127)),
  constraint photo_deliveries_work_type_check CHECK ((char_length(work_type) <= 127)),
  constraint photo_deliveries_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id)
);
alter table photo_deliveries enable row level security;
create policy own_client on photo_deliveries using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on photo_deliveries to toguchi_app;

create table photo_ledgers (
  client_id bigint not null,
  construction_id bigint not null,
  choices jsonb not null,
  job_id bigint,
  photos integer,
  pages integer,
  constraint photo_ledgers_pkey PRIMARY KEY (client_id, construction_id),
  constraint photo_ledgers_made CHECK ((((job_id IS NULL) = (photos IS NULL)) AND ((job_id IS NULL) = (pages IS NULL)))),
  constraint photo_ledgers_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint photo_ledgers_client_id_job_id_fkey FOREIGN KEY (client_id, job_id) REFERENCES jobs(client_id, id)
);
CREATE INDEX photo_ledgers_job_idx ON public.photo_ledgers USING btree (client_id, job_id);
alter table photo_ledgers enable row level security;
create policy own_client on photo_ledgers using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on photo_ledgers to toguchi_app;

create table photography_place_entries (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  area text not null,
  photography_place_id bigint,
  free_input text,
  before_construction boolean default true not null,
  under_construction boolean default true not null,
  after_construction boolean default true not null,
  remarks text,
  "position" integer not null,
  discarded_at timestamp with time zone,
  constraint photography_place_entries_pkey PRIMARY KEY (client_id, id),
  constraint photography_place_entries_area_check CHECK ((area = ANY (ARRAY['common'::text, 'private'::text]))),
  constraint photography_place_entries_named CHECK (((photography_place_id IS NULL) <> (free_input IS NULL))),
  constraint photography_place_entries_remarks CHECK (((area = 'common'::text) OR (remarks IS NULL))),
  constraint photography_place_entries_timing CHECK ((before_construction OR under_construction OR after_construction)),
  constraint photography_place_entries_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint photography_place_entries_client_id_photography_place_id_fkey FOREIGN KEY (client_id, photography_place_id) REFERENCES photography_places(client_id, id)
);
CREATE INDEX photography_place_entries_construction_idx ON public.photography_place_entries USING btree (client_id, construction_id, "position");
CREATE UNIQUE INDEX photography_place_entries_place_key ON public.photography_place_entries USING btree (client_id, construction_id, area, photography_place_id) WHERE ((discarded_at IS NULL) AND (photography_place_id IS NOT NULL));
alter table photography_place_entries enable row level security;
create policy own_client on photography_place_entries using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on photography_place_entries to toguchi_app;

create table photography_places (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  remarks text,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint photography_places_pkey PRIMARY KEY (client_id, id),
  constraint photography_places_name_check CHECK ((name <> ''::text)),
  constraint photography_places_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX photography_places_name_key ON public.photography_places USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table photography_places enable row level security;
create policy own_client on photography_places using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on photography_places to toguchi_app;

create table platform_events (
  id bigint generated always as identity not null,
  kind text not null,
  actor_kind text not null,
  actor_id bigint,
  subject_type text not null,
  subject_id bigint not null,
  change jsonb default '{}'::jsonb not null,
  at timestamp with time zone default app_now() not null,
  constraint platform_events_pkey PRIMARY KEY (id),
  constraint platform_events_actor CHECK (((actor_kind = 'system'::text) = (actor_id IS NULL))),
  constraint platform_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['admin'::text, 'operator'::text, 'system'::text]))),
  constraint platform_events_subject_type_check CHECK ((subject_type = ANY (ARRAY['admins'::text, 'operators'::text, 'platform_informations'::text])))
);
CREATE INDEX platform_events_subject_idx ON public.platform_events USING btree (subject_type, subject_id, id);
alter table platform_events enable row level security;
create policy outside_of_clients on platform_events using ((NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL));
grant insert, select on platform_events to toguchi_app;

create table platform_informations (
  id bigint generated always as identity not null,
  kind text not null,
  title text not null,
  body text,
  client_ids bigint[],
  starts_on date not null,
  ends_on date not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint platform_informations_pkey PRIMARY KEY (id),
  constraint platform_informations_client_ids_check CHECK ((cardinality(client_ids) > 0)),
  constraint platform_informations_days CHECK ((starts_on <= ends_on)),
  constraint platform_informations_kind_check CHECK ((kind = ANY (ARRAY['alert'::text, 'add'::text, 'info'::text]))),
  constraint platform_informations_title_check CHECK ((title <> ''::text))
);
CREATE INDEX platform_informations_days_idx ON public.platform_informations USING btree (ends_on) WHERE (ended_at IS NULL);
alter table platform_informations enable row level security;
create policy changed_outside_of_clients on platform_informations for update using ((NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL));
create policy of_the_platform_or_for_the_client on platform_informations for select using (((NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL) OR (client_ids IS NULL) OR ((NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint = ANY (client_ids))));
create policy written_outside_of_clients on platform_informations for insert with check ((NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL));
grant insert, select, update on platform_informations to toguchi_app;

create table platform_messages (
  id bigint generated always as identity not null,
  recipients text[] not null,
  subject text not null,
  body text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default app_now() not null,
  sent_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone default now() not null,
  kind text default 'other'::text not null,
  urgent boolean default false not null,
  carrier text,
  failed_at timestamp with time zone,
  failure_code text,
  constraint platform_messages_pkey PRIMARY KEY (id),
  constraint platform_messages_failed_at CHECK (((state = 'failed'::text) = (failed_at IS NOT NULL))),
  constraint platform_messages_recipients_check CHECK ((cardinality(recipients) > 0)),
  constraint platform_messages_sent_at CHECK (((state <> 'sent'::text) OR (sent_at IS NOT NULL))),
  constraint platform_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX platform_messages_due_idx ON public.platform_messages USING btree (urgent, next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
alter table platform_messages enable row level security;
create policy outside_of_clients on platform_messages using ((NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL));
grant delete, insert, select, update on platform_messages to toguchi_app;

create table public_ids (
  uuid uuid not null,
  client_id bigint not null,
  kind text not null,
  row_id bigint not null,
  constraint public_ids_pkey PRIMARY KEY (uuid),
  constraint public_ids_kind_check CHECK ((kind = ANY (ARRAY['construction'::text, 'room'::text, 'payment'::text, 'visit_notice'::text]))),
  constraint public_ids_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX public_ids_client_id_idx ON public.public_ids USING btree (client_id, kind, row_id);
alter table public_ids enable row level security;
create policy own_client_or_none on public_ids using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on public_ids to toguchi_app;

create table receipts (
  client_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  number integer not null,
  issue_number integer not null,
  addressee text,
  amount integer not null,
  tax integer not null,
  issued_at timestamp with time zone default app_now() not null,
  request_id uuid,
  constraint receipts_pkey PRIMARY KEY (client_id, id),
  constraint receipts_issue_key UNIQUE (client_id, order_id, issue_number),
  constraint receipts_request_key UNIQUE (client_id, order_id, request_id),
  constraint receipts_amount_check CHECK ((amount > 0)),
  constraint receipts_issue_number_check CHECK ((issue_number >= 1)),
  constraint receipts_tax_check CHECK ((tax >= 0)),
  constraint receipts_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id)
);
CREATE INDEX receipts_number_idx ON public.receipts USING btree (client_id, number);
alter table receipts enable row level security;
create policy own_client on receipts using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on receipts to toguchi_app;

create table reception_types (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  "position" integer not null,
  constraint reception_types_pkey PRIMARY KEY (client_id, id),
  constraint reception_types_name_key UNIQUE (client_id, name),
  constraint reception_types_name_check CHECK ((name <> ''::text)),
  constraint reception_types_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table reception_types enable row level security;
create policy own_client on reception_types using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on reception_types to toguchi_app;

create table recovery_codes (
  second_factor_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (second_factor_id, code_hash),
  constraint recovery_codes_second_factor_id_fkey FOREIGN KEY (second_factor_id) REFERENCES second_factors(id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
create policy own_second_factor on recovery_codes using ((EXISTS ( SELECT
   FROM second_factors f
  WHERE (f.id = recovery_codes.second_factor_id))));
grant delete, insert, select, update on recovery_codes to toguchi_app;

create table refunds (
  client_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  payment_id bigint,
  amount integer not null,
  refund_method text not null,
  state text not null,
  reason text not null,
  account_ciphertext bytea,
  attempt_key text,
  external_id text,
  failure_reason text,
  failure_code text,
  returned_of bigint,
  done_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  settler text,
  settler_id bigint,
  account_writers text[] default '{}'::text[] not null,
  constraint refunds_pkey PRIMARY KEY (client_id, id),
  constraint refunds_attempt_key UNIQUE (client_id, attempt_key),
  constraint refunds_returned_of_key UNIQUE (client_id, returned_of),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_done_at CHECK (((state = 'done'::text) = (done_at IS NOT NULL))),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['cancellation'::text, 'late_payment'::text, 'double_payment'::text, 'wrong_amount'::text]))),
  constraint refunds_refund_method_check CHECK ((refund_method = ANY (ARRAY['card'::text, 'bank_transfer'::text, 'cash'::text]))),
  constraint refunds_settler CHECK (((settler IS NULL) = (settler_id IS NULL))),
  constraint refunds_settler_check CHECK ((settler = ANY (ARRAY['user'::text, 'admin'::text]))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['account_wanted'::text, 'open'::text, 'processing'::text, 'done'::text, 'failed'::text]))),
  constraint refunds_two_people CHECK (((state <> 'done'::text) OR (refund_method <> 'bank_transfer'::text) OR (cardinality(account_writers) = 0) OR ((settler IS NOT NULL) AND (NOT (((settler || ':'::text) || settler_id) = ANY (account_writers)))))),
  constraint refunds_client_id_order_id_fkey FOREIGN KEY (client_id, order_id) REFERENCES orders(client_id, id),
  constraint refunds_client_id_payment_id_fkey FOREIGN KEY (client_id, payment_id) REFERENCES payments(client_id, id),
  constraint refunds_client_id_returned_of_fkey FOREIGN KEY (client_id, returned_of) REFERENCES refunds(client_id, id)
);
CREATE INDEX refunds_open_idx ON public.refunds USING btree (client_id, id) WHERE (state <> 'done'::text);
CREATE INDEX refunds_order_idx ON public.refunds USING btree (client_id, order_id, id);
CREATE CONSTRAINT TRIGGER refunds_sum_changed AFTER UPDATE ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.amount IS DISTINCT FROM new.amount) OR ((old.state = 'done'::text) IS DISTINCT FROM (new.state = 'done'::text)))) EXECUTE FUNCTION sum_order('refunds');
CREATE CONSTRAINT TRIGGER refunds_sum_come_and_gone AFTER INSERT OR DELETE ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_order('refunds');
alter table refunds enable row level security;
create policy own_client on refunds using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on refunds to toguchi_app;

create table residents (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  login_id text,
  password_digest text,
  name text,
  gender text,
  phone text,
  own_or_rent text,
  email text,
  agreed_at timestamp with time zone,
  registered_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  erased_at timestamp with time zone,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  unproven_email text,
  phone_unproven boolean default false not null,
  office_changed_contact_at timestamp with time zone,
  no_messages_since timestamp with time zone,
  consented_at timestamp with time zone,
  known_to text[] default '{}'::text[] not null,
  unproven_phone text,
  name_kana text,
  name_key text generated always as (((COALESCE(fold_name(name), ''::text) || '
'::text) || COALESCE(fold_name(name_kana), ''::text))) stored not null,
  reading_size text default 'normal'::text not null,
  reading_words text default 'normal'::text not null,
  constraint residents_pkey PRIMARY KEY (client_id, id),
  constraint residents_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text]))),
  constraint residents_login_with_password CHECK (((login_id IS NULL) = (password_digest IS NULL))),
  constraint residents_own_or_rent_check CHECK ((own_or_rent = ANY (ARRAY['own'::text, 'rent'::text]))),
  constraint residents_reading_size_check CHECK ((reading_size = ANY (ARRAY['normal'::text, 'large'::text]))),
  constraint residents_reading_words_check CHECK ((reading_words = ANY (ARRAY['normal'::text, 'easy'::text]))),
  constraint residents_unproven_email CHECK (((unproven_email IS DISTINCT FROM email) OR (email IS NULL))),
  constraint residents_unproven_phone CHECK (((unproven_phone IS NULL) OR ((phone IS NOT NULL) AND (phone <> unproven_phone) AND (NOT phone_unproven)))),
  constraint residents_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX residents_email_idx ON public.residents USING btree (client_id, email) WHERE ((discarded_at IS NULL) AND (email IS NOT NULL));
CREATE UNIQUE INDEX residents_login_id_key ON public.residents USING btree (client_id, lower(login_id)) WHERE (discarded_at IS NULL);
CREATE INDEX residents_name_idx ON public.residents USING btree (client_id, name_key) INCLUDE (room_id) WHERE (discarded_at IS NULL);
CREATE INDEX residents_named_by_digits_idx ON public.residents USING btree (client_id, room_id) WHERE ((discarded_at IS NULL) AND (name_key ~ '[0-9]'::text));
CREATE INDEX residents_phone_beginning_idx ON public.residents USING btree (client_id, phone text_pattern_ops) WHERE ((discarded_at IS NULL) AND (phone IS NOT NULL));
CREATE INDEX residents_room_idx ON public.residents USING btree (client_id, room_id);
CREATE UNIQUE INDEX residents_room_key ON public.residents USING btree (client_id, room_id) WHERE (discarded_at IS NULL);
CREATE INDEX residents_unproven_phone_beginning_idx ON public.residents USING btree (client_id, unproven_phone text_pattern_ops) WHERE ((discarded_at IS NULL) AND (unproven_phone IS NOT NULL));
CREATE TRIGGER residents_note_changed AFTER UPDATE ON public.residents FOR EACH ROW WHEN (((old.discarded_at IS NULL) IS DISTINCT FROM (new.discarded_at IS NULL))) EXECUTE FUNCTION note_client_count('residents');
CREATE TRIGGER residents_note_come AFTER INSERT ON public.residents REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('residents');
CREATE TRIGGER residents_note_gone AFTER DELETE ON public.residents REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('residents');
alter table residents enable row level security;
create policy own_client on residents using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on residents to toguchi_app;

create table revisit_wishes (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  dates date[] not null,
  dayparts text[] not null,
  phone text,
  note text,
  call_by date not null,
  wished_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint revisit_wishes_pkey PRIMARY KEY (client_id, id),
  constraint revisit_wishes_dates_check CHECK (((cardinality(dates) >= 1) AND (cardinality(dates) <= 5))),
  constraint revisit_wishes_dayparts CHECK (((cardinality(dayparts) = cardinality(dates)) AND (dayparts <@ ARRAY['am'::text, 'pm'::text, 'evening'::text, 'any'::text]))),
  constraint revisit_wishes_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX revisit_wishes_open_key ON public.revisit_wishes USING btree (client_id, room_id) WHERE (settled_at IS NULL);
alter table revisit_wishes enable row level security;
create policy own_client on revisit_wishes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on revisit_wishes to toguchi_app;

create table room_absences (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  visited_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  uuid uuid default gen_random_uuid() not null,
  incomplete_reason_id bigint,
  photo_omitted_reason text,
  recorded_by_kind text,
  recorded_by_id bigint,
  told_by text,
  constraint room_absences_pkey PRIMARY KEY (client_id, id),
  constraint room_absences_uuid_key UNIQUE (client_id, uuid),
  constraint room_absences_photo_omitted_reason_check CHECK (((char_length(photo_omitted_reason) >= 1) AND (char_length(photo_omitted_reason) <= 100))),
  constraint room_absences_told_by_check CHECK ((told_by = ANY (ARRAY['mail'::text, 'line'::text, 'sms'::text, 'paper'::text]))),
  constraint room_absences_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE,
  constraint room_absences_reason_fkey FOREIGN KEY (client_id, incomplete_reason_id) REFERENCES incomplete_reasons(client_id, id)
);
CREATE UNIQUE INDEX room_absences_open_key ON public.room_absences USING btree (client_id, room_id) WHERE (ended_at IS NULL);
CREATE INDEX room_absences_room_idx ON public.room_absences USING btree (client_id, room_id, id);
alter table room_absences enable row level security;
create policy own_client on room_absences using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_absences to toguchi_app;

create table room_addresses (
  address text not null,
  client_id bigint not null,
  room_id bigint not null,
  constraint room_addresses_pkey PRIMARY KEY (address),
  constraint room_addresses_room_key UNIQUE (client_id, room_id),
  constraint room_addresses_address_check CHECK ((address ~ '^[2-9A-HJ-NP-Z]{6}$'::text)),
  constraint room_addresses_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint room_addresses_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table room_addresses enable row level security;
create policy own_client_or_none on room_addresses using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on room_addresses to toguchi_app;

create table room_answers (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  event_id bigint not null,
  channel text not null,
  caller text,
  verified_fact text,
  slip_file_id bigint,
  created_at timestamp with time zone default app_now() not null,
  outcome text default 'answered'::text not null,
  contents text,
  call_back_at timestamp with time zone,
  called_back_at timestamp with time zone,
  call_back_user_id bigint,
  call_back_phone text,
  call_back_result text,
  received_on date,
  pile_key text,
  constraint room_answers_pkey PRIMARY KEY (client_id, id),
  constraint room_answers_call_back CHECK (((outcome = 'call_back'::text) = (call_back_at IS NOT NULL))),
  constraint room_answers_call_back_phone_check CHECK ((call_back_phone ~ '^[0-9]{10,11}$'::text)),
  constraint room_answers_call_back_result CHECK (((call_back_result IS NULL) OR (called_back_at IS NOT NULL))),
  constraint room_answers_call_back_result_check CHECK ((char_length(call_back_result) <= 2000)),
  constraint room_answers_called_back CHECK (((called_back_at IS NULL) OR (call_back_at IS NOT NULL))),
  constraint room_answers_channel_check CHECK ((channel = ANY (ARRAY['tel'::text, 'paper'::text, 'mail'::text, 'visit'::text, 'other'::text]))),
  constraint room_answers_contents_check CHECK ((char_length(contents) <= 2000)),
  constraint room_answers_of_call_back CHECK (((call_back_at IS NOT NULL) OR ((call_back_user_id IS NULL) AND (call_back_phone IS NULL) AND (call_back_result IS NULL)))),
  constraint room_answers_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'moved'::text, 'answered'::text, 'noted'::text, 'call_back'::text, 'cancel_applied'::text]))),
  constraint room_answers_pile_on_paper CHECK (((pile_key IS NULL) OR (channel = 'paper'::text))),
  constraint room_answers_verified_fact_check CHECK ((verified_fact = ANY (ARRAY['phone'::text, 'date'::text, 'manage_no'::text, 'email'::text, 'code'::text]))),
  constraint room_answers_client_id_call_back_user_id_fkey FOREIGN KEY (client_id, call_back_user_id) REFERENCES users(client_id, id),
  constraint room_answers_client_id_event_id_fkey FOREIGN KEY (client_id, event_id) REFERENCES events(client_id, id),
  constraint room_answers_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE,
  constraint room_answers_client_id_slip_file_id_fkey FOREIGN KEY (client_id, slip_file_id) REFERENCES files(client_id, id)
);
CREATE INDEX room_answers_call_back_idx ON public.room_answers USING btree (client_id, call_back_at) WHERE ((call_back_at IS NOT NULL) AND (called_back_at IS NULL));
CREATE INDEX room_answers_call_back_user_idx ON public.room_answers USING btree (client_id, call_back_user_id) WHERE (call_back_user_id IS NOT NULL);
CREATE INDEX room_answers_day_idx ON public.room_answers USING btree (client_id, created_at);
CREATE INDEX room_answers_event_idx ON public.room_answers USING btree (client_id, event_id);
CREATE INDEX room_answers_pile_idx ON public.room_answers USING btree (client_id, pile_key) WHERE (pile_key IS NOT NULL);
CREATE INDEX room_answers_room_idx ON public.room_answers USING btree (client_id, room_id, id);
alter table room_answers enable row level security;
create policy own_client on room_answers using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_answers to toguchi_app;

create table room_blocks (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  "position" integer default 1 not null,
  name text default ''::text not null,
  initials text default ''::text not null,
  digits integer default 2 not null,
  floor_number integer not null,
  room_number_per_floor integer not null,
  floor_start integer default 1 not null,
  except_for_lower_digit_four boolean default false not null,
  except_for_lower_digit_nine boolean default false not null,
  constraint room_blocks_pkey PRIMARY KEY (client_id, id),
  constraint room_blocks_position_key UNIQUE (client_id, construction_id, "position"),
  constraint room_blocks_digits_check CHECK (((digits >= 1) AND (digits <= 4))),
  constraint room_blocks_floor_number_check CHECK (((floor_number >= 1) AND (floor_number <= 100))),
  constraint room_blocks_floor_start_check CHECK (((floor_start >= 1) AND (floor_start <= 100))),
  constraint room_blocks_room_number_per_floor_check CHECK (((room_number_per_floor >= 1) AND (room_number_per_floor <= 100))),
  constraint room_blocks_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
alter table room_blocks enable row level security;
create policy own_client on room_blocks using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_blocks to toguchi_app;

create table room_completion_reports (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  room_id bigint not null,
  completion_report_id bigint,
  lock_version integer default 1 not null,
  saved_at timestamp with time zone not null,
  constraint room_completion_reports_pkey PRIMARY KEY (client_id, id),
  constraint room_completion_reports_room_key UNIQUE (client_id, room_id),
  constraint room_completion_reports_client_id_completion_report_id_fkey FOREIGN KEY (client_id, completion_report_id) REFERENCES completion_reports(client_id, id),
  constraint room_completion_reports_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE
);
CREATE INDEX room_completion_reports_template_idx ON public.room_completion_reports USING btree (client_id, completion_report_id);
alter table room_completion_reports enable row level security;
create policy own_client on room_completion_reports using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_completion_reports to toguchi_app;

create table room_images (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid not null,
  construction_id bigint not null,
  room_id bigint not null,
  photography_place_entry_id bigint,
  constructions_option_id bigint,
  timing text not null,
  filming_at timestamp with time zone not null,
  file_id bigint not null,
  thumbnail_file_id bigint,
  view_file_id bigint,
  signboard_file_id bigint,
  width integer,
  height integer,
  uploaded_by_kind text not null,
  uploaded_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  hidden_at timestamp with time zone,
  signboard_hidden boolean default false not null,
  signboard_work_kind text,
  signboard_place text,
  signboard_note text,
  signboard_version bytea,
  device_at timestamp with time zone,
  filming_at_before timestamp with time zone,
  filming_at_reason text,
  constraint room_images_pkey PRIMARY KEY (client_id, id),
  constraint room_images_uuid_key UNIQUE (client_id, uuid),
  constraint room_images_corrected CHECK (((filming_at_before IS NULL) = (filming_at_reason IS NULL))),
  constraint room_images_position CHECK (((photography_place_entry_id IS NULL) <> (constructions_option_id IS NULL))),
  constraint room_images_timing_check CHECK ((timing = ANY (ARRAY['before_construction'::text, 'under_construction'::text, 'after_construction'::text]))),
  constraint room_images_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id),
  constraint room_images_client_id_constructions_option_id_fkey FOREIGN KEY (client_id, constructions_option_id) REFERENCES constructions_options(client_id, id),
  constraint room_images_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id),
  constraint room_images_client_id_photography_place_entry_id_fkey FOREIGN KEY (client_id, photography_place_entry_id) REFERENCES photography_place_entries(client_id, id),
  constraint room_images_client_id_signboard_file_id_fkey FOREIGN KEY (client_id, signboard_file_id) REFERENCES files(client_id, id),
  constraint room_images_client_id_thumbnail_file_id_fkey FOREIGN KEY (client_id, thumbnail_file_id) REFERENCES files(client_id, id),
  constraint room_images_client_id_view_file_id_fkey FOREIGN KEY (client_id, view_file_id) REFERENCES files(client_id, id)
);
CREATE INDEX room_images_construction_idx ON public.room_images USING btree (client_id, construction_id);
CREATE INDEX room_images_hidden_idx ON public.room_images USING btree (client_id, hidden_at) WHERE (hidden_at IS NOT NULL);
CREATE INDEX room_images_room_idx ON public.room_images USING btree (client_id, room_id, id);
alter table room_images enable row level security;
create policy own_client on room_images using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_images to toguchi_app;

create table room_numbers (
  client_id bigint not null,
  number text not null,
  room_id bigint not null,
  constraint room_numbers_pkey PRIMARY KEY (client_id, number, room_id),
  constraint room_numbers_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
CREATE INDEX room_numbers_room_idx ON public.room_numbers USING btree (client_id, room_id);
alter table room_numbers enable row level security;
create policy own_client on room_numbers using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant select on room_numbers to toguchi_app;

create table room_occupancies (
  client_id bigint not null,
  room_id bigint not null,
  occupancy text default 'occupied'::text not null,
  contact_outcome text,
  outcome_note text,
  opener text,
  opener_note text,
  owner_name text,
  owner_name_kana text,
  owner_zipcode text,
  owner_address text,
  owner_phone text,
  owner_email text,
  has_owner_contact boolean generated always as (((owner_address IS NOT NULL) OR (owner_phone IS NOT NULL) OR (owner_email IS NOT NULL))) stored not null,
  updated_at timestamp with time zone default now() not null,
  constraint room_occupancies_pkey PRIMARY KEY (client_id, room_id),
  constraint room_occupancies_contact_outcome_check CHECK ((contact_outcome = ANY (ARRAY['unreachable'::text, 'refused'::text]))),
  constraint room_occupancies_occupancy_check CHECK ((occupancy = ANY (ARRAY['occupied'::text, 'vacant'::text, 'long_absent'::text]))),
  constraint room_occupancies_opener_check CHECK ((opener = ANY (ARRAY['owner'::text, 'manager'::text, 'key'::text]))),
  constraint room_occupancies_opener_of_away CHECK (((opener IS NULL) OR (occupancy <> 'occupied'::text))),
  constraint room_occupancies_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table room_occupancies enable row level security;
create policy own_client on room_occupancies using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_occupancies to toguchi_app;

create table room_presences (
  client_id bigint not null,
  room_id bigint not null,
  presence_method text not null,
  proxy_name text,
  proxy_relation text,
  proxy_phone text,
  consented_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint room_presences_pkey PRIMARY KEY (client_id, room_id),
  constraint room_presences_consent CHECK (((presence_method = ANY (ARRAY['self'::text, 'proxy'::text])) OR (consented_at IS NOT NULL))),
  constraint room_presences_presence_method_check CHECK ((presence_method = ANY (ARRAY['self'::text, 'proxy'::text, 'auxiliary_lock'::text, 'key_custody'::text, 'unattended'::text]))),
  constraint room_presences_proxy CHECK (((presence_method = 'proxy'::text) = (proxy_name IS NOT NULL))),
  constraint room_presences_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table room_presences enable row level security;
create policy own_client on room_presences using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_presences to toguchi_app;

create table room_reminders (
  client_id bigint not null,
  room_id bigint not null,
  kind text not null,
  about_on date not null,
  created_at timestamp with time zone default now() not null,
  constraint room_reminders_pkey PRIMARY KEY (client_id, room_id, kind, about_on),
  constraint room_reminders_kind_check CHECK ((kind = 'day_before'::text)),
  constraint room_reminders_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table room_reminders enable row level security;
create policy own_client on room_reminders using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_reminders to toguchi_app;

create table room_signatures (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  room_id bigint not null,
  file_id bigint not null,
  relation text not null,
  named boolean not null,
  signer_name text,
  signed_at timestamp with time zone not null,
  content jsonb not null,
  sha256 bytea not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by_kind text,
  withdrawn_by_id bigint,
  constraint room_signatures_pkey PRIMARY KEY (client_id, id),
  constraint room_signatures_name CHECK ((named OR (signer_name IS NULL))),
  constraint room_signatures_relation_check CHECK ((relation = ANY (ARRAY['self'::text, 'family'::text, 'proxy'::text]))),
  constraint room_signatures_sha256_check CHECK ((length(sha256) = 32)),
  constraint room_signatures_withdrawn CHECK (((withdrawn_at IS NULL) = (withdrawn_by_kind IS NULL))),
  constraint room_signatures_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE,
  constraint room_signatures_client_id_file_id_fkey FOREIGN KEY (client_id, file_id) REFERENCES files(client_id, id)
);
CREATE INDEX room_signatures_room_idx ON public.room_signatures USING btree (client_id, room_id, id);
CREATE UNIQUE INDEX room_signatures_room_key ON public.room_signatures USING btree (client_id, room_id) WHERE (withdrawn_at IS NULL);
alter table room_signatures enable row level security;
create policy own_client on room_signatures using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on room_signatures to toguchi_app;
grant update (signer_name, withdrawn_at, withdrawn_by_kind, withdrawn_by_id) on room_signatures to toguchi_app;

create table room_visits (
  client_id bigint not null,
  id bigint generated always as identity not null,
  room_id bigint not null,
  visit_on date not null,
  arrived_at timestamp with time zone not null,
  started_at timestamp with time zone,
  craftsman_id bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint room_visits_pkey PRIMARY KEY (client_id, id),
  constraint room_visits_day_key UNIQUE (client_id, room_id, visit_on),
  constraint room_visits_in_order CHECK (((started_at IS NULL) OR (started_at >= arrived_at))),
  constraint room_visits_client_id_craftsman_id_fkey FOREIGN KEY (client_id, craftsman_id) REFERENCES users(client_id, id),
  constraint room_visits_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint room_visits_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table room_visits enable row level security;
create policy own_client on room_visits using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_visits to toguchi_app;

create table room_wishes (
  client_id bigint not null,
  construction_id bigint not null,
  room_id bigint not null,
  unavailable_dates date[] default '{}'::date[] not null,
  preferred_dates date[] default '{}'::date[] not null,
  pinned boolean default false not null,
  note text,
  constraint room_wishes_pkey PRIMARY KEY (client_id, room_id),
  constraint room_wishes_either_or CHECK ((NOT (unavailable_dates && preferred_dates))),
  constraint room_wishes_note_check CHECK ((char_length(note) <= 500)),
  constraint room_wishes_preferred_dates_check CHECK ((cardinality(preferred_dates) <= 400)),
  constraint room_wishes_unavailable_dates_check CHECK ((cardinality(unavailable_dates) <= 400)),
  constraint room_wishes_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id) ON DELETE CASCADE
);
CREATE INDEX room_wishes_construction_idx ON public.room_wishes USING btree (client_id, construction_id);
alter table room_wishes enable row level security;
create policy own_client on room_wishes using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on room_wishes to toguchi_app;

create table rooms (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  construction_id bigint not null,
  block_id bigint not null,
  "row" integer not null,
  col integer not null,
  name text not null,
  name_key text not null,
  posting_position integer,
  status text default 'waiting'::text not null,
  completed_at timestamp with time zone,
  incomplete_reason_id bigint,
  revisit_at timestamp with time zone,
  closed_at timestamp with time zone,
  construction_schedule_confirmed_at timestamp with time zone,
  reception_status text default 'not_yet'::text not null,
  construction_remarks text,
  room_remarks text,
  special_report text,
  completion_comment text,
  digital_sign_file_id bigint,
  sign_omitted_reason text,
  photos_omitted_reason text,
  app_register boolean default false not null,
  high_priority boolean default false not null,
  date_change_extended_to date,
  date_change_extension_reason text,
  own_date_changes integer default 0 not null,
  lock_version integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  visits integer default 0 not null,
  revisit_on date,
  people_erased_at timestamp with time zone,
  constraint rooms_pkey PRIMARY KEY (client_id, id),
  constraint rooms_cell_key UNIQUE (client_id, block_id, "row", col) DEFERRABLE,
  constraint rooms_name_key UNIQUE (client_id, construction_id, name_key) DEFERRABLE,
  constraint rooms_of_construction_key UNIQUE (client_id, construction_id, id),
  constraint rooms_uuid_key UNIQUE (client_id, uuid),
  constraint rooms_closed_with_reason CHECK (((closed_at IS NULL) OR (status = 'completed'::text) OR (incomplete_reason_id IS NOT NULL))),
  constraint rooms_col_check CHECK ((col >= 1)),
  constraint rooms_completed_at CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint rooms_date_change_extension CHECK (((date_change_extended_to IS NULL) = (date_change_extension_reason IS NULL))),
  constraint rooms_name_check CHECK ((name <> ''::text)),
  constraint rooms_own_date_changes_check CHECK ((own_date_changes >= 0)),
  constraint rooms_reception_status_check CHECK ((reception_status = ANY (ARRAY['not_yet'::text, 'web'::text, 'tel'::text, 'paper'::text, 'mail'::text, 'visit'::text, 'other'::text]))),
  constraint rooms_row_check CHECK (("row" >= 1)),
  constraint rooms_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'completed'::text, 'reschedule'::text]))),
  constraint rooms_visits_check CHECK ((visits >= 0)),
  constraint rooms_client_id_block_id_fkey FOREIGN KEY (client_id, block_id) REFERENCES room_blocks(client_id, id),
  constraint rooms_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE,
  constraint rooms_client_id_digital_sign_file_id_fkey FOREIGN KEY (client_id, digital_sign_file_id) REFERENCES files(client_id, id),
  constraint rooms_client_id_incomplete_reason_id_fkey FOREIGN KEY (client_id, incomplete_reason_id) REFERENCES incomplete_reasons(client_id, id)
);
CREATE INDEX rooms_beginning_idx ON public.rooms USING btree (client_id, name_key text_pattern_ops);
CREATE INDEX rooms_erased_idx ON public.rooms USING btree (client_id, people_erased_at) WHERE (people_erased_at IS NOT NULL);
CREATE INDEX rooms_left_over_idx ON public.rooms USING btree (client_id, id) WHERE ((closed_at IS NULL) AND (status = 'reschedule'::text));
CREATE INDEX rooms_open_idx ON public.rooms USING btree (client_id, construction_id) WHERE ((closed_at IS NULL) AND (status <> 'completed'::text));
CREATE INDEX rooms_to_erase_idx ON public.rooms USING btree (client_id, closed_at) WHERE ((closed_at IS NOT NULL) AND (people_erased_at IS NULL));
CREATE INDEX rooms_unconfirmed_idx ON public.rooms USING btree (client_id, construction_id) WHERE ((construction_schedule_confirmed_at IS NULL) AND (status <> 'completed'::text) AND (closed_at IS NULL));
CREATE STATISTICS public.rooms_of_construction (ndistinct, dependencies) ON client_id, construction_id FROM rooms;
CREATE CONSTRAINT TRIGGER rooms_count_changed AFTER UPDATE ON public.rooms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR ((old.closed_at IS NULL) IS DISTINCT FROM (new.closed_at IS NULL)))) EXECUTE FUNCTION count_rooms();
CREATE CONSTRAINT TRIGGER rooms_count_come_and_gone AFTER INSERT OR DELETE ON public.rooms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_rooms();
CREATE TRIGGER rooms_note_new_numbers AFTER UPDATE OF name_key ON public.rooms FOR EACH ROW WHEN ((old.name_key IS DISTINCT FROM new.name_key)) EXECUTE FUNCTION note_room_numbers();
CREATE TRIGGER rooms_note_numbers AFTER INSERT ON public.rooms FOR EACH ROW WHEN ((new.name_key ~ '[^0-9][0-9]'::text)) EXECUTE FUNCTION note_room_numbers();
alter table rooms enable row level security;
create policy own_client on rooms using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on rooms to toguchi_app;

create table sale_settings (
  client_id bigint not null,
  konbini_days integer default 3 not null,
  invoice_registration_number text,
  seller_name text,
  seller_representative text,
  seller_address text,
  seller_phone text,
  seller_email text,
  additional_fees text,
  payment_terms text,
  delivery_terms text,
  cancellation_terms text,
  own_date_change_limit integer default 2 not null,
  retention_months integer default 12 not null,
  updated_at timestamp with time zone default now() not null,
  constraint sale_settings_pkey PRIMARY KEY (client_id),
  constraint sale_settings_invoice_registration_number_check CHECK ((invoice_registration_number ~ '^T[0-9]{13}$'::text)),
  constraint sale_settings_konbini_days_check CHECK (((konbini_days >= 1) AND (konbini_days <= 59))),
  constraint sale_settings_own_date_change_limit_check CHECK (((own_date_change_limit >= 0) AND (own_date_change_limit <= 99))),
  constraint sale_settings_retention_months_check CHECK (((retention_months >= 3) AND (retention_months <= 120))),
  constraint sale_settings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table sale_settings enable row level security;
create policy own_client on sale_settings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on sale_settings to toguchi_app;

create table sandbox_payments (
  uuid uuid not null,
  amount integer not null,
  pay_method text not null,
  state text not null,
  konbini_days integer not null,
  konbini_expires_at timestamp with time zone,
  paid_amount integer default 0 not null,
  paid_at timestamp with time zone,
  refunded_amount integer default 0 not null,
  return_url text not null,
  description text not null,
  created_at timestamp with time zone default now() not null,
  constraint sandbox_payments_pkey PRIMARY KEY (uuid),
  constraint sandbox_payments_amount_check CHECK ((amount > 0)),
  constraint sandbox_payments_check CHECK ((refunded_amount <= paid_amount)),
  constraint sandbox_payments_pay_method_check CHECK ((pay_method = ANY (ARRAY['credit'::text, 'webcvs'::text]))),
  constraint sandbox_payments_state_check CHECK ((state = ANY (ARRAY['open'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'canceled'::text])))
);
grant delete, insert, select, update on sandbox_payments to toguchi_app;

create table sandbox_refunds (
  refund_key text not null,
  uuid uuid not null,
  amount integer not null,
  returned_at timestamp with time zone,
  constraint sandbox_refunds_pkey PRIMARY KEY (refund_key),
  constraint sandbox_refunds_amount_check CHECK ((amount > 0)),
  constraint sandbox_refunds_uuid_fkey FOREIGN KEY (uuid) REFERENCES sandbox_payments(uuid)
);
grant delete, insert, select, update on sandbox_refunds to toguchi_app;

create table schedule_batches (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  actor_kind text not null,
  actor_id bigint not null,
  change jsonb not null,
  lock_version integer not null,
  saved_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint schedule_batches_pkey PRIMARY KEY (client_id, id),
  constraint schedule_batches_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['admin'::text, 'operator'::text, 'staffAdmin'::text, 'staff'::text, 'craftsman'::text]))),
  constraint schedule_batches_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
CREATE INDEX schedule_batches_construction_idx ON public.schedule_batches USING btree (client_id, construction_id, id);
alter table schedule_batches enable row level security;
create policy own_client on schedule_batches using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on schedule_batches to toguchi_app;

create table schedule_presences (
  client_id bigint not null,
  construction_id bigint not null,
  tab uuid not null,
  actor_kind text not null,
  actor_id bigint not null,
  editing boolean not null,
  seen_at timestamp with time zone not null,
  constraint schedule_presences_pkey PRIMARY KEY (client_id, construction_id, tab),
  constraint schedule_presences_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['admin'::text, 'operator'::text, 'staffAdmin'::text, 'staff'::text, 'craftsman'::text])))
);
alter table schedule_presences enable row level security;
create policy own_client on schedule_presences using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on schedule_presences to toguchi_app;

create table schedule_settings (
  client_id bigint not null,
  construction_id bigint not null,
  schedule_unit text default 'room'::text not null,
  spare_percent integer default 10 not null,
  constraint schedule_settings_pkey PRIMARY KEY (client_id, construction_id),
  constraint schedule_settings_schedule_unit_check CHECK ((schedule_unit = ANY (ARRAY['room'::text, 'stack'::text, 'floor'::text]))),
  constraint schedule_settings_spare_percent_check CHECK (((spare_percent >= 0) AND (spare_percent <= 50))),
  constraint schedule_settings_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id) ON DELETE CASCADE
);
alter table schedule_settings enable row level security;
create policy own_client on schedule_settings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on schedule_settings to toguchi_app;

create table second_factors (
  id bigint generated always as identity not null,
  strategy text not null,
  client_id bigint,
  account_id bigint not null,
  secret bytea,
  pending_secret bytea,
  pending_until timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_account_key UNIQUE NULLS NOT DISTINCT (strategy, account_id, client_id),
  constraint second_factors_client CHECK (((strategy = 'user'::text) = (client_id IS NOT NULL))),
  constraint second_factors_confirmed CHECK (((secret IS NULL) = (confirmed_at IS NULL))),
  constraint second_factors_pending CHECK (((pending_secret IS NULL) = (pending_until IS NULL))),
  constraint second_factors_strategy_check CHECK ((strategy = ANY (ARRAY['user'::text, 'admin'::text, 'operator'::text]))),
  constraint second_factors_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table second_factors enable row level security;
create policy own_client_or_none on second_factors using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on second_factors to toguchi_app;

create table secret_key_mark (
  is_only boolean default true not null,
  mark bytea not null,
  marked_at timestamp with time zone default app_now() not null,
  constraint secret_key_mark_pkey PRIMARY KEY (is_only),
  constraint secret_key_mark_is_only_check CHECK (is_only)
);
grant insert, select, update on secret_key_mark to toguchi_app;

create table sessions (
  id bigint generated always as identity not null,
  strategy text not null,
  client_key text not null,
  uid text not null,
  token_hash bytea not null,
  previous_token_hash bytea,
  previous_valid_until timestamp with time zone,
  client_id bigint,
  account_id bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  address text,
  user_agent text,
  last_write_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_client_key_key UNIQUE (client_key),
  constraint sessions_previous_token_hash_key UNIQUE (previous_token_hash),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_client CHECK (((strategy = ANY (ARRAY['user'::text, 'resident'::text])) = (client_id IS NOT NULL))),
  constraint sessions_previous CHECK (((previous_token_hash IS NULL) = (previous_valid_until IS NULL))),
  constraint sessions_strategy_check CHECK ((strategy = ANY (ARRAY['user'::text, 'resident'::text, 'admin'::text, 'operator'::text]))),
  constraint sessions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX sessions_account_idx ON public.sessions USING btree (strategy, account_id, client_id);
CREATE INDEX sessions_expires_idx ON public.sessions USING btree (expires_at);
CREATE TRIGGER sessions_tell_ended AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION tell_ended_sessions();
alter table sessions enable row level security;
create policy of_the_platform on sessions for select using ((client_id IS NULL));
create policy own_client_or_none on sessions using ((COALESCE((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint), false) OR (NULLIF(current_setting('app.client_id'::text, true), ''::text) IS NULL)));
grant delete, insert, select, update on sessions to toguchi_app;

create table signboard_settings (
  client_id bigint not null,
  construction_id bigint not null,
  corner text not null,
  work_kind text,
  constraint signboard_settings_pkey PRIMARY KEY (client_id, construction_id),
  constraint signboard_settings_corner_check CHECK ((corner = ANY (ARRAY['upper_left'::text, 'upper_right'::text, 'lower_left'::text, 'lower_right'::text]))),
  constraint signboard_settings_client_id_construction_id_fkey FOREIGN KEY (client_id, construction_id) REFERENCES constructions(client_id, id)
);
alter table signboard_settings enable row level security;
create policy own_client on signboard_settings using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on signboard_settings to toguchi_app;

create table sms_opt_outs (
  client_id bigint not null,
  phone text not null,
  opted_out_at timestamp with time zone default app_now() not null,
  constraint sms_opt_outs_pkey PRIMARY KEY (client_id, phone),
  constraint sms_opt_outs_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
alter table sms_opt_outs enable row level security;
create policy own_client on sms_opt_outs using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on sms_opt_outs to toguchi_app;

create table spare_frames (
  client_id bigint not null,
  id bigint generated always as identity not null,
  construction_id bigint not null,
  construction_time_frame_id bigint not null,
  date date not null,
  frame_number integer not null,
  released_at timestamp with time zone,
  constraint spare_frames_pkey PRIMARY KEY (client_id, id),
  constraint spare_frames_frame_key UNIQUE (client_id, construction_id, date, construction_time_frame_id, frame_number),
  constraint spare_frames_frame_number_check CHECK (((frame_number >= 2) AND (frame_number <= 220))),
  constraint spare_frames_client_id_construction_id_construction_time_f_fkey FOREIGN KEY (client_id, construction_id, construction_time_frame_id) REFERENCES construction_time_frames(client_id, construction_id, id) ON DELETE CASCADE
);
alter table spare_frames enable row level security;
create policy own_client on spare_frames using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on spare_frames to toguchi_app;

create table supplier_staffs (
  client_id bigint not null,
  id bigint generated always as identity not null,
  supplier_id bigint not null,
  name text not null,
  "position" integer not null,
  constraint supplier_staffs_pkey PRIMARY KEY (client_id, id),
  constraint supplier_staffs_name_check CHECK ((name <> ''::text)),
  constraint supplier_staffs_client_id_supplier_id_fkey FOREIGN KEY (client_id, supplier_id) REFERENCES suppliers(client_id, id) ON DELETE CASCADE
);
CREATE INDEX supplier_staffs_supplier_idx ON public.supplier_staffs USING btree (client_id, supplier_id, "position");
alter table supplier_staffs enable row level security;
create policy own_client on supplier_staffs using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on supplier_staffs to toguchi_app;

create table suppliers (
  client_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  address text,
  representative_phone text,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint suppliers_pkey PRIMARY KEY (client_id, id),
  constraint suppliers_name_check CHECK ((name <> ''::text)),
  constraint suppliers_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE UNIQUE INDEX suppliers_name_key ON public.suppliers USING btree (client_id, name) WHERE (discarded_at IS NULL);
alter table suppliers enable row level security;
create policy own_client on suppliers using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on suppliers to toguchi_app;

create table support_version_reception_types (
  client_id bigint not null,
  support_version_id bigint not null,
  reception_type_id bigint not null,
  constraint support_version_reception_types_pkey PRIMARY KEY (client_id, support_version_id, reception_type_id),
  constraint support_version_reception_typ_client_id_support_version_id_fkey FOREIGN KEY (client_id, support_version_id) REFERENCES support_versions(client_id, id),
  constraint support_version_reception_types_type_fkey FOREIGN KEY (client_id, reception_type_id) REFERENCES reception_types(client_id, id)
);
alter table support_version_reception_types enable row level security;
create policy own_client on support_version_reception_types using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on support_version_reception_types to toguchi_app;

create table support_versions (
  client_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  building_id bigint not null,
  construction_id bigint,
  room_id bigint,
  contents text not null,
  written_by_kind text not null,
  written_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint support_versions_pkey PRIMARY KEY (client_id, id),
  constraint support_versions_contents_check CHECK ((contents <> ''::text)),
  constraint support_versions_kind_check CHECK ((kind = ANY (ARRAY['building'::text, 'customer'::text]))),
  constraint support_versions_room CHECK ((((construction_id IS NULL) = (room_id IS NULL)) AND ((kind = 'building'::text) OR (room_id IS NOT NULL)))),
  constraint support_versions_client_id_building_id_fkey FOREIGN KEY (client_id, building_id) REFERENCES buildings(client_id, id),
  constraint support_versions_client_id_construction_id_room_id_fkey FOREIGN KEY (client_id, construction_id, room_id) REFERENCES rooms(client_id, construction_id, id),
  constraint support_versions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX support_versions_building_idx ON public.support_versions USING btree (client_id, building_id, id);
CREATE INDEX support_versions_room_idx ON public.support_versions USING btree (client_id, room_id, id) WHERE (room_id IS NOT NULL);
alter table support_versions enable row level security;
create policy own_client on support_versions using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant insert, select on support_versions to toguchi_app;

create table users (
  client_id bigint not null,
  id bigint generated always as identity not null,
  type text not null,
  login_id text not null,
  name text not null,
  email text,
  phone text,
  department_id bigint,
  contractor_id bigint,
  password_digest text,
  password_change_required boolean default false not null,
  unconfirmed_email text,
  can_register_staff boolean default false not null,
  default_display_format text default 'list'::text not null,
  save_original_image_in_local_device boolean default false not null,
  last_sign_in_at timestamp with time zone,
  discarded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  first_password_expires_at timestamp with time zone,
  email_needs_consent boolean default false not null,
  email_changes_at timestamp with time zone,
  proven_phone text,
  proven_email text,
  invited_by text,
  invited_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (client_id, id),
  constraint users_contact_check CHECK (((email IS NOT NULL) OR (phone IS NOT NULL))),
  constraint users_craftsman_has_contractor CHECK (((type = 'Craftsman'::text) = (contractor_id IS NOT NULL))),
  constraint users_default_display_format_check CHECK ((default_display_format = ANY (ARRAY['list'::text, 'grid'::text]))),
  constraint users_email_check CHECK (((email IS NOT NULL) OR (type = 'Craftsman'::text))),
  constraint users_first_password CHECK (((first_password_expires_at IS NULL) OR password_change_required)),
  constraint users_invitation CHECK (((invited_by IS NULL) = (invited_at IS NULL))),
  constraint users_invited_by_check CHECK ((invited_by = ANY (ARRAY['sms'::text, 'mail'::text]))),
  constraint users_name_check CHECK ((name <> ''::text)),
  constraint users_only_staff_registers CHECK (((type = 'Staff'::text) OR (NOT can_register_staff))),
  constraint users_proven_contact CHECK (((type = 'Craftsman'::text) OR ((proven_phone IS NULL) AND (proven_email IS NULL)))),
  constraint users_resting_email CHECK (((email_changes_at IS NULL) OR email_needs_consent)),
  constraint users_type_check CHECK ((type = ANY (ARRAY['Staff_Admin'::text, 'Staff'::text, 'Craftsman'::text]))),
  constraint users_waiting_email CHECK (((unconfirmed_email IS NOT NULL) OR ((NOT email_needs_consent) AND (email_changes_at IS NULL)))),
  constraint users_client_id_contractor_id_fkey FOREIGN KEY (client_id, contractor_id) REFERENCES contractors(client_id, id),
  constraint users_client_id_department_id_fkey FOREIGN KEY (client_id, department_id) REFERENCES departments(client_id, id),
  constraint users_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX users_contractor_idx ON public.users USING btree (client_id, contractor_id) WHERE (contractor_id IS NOT NULL);
CREATE INDEX users_department_idx ON public.users USING btree (client_id, department_id);
CREATE INDEX users_discarded_idx ON public.users USING btree (client_id, discarded_at) WHERE (discarded_at IS NOT NULL);
CREATE INDEX users_email_changes_idx ON public.users USING btree (client_id, email_changes_at) WHERE (email_changes_at IS NOT NULL);
CREATE INDEX users_proven_email_idx ON public.users USING btree (client_id, proven_email) WHERE (proven_email IS NOT NULL);
CREATE INDEX users_proven_phone_idx ON public.users USING btree (client_id, proven_phone) WHERE (proven_phone IS NOT NULL);
CREATE INDEX users_type_idx ON public.users USING btree (client_id, type, id);
CREATE TRIGGER users_note_changed AFTER UPDATE ON public.users FOR EACH ROW WHEN ((((old.discarded_at IS NULL) IS DISTINCT FROM (new.discarded_at IS NULL)) OR ((old.type = 'Craftsman'::text) IS DISTINCT FROM (new.type = 'Craftsman'::text)))) EXECUTE FUNCTION note_client_count('users');
CREATE TRIGGER users_note_come AFTER INSERT ON public.users REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('users');
CREATE TRIGGER users_note_gone AFTER DELETE ON public.users REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_client_counts('users');
alter table users enable row level security;
create policy own_client on users using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on users to toguchi_app;

create table visit_notices (
  client_id bigint not null,
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  room_id bigint not null,
  visit_on date not null,
  craftsman_id bigint,
  sent_at timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  constraint visit_notices_pkey PRIMARY KEY (client_id, id),
  constraint visit_notices_day_key UNIQUE (client_id, room_id, visit_on),
  constraint visit_notices_uuid_key UNIQUE (client_id, uuid),
  constraint visit_notices_answer_check CHECK ((answer = ANY (ARRAY['come'::text, 'wait'::text, 'absent'::text]))),
  constraint visit_notices_answered CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint visit_notices_client_id_craftsman_id_fkey FOREIGN KEY (client_id, craftsman_id) REFERENCES users(client_id, id),
  constraint visit_notices_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint visit_notices_client_id_room_id_fkey FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE CASCADE
);
alter table visit_notices enable row level security;
create policy own_client on visit_notices using ((client_id = (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint));
grant delete, insert, select, update on visit_notices to toguchi_app;

create view open_absences as
 SELECT x.client_id,
    x.id,
    x.room_id,
    x.visited_at
   FROM room_absences x
     JOIN rooms r ON r.client_id = x.client_id AND r.id = x.room_id
  WHERE x.ended_at IS NULL AND r.status = 'reschedule'::text AND r.closed_at IS NULL;

create view open_revisit_wishes as
 SELECT w.client_id,
    w.id,
    w.room_id,
    w.dates,
    w.dayparts,
    w.phone,
    w.note,
    w.call_by
   FROM revisit_wishes w
     JOIN rooms r ON r.client_id = w.client_id AND r.id = w.room_id
  WHERE w.settled_at IS NULL AND r.status = 'reschedule'::text AND r.closed_at IS NULL;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now())
$function$;
revoke all on function app_now() from public;
grant execute on function app_now() to public;

CREATE OR REPLACE FUNCTION public.assert_client_erasing(client bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended_at timestamptz;
begin
  select c.terminated_at into ended_at from clients c where c.id = client and c.status = 'terminated';
  if client is distinct from nullif(current_setting('app.client_id', true), '')::bigint or not exists (
    select from client_terms t where t.client_id = client and t.erasure_began_at >= ended_at) then
    raise exception 'client % is not being erased', client;
  end if;
end $function$;
revoke all on function assert_client_erasing(bigint) from public;

CREATE OR REPLACE FUNCTION public.call_backs_of_clients(given_now timestamp with time zone)
 RETURNS TABLE(client_cd text, client_name text, client_logo_path text, open_count bigint, overdue_count bigint, next_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cl.cd, cl.name, cl.logo_path, count(*), count(*) filter (where ran.call_back_at < given_now), min(ran.call_back_at)
  from clients cl
  join room_answers ran on ran.client_id = cl.id and ran.call_back_at is not null and ran.called_back_at is null
    and ran.call_back_user_id is null
  join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  where cl.status = 'contracted' and cl.discarded_at is null
  group by cl.cd, cl.name, cl.logo_path
$function$;
revoke all on function call_backs_of_clients(timestamp with time zone) from public;
grant execute on function call_backs_of_clients(timestamp with time zone) to toguchi_app;

CREATE OR REPLACE FUNCTION public.calls_of_writer(given_kind text, given_id bigint, given_day date)
 RETURNS TABLE(client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text, id bigint, created_at timestamp with time zone, channel text, outcome text, call_back_at timestamp with time zone, called_back_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name, ran.id, ran.created_at, ran.channel, ran.outcome, ran.call_back_at,
    ran.called_back_at
  from clients cl
  join room_answers ran on ran.client_id = cl.id
    and ran.created_at >= given_day::timestamp at time zone 'Asia/Tokyo'
    and ran.created_at < (given_day + 1)::timestamp at time zone 'Asia/Tokyo'
  join events e on e.client_id = ran.client_id and e.id = ran.event_id and e.actor_kind = given_kind and e.actor_id = given_id
  join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where given_kind in ('admin', 'operator') and cl.status = 'contracted' and cl.discarded_at is null
$function$;
revoke all on function calls_of_writer(text,bigint,date) from public;
grant execute on function calls_of_writer(text,bigint,date) to toguchi_app;

CREATE OR REPLACE FUNCTION public.client_counts()
 RETURNS TABLE(client_id bigint, buildings_count bigint, rooms_count bigint, users_count bigint, craftsmen_count bigint, residents_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select counts.* from client_counts(null) counts
$function$;
revoke all on function client_counts() from public;
grant execute on function client_counts() to toguchi_app;

CREATE OR REPLACE FUNCTION public.client_counts(given_ids bigint[])
 RETURNS TABLE(client_id bigint, buildings_count bigint, rooms_count bigint, users_count bigint, craftsmen_count bigint, residents_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cl.id, coalesce(sum(ccc.buildings_count), 0)::bigint, coalesce(sum(ccc.rooms_count), 0)::bigint, coalesce(sum(ccc.users_count), 0)::bigint,
    coalesce(sum(ccc.craftsmen_count), 0)::bigint, coalesce(sum(ccc.residents_count), 0)::bigint
  from clients cl left join client_count_changes ccc on ccc.client_id = cl.id
  where given_ids is null or cl.id = any(given_ids)
  group by cl.id
$function$;
revoke all on function client_counts(bigint[]) from public;
grant execute on function client_counts(bigint[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.client_rows(tenant_table text, hidden text[], after jsonb, most integer)
 RETURNS TABLE(content jsonb, at jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  names text;
  pairs text;
  given text;
begin
  select string_agg(format('t.%I', a.attname), ', ' order by k.at), string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by k.at),
      string_agg(format('($2 ->> %L)::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by k.at)
    into names, pairs, given
    from pg_constraint c cross join lateral unnest(c.conkey) with ordinality k (attnum, at)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.conrelid = to_regclass(quote_ident(tenant_table)) and c.contype = 'p';
  return query execute format('select to_jsonb(t) - $1, jsonb_build_object(%s) from %I t
    where t.client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint and ($2 is null or (%s) > (%s)) order by %s limit $3',
    pairs, tenant_table, names, given, names) using hidden, after, most;
end $function$;
revoke all on function client_rows(text,text[],jsonb,integer) from public;
grant execute on function client_rows(text,text[],jsonb,integer) to toguchi_app;

CREATE OR REPLACE FUNCTION public.clients_to_forget(given_kind text, moment timestamp with time zone, given_job_kinds text[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  client record;
  is_due boolean;
begin
  for client in select cl.id from clients cl order by cl.id loop
    if given_kind = 'people' then
      is_due := has_people_to_forget(client.id, moment);
    elsif given_kind = 'results' then
      is_due := exists (select from jobs j where j.client_id = client.id and coalesce(j.finished_at, j.created_at) < moment
        and (j.file_id is not null or j.input <> '{}') and j.kind = any(given_job_kinds));
    elsif given_kind = 'links' then
      is_due := exists (select from board_report_links brl where brl.client_id = client.id and brl.expires_at <= moment);
    else
      raise exception 'nobody forgets %', given_kind;
    end if;
    if is_due then
      return next client.id;
    end if;
  end loop;
end
$function$;
revoke all on function clients_to_forget(text,timestamp with time zone,text[]) from public;
grant execute on function clients_to_forget(text,timestamp with time zone,text[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.clients_to_remind(moment timestamp with time zone, mobile text)
 RETURNS TABLE(client_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cl.id from clients cl
  where cl.discarded_at is null and cl.status = 'contracted' and exists (select from assigns a
    join construction_time_frames f on f.client_id = cl.id and f.id = a.construction_time_frame_id
    join rooms r on r.client_id = cl.id and r.id = a.room_id and r.status <> 'completed' and r.closed_at is null
    join residents res on res.client_id = cl.id and res.room_id = a.room_id and res.discarded_at is null and res.no_messages_since is null
    where a.client_id = cl.id and a.date = (moment at time zone 'Asia/Tokyo')::date + 1
      and (a.date + f.start_at) at time zone 'Asia/Tokyo' <= moment + interval '24 hours'
      and a.updated_at <= (a.date + f.start_at) at time zone 'Asia/Tokyo' - interval '30 hours'
      and (res.email is not null or not res.phone_unproven and res.phone ~ mobile
        or exists (select from line_links ll where ll.client_id = cl.id and ll.resident_id = res.id))
      and not exists (select from room_reminders rr where rr.client_id = cl.id and rr.room_id = a.room_id and rr.kind = 'day_before'
        and rr.about_on = a.date))
  order by cl.id
$function$;
revoke all on function clients_to_remind(timestamp with time zone,text) from public;
grant execute on function clients_to_remind(timestamp with time zone,text) to toguchi_app;

CREATE OR REPLACE FUNCTION public.clients_with_work(given_kind text, given_today date)
 RETURNS TABLE(client_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cl.id from clients cl
  where cl.discarded_at is null and case given_kind
    when 'visits' then cl.status = 'contracted' and exists (select from assigns a
      where a.client_id = cl.id and a.date > given_today and a.date <= given_today + 1
        and not exists (select from room_reminders rr where rr.client_id = cl.id and rr.room_id = a.room_id and rr.kind = 'day_before' and rr.about_on = a.date))
    when 'dates' then cl.status = 'contracted' and exists (select from constructions c
      join rooms r on r.client_id = c.client_id and r.construction_id = c.id and r.construction_schedule_confirmed_at is null
        and r.status <> 'completed' and r.closed_at is null
      join assigns a on a.client_id = r.client_id and a.room_id = r.id
      where c.client_id = cl.id and c.discarded_at is null and c.decision_guide_distribution_on <= given_today and c.detail_schedule_completed_at is not null)
    when 'orders' then exists (select from orders o where o.client_id = cl.id and o.status = 'initial')
      or exists (select from orders o where o.client_id = cl.id and o.status = 'unpaid' and o.payment_period_end_on < given_today)
      or exists (select from refunds rf where rf.client_id = cl.id and rf.state <> 'done')
    when 'payments' then exists (select from orders o where o.client_id = cl.id and o.status = 'unpaid' and o.payment_period_end_on = given_today + 1)
    when 'earlier' then cl.status = 'contracted' and (exists (select from earlier_wishes ew where ew.client_id = cl.id and ew.ended_at is null)
      or exists (select from earlier_offers eo where eo.client_id = cl.id and eo.state = 'open'))
    when 'keys' then cl.status = 'contracted' and exists (select from key_custodies kc where kc.client_id = cl.id and kc.returned_at is null)
    when 'counts' then exists (select from client_count_changes ccc where ccc.client_id = cl.id and not ccc.is_sum)
    when 'months' then exists (select from order_month_changes omc where omc.client_id = cl.id and not omc.is_sum)
    end
  order by cl.id
$function$;
revoke all on function clients_with_work(text,date) from public;
grant execute on function clients_with_work(text,date) to toguchi_app;

CREATE OR REPLACE FUNCTION public.construction_facts()
 RETURNS TABLE(client_id bigint, room_count integer, completed_count integer, closed_count integer, completed_and_closed_count integer, reschedule_count integer, waiting_count integer, assigned_count integer, first_assign_on date, privately_area_end_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.client_id, coalesce(cn.room_count, 0), coalesce(cn.completed_count, 0), coalesce(cn.closed_count, 0),
    coalesce(cn.completed_and_closed_count, 0), coalesce(cn.reschedule_count, 0), coalesce(cn.waiting_count, 0),
    case when frames.first_on is null then 0 else 1 end, frames.first_on, c.privately_area_end_on
  from clients cl
  join constructions c on c.client_id = cl.id and c.discarded_at is null
  left join construction_counts cn on cn.client_id = c.client_id and cn.construction_id = c.id
  -- Asked for only where nothing has been done yet: everything else is said by the rooms.
  left join lateral (select min(a.date) as first_on from assigns a where a.client_id = c.client_id and a.construction_id = c.id
    and coalesce(cn.completed_count, 0) + coalesce(cn.reschedule_count, 0) = 0) frames on true
  where cl.status = 'contracted' and cl.discarded_at is null
$function$;
revoke all on function construction_facts() from public;
grant execute on function construction_facts() to toguchi_app;

CREATE OR REPLACE FUNCTION public.count_rooms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  room rooms := coalesce(new, old);
begin
  if exists (select from construction_counts cn where cn.client_id = room.client_id and cn.construction_id = room.construction_id
      and cn.counted_by = pg_current_xact_id()) then
    return null;
  end if;
  -- A construction that is going takes its row with it.
  insert into construction_counts (client_id, construction_id)
    select c.client_id, c.id from constructions c where c.client_id = room.client_id and c.id = room.construction_id and tg_op <> 'DELETE'
    on conflict do nothing;
  perform from construction_counts cn where cn.client_id = room.client_id and cn.construction_id = room.construction_id for update;
  update construction_counts cn set (room_count, completed_count, rescheduled_count, closed_count, completed_and_closed_count, reschedule_count,
      waiting_count) = (
    select count(*), count(*) filter (where r.status = 'completed'), count(*) filter (where r.status = 'reschedule'),
      count(*) filter (where r.closed_at is not null), count(*) filter (where r.status = 'completed' and r.closed_at is not null),
      count(*) filter (where r.status = 'reschedule' and r.closed_at is null), count(*) filter (where r.status = 'waiting' and r.closed_at is null)
    from rooms r where r.client_id = room.client_id and r.construction_id = room.construction_id), counted_by = pg_current_xact_id()
    where cn.client_id = room.client_id and cn.construction_id = room.construction_id;
  perform list_counted_rooms(room.client_id, room.construction_id);
  return null;
end
$function$;
revoke all on function count_rooms() from public;

CREATE OR REPLACE FUNCTION public.count_rooms_of_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into construction_counts (client_id, construction_id)
    select c.client_id, c.id from constructions c where c.client_id = new.client_id and c.id = new.id on conflict do nothing;
  perform from construction_counts cn where cn.client_id = new.client_id and cn.construction_id = new.id for update;
  perform list_counted_rooms(new.client_id, new.id);
  return null;
end
$function$;
revoke all on function count_rooms_of_listed() from public;

CREATE OR REPLACE FUNCTION public.craftsmen_of_contact(contact text)
 RETURNS TABLE(client_id bigint, user_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.client_id, u.id from clients cl
  cross join lateral (
    select by_phone.* from users by_phone where by_phone.client_id = cl.id and by_phone.proven_phone = contact
    union
    select by_email.* from users by_email where by_email.client_id = cl.id and by_email.proven_email = contact) u
  where cl.status = 'contracted' and cl.discarded_at is null and u.type = 'Craftsman' and u.discarded_at is null
  order by u.last_sign_in_at desc nulls last, u.client_id, u.id
$function$;
revoke all on function craftsmen_of_contact(text) from public;
grant execute on function craftsmen_of_contact(text) to toguchi_app;

CREATE OR REPLACE FUNCTION public.days_to_call_about(given_client_id bigint, given_room_id bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select least(
    (select min(abs(a.date - today.day)) from assigns a join rooms r on r.client_id = a.client_id and r.id = a.room_id
      where a.client_id = given_client_id and a.room_id = given_room_id and r.status <> 'completed'),
    (select min(today.day - (oa.visited_at at time zone 'Asia/Tokyo')::date) from open_absences oa
      where oa.client_id = given_client_id and oa.room_id = given_room_id),
    (select min(today.day - ar.reminded_on) from answer_reminders ar where ar.client_id = given_client_id and ar.room_id = given_room_id))
  from (select (app_now() at time zone 'Asia/Tokyo')::date as day) today
$function$;
revoke all on function days_to_call_about(bigint,bigint) from public;
grant execute on function days_to_call_about(bigint,bigint) to toguchi_app;

CREATE OR REPLACE FUNCTION public.detach_client_rows(client bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  detached_at timestamptz := now();
begin
  perform assert_client_erasing(client);
  update constructions set construction_staff_id = null, sales_staff_id = null, supplier_id = null, supplier_staff_id = null,
    electronic_signboard_contractor_id = null, contract_representative = null, contract_representative_address = null,
    emergency_phone_number = null, remarks = null, special_report_default = null, contact_phone = null, board_addresses = '{}'
    where client_id = client;
  update buildings set manager = null, phone = null where client_id = client;
  update contractors set representative_name = null, address = null where client_id = client;
  update rooms set digital_sign_file_id = null where client_id = client;
  update options set pdf_file_id = null, picture_file_id = null where client_id = client;
  update orders set collection_signature_file_id = null where client_id = client;
  update users set email = '', unconfirmed_email = null, email_needs_consent = false, email_changes_at = null, phone = null, password_digest = null,
    login_id = 'erased-' || id::text, contractor_id = case when type = 'Craftsman' then contractor_id end, department_id = null,
    discarded_at = coalesce(discarded_at, detached_at) where client_id = client;
end $function$;
revoke all on function detach_client_rows(bigint) from public;
grant execute on function detach_client_rows(bigint) to toguchi_app;

CREATE OR REPLACE FUNCTION public.due_messages(moment timestamp with time zone)
 RETURNS TABLE(client_id bigint, transport text, urgent boolean, due integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, way.transport, way.urgent, waiting.due
  from clients c
  cross join (values ('mail', true), ('line', true), ('sms', true), ('mail', false), ('line', false), ('sms', false)) way (transport, urgent)
  cross join lateral (
    select count(*)::int as due from (
      select from outbox_messages m
      where m.client_id = c.id and m.transport = way.transport and m.urgent = way.urgent
        and m.state in ('waiting', 'sending') and m.next_attempt_at <= moment
      limit 8) first) waiting
  where waiting.due > 0
  union all
  select null, 'mail', way.urgent, waiting.due
  from (values (true), (false)) way (urgent)
  cross join lateral (
    select count(*)::int as due from (
      select from platform_messages p
      where p.urgent = way.urgent and p.state in ('waiting', 'sending') and p.next_attempt_at <= moment
      limit 8) first) waiting
  where waiting.due > 0
$function$;
revoke all on function due_messages(timestamp with time zone) from public;
grant execute on function due_messages(timestamp with time zone) to toguchi_app;

CREATE OR REPLACE FUNCTION public.dwellings_of_clients(given_phone text, given_room text, given_buildings text[])
 RETURNS TABLE(client_cd text, client_name text, client_logo_path text, construction_id bigint, building_name text, room_id bigint, room_name text, closed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select cl.cd, cl.name, cl.logo_path, c.id, b.name, r.id, r.name, r.closed_at
  from clients cl
  join lateral (
    select res.room_id, res.phone = given_phone and not res.phone_unproven as is_proven from residents res
    where given_phone is not null and res.client_id = cl.id and res.discarded_at is null
      and (res.phone = given_phone or res.unproven_phone = given_phone)
    union all
    select r.id, true from buildings b
    join constructions c on c.client_id = b.client_id and c.building_id = b.id
    join rooms r on r.client_id = c.client_id and r.construction_id = c.id and lower(r.name_key) = lower(given_room)
    where given_phone is null and b.client_id = cl.id
      and not exists (select from unnest(given_buildings) word (pattern)
        where not (concat_ws(' ', b.name, b.name_kana) ilike word.pattern
          or coalesce(normalize(c.manage_no, nfkc) ilike trim(both '%' from word.pattern), false) or c.cd ilike trim(both '%' from word.pattern)))
  ) hit on true
  join rooms r on r.client_id = cl.id and r.id = hit.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where cl.status = 'contracted' and cl.discarded_at is null
    and (given_phone ~ '^0[0-9]{9,10}$' or (given_phone is null and given_room <> '' and cardinality(given_buildings) > 0))
  order by r.closed_at is not null, hit.is_proven desc, r.status = 'completed', days_to_call_about(cl.id, r.id) nulls last,
    r.closed_at desc nulls first, r.id desc
  limit 20
$function$;
revoke all on function dwellings_of_clients(text,text,text[]) from public;
grant execute on function dwellings_of_clients(text,text,text[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.erasable_condition(erased_table text, keeps_accounting boolean, keeps_records boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case
    when keeps_accounting and erased_table = any('{orders,order_details,payments,payment_notifications,refunds,ledger_entries,receipts,sale_settings}')
      or keeps_records and erased_table = any('{completion_book_editions,completion_book_volumes,support_versions,support_version_reception_types}')
      then 'false'
    else concat_ws(' and ', 't.client_id = $1',
      -- The erasing itself leaves a trace.
      case when erased_table = 'events' then 't.kind not like ''clients.%''' end,
      case when erased_table = 'client_count_changes' then 'not exists (select from buildings x where x.client_id = $1)'
        ' and not exists (select from rooms x where x.client_id = $1) and not exists (select from residents x where x.client_id = $1)'
        ' and not exists (select from users x where x.client_id = $1 and x.discarded_at is null)'
        ' and not exists (select from files x where x.client_id = $1)' end,
      case when erased_table = 'order_sums' then 'not exists (select from orders x where x.client_id = $1 and x.id = t.order_id)' end,
      case when erased_table = 'order_month_changes' then 'not exists (select from orders x where x.client_id = $1)' end,
      case when erased_table = 'documents' and keeps_records then '(t.record_kind is null or t.discarded_at is not null)' end,
      -- Who wrote a record is part of it.
      case when erased_table = 'users' then 'not exists (select from support_versions x where x.client_id = $1 and x.written_by_kind = ''user'' and x.written_by_id = t.id)' end,
      (select string_agg(format('not exists (select from %I x where x.client_id = $1 and %s)', child.relname, (
          select string_agg(format('x.%I = t.%I', own.attname, theirs.attname), ' and ')
          from unnest(f.conkey, f.confkey) pair (own_number, their_number)
          join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own_number
          join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = pair.their_number)), ' and ')
        from pg_constraint f join pg_class child on child.oid = f.conrelid
        where f.contype = 'f' and f.confrelid = to_regclass(quote_ident(erased_table))
          and exists (select from pg_attribute a where a.attrelid = f.conrelid and a.attname = 'client_id' and not a.attisdropped)))
    end
$function$;
revoke all on function erasable_condition(text,boolean,boolean) from public;

CREATE OR REPLACE FUNCTION public.erasable_files(client bigint, keeps_accounting boolean, keeps_records boolean, most integer)
 RETURNS TABLE(id bigint, storage_key text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_client_erasing(client);
  return query execute format('select t.id, t.storage_key from files t where %s order by t.id limit $2',
    erasable_condition('files', keeps_accounting, keeps_records)) using client, most;
end $function$;
revoke all on function erasable_files(bigint,boolean,boolean,integer) from public;
grant execute on function erasable_files(bigint,boolean,boolean,integer) to toguchi_app;

CREATE OR REPLACE FUNCTION public.erasable_tables()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with recursive erased as (
    select c.oid, c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'client_terms'),
  -- How many tables stand before one at most; those that point to each other end at twelve.
  steps as (
    select erased.oid, 0 as before from erased
    union
    select f.confrelid, steps.before + 1 from steps join pg_constraint f on f.contype = 'f' and f.conrelid = steps.oid and f.confrelid <> f.conrelid
    where steps.before < 12)
  select erased.name from erased join steps on steps.oid = erased.oid group by erased.name order by max(steps.before), erased.name
$function$;
revoke all on function erasable_tables() from public;
grant execute on function erasable_tables() to toguchi_app;

CREATE OR REPLACE FUNCTION public.erase_client_rows(client bigint, erased_table text, keeps_accounting boolean, keeps_records boolean, most integer, files bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  has_rows boolean;
  erased integer;
begin
  perform assert_client_erasing(client);
  if not exists (select from erasable_tables() e where e = erased_table) then
    raise exception '% has no rows to erase', erased_table;
  end if;
  execute format('select exists (select from %I t where t.client_id = $1)', erased_table) into has_rows using client;
  if not has_rows then
    return null;
  end if;
  execute format('delete from %1$I where client_id = $1 and ctid = any(array(select t.ctid from %1$I t where %2$s %3$s limit $2))', erased_table,
    erasable_condition(erased_table, keeps_accounting, keeps_records), case when erased_table = 'files' then 'and t.id = any($3)' end)
    using client, most, files;
  get diagnostics erased = row_count;
  return erased;
end $function$;
revoke all on function erase_client_rows(bigint,text,boolean,boolean,integer,bigint[]) from public;
grant execute on function erase_client_rows(bigint,text,boolean,boolean,integer,bigint[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.erase_platform_rows(client bigint, erased_table text, keeps_accounting boolean, keeps_records boolean, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return erase_client_rows(client, erased_table, keeps_accounting, keeps_records, most, '{}');
end $function$;
revoke all on function erase_platform_rows(bigint,text,boolean,boolean,integer) from public;
grant execute on function erase_platform_rows(bigint,text,boolean,boolean,integer) to toguchi_app;

CREATE OR REPLACE FUNCTION public.erase_support_entries(client bigint, entries bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update support_versions sv set contents = '（消去済み）'
  where sv.client_id = client and client = nullif(current_setting('app.client_id', true), '')::bigint
    and sv.id = any(entries) and sv.contents <> '（消去済み）'
  returning sv.id
$function$;
revoke all on function erase_support_entries(bigint,bigint[]) from public;
grant execute on function erase_support_entries(bigint,bigint[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.erase_support_versions(client bigint, rooms bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update support_versions set contents = '（消去済み）'
  where client_id = client and client = nullif(current_setting('app.client_id', true), '')::bigint
    and room_id = any(rooms) and contents <> '（消去済み）'
$function$;
revoke all on function erase_support_versions(bigint,bigint[]) from public;
grant execute on function erase_support_versions(bigint,bigint[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.fold_name(given_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select translate(
    regexp_replace(normalize(given_name, nfkc),
      '[\u0009-\u000D\u0020\u00B7\u1680\u200B-\u200D\u2028\u2029\u2060\u30FB\uFE00-\uFE0F\uFEFF\U000E0100-\U000E01EF]', '', 'g'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ'
      '髙﨑嵜㟢邊邉齊斎齋澤濱濵廣嶋嶌國瀨栁桺𠮷冨薮籔櫻龍瀧關鹽黑檜惠德眞實壽寬榮圓穐龝淵渊舩槗舘蘆莊薗藏曾增總舍條乘龜佛傳醫兒來處劍劒勳區參雙臺營團圖壯聲賣變奧學寶寳將巖嶽峯當彌恆悅戶拔拜擴擧擇數舊晝晄晉曉'
      '曆杤桒楳樓樂樣橫歡步每氣冲淺淨淚溫灣滿點爲燒燈獻瑤疊發縣礪禰禪祕稻穗穰竃粹絲經繼續綠繩縱聰藝莖蔣薰螢蠣衞覺覽觀譯證諫讀豐贊賴轉輕辭遙郞鄕鄉醉釋鐵鐡錢銳錄鎭鬪隱險雜靈靑靜頰顏顯驛驅騷驗鷗鶯鷄雞麥黃默禱頸'
      '俠堯槇凜煕凞亙頴篭睿昻曻桝櫟湧珎翆讓鄰鴈靱鰺靏靍麴亞惡圍壹應假價畫會繪勸卷據峽狹徑溪檢權嚴效號濟棧殘齒濕寫從澁獸肅敍奬壤孃釀觸寢愼盡隨樞攝專戰潛纖搜插巢裝屬對體帶單擔彈斷遲蟲廳聽敕黨獨屆貳霸廢髮竝辨瓣'
      '辯襃飜萬藥豫餘與譽搖謠亂兩獵壘勵禮齡戀爐勞祗',
    'abcdefghijklmnopqrstuvwxyz'
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ'
      '高崎崎崎辺辺斉斉斉沢浜浜広島島国瀬柳柳吉富藪藪桜竜滝関塩黒桧恵徳真実寿寛栄円秋秋渕渕船橋館芦荘園蔵曽増総舎条乗亀仏伝医児来処剣剣勲区参双台営団図壮声売変奥学宝宝将巌岳峰当弥恒悦戸抜拝拡挙択数旧昼晃晋暁'
      '暦栃桑梅楼楽様横歓歩毎気沖浅浄涙温湾満点為焼灯献瑶畳発県砺祢禅秘稲穂穣竈粋糸経継続緑縄縦聡芸茎蒋薫蛍蛎衛覚覧観訳証諌読豊賛頼転軽辞遥郎郷郷酔釈鉄鉄銭鋭録鎮闘隠険雑霊青静頬顔顕駅駆騒験鴎鴬鶏鶏麦黄黙祷頚'
      '侠尭槙凛熙熙亘穎籠叡昂昇枡檪涌珍翠譲隣雁靭鯵鶴鶴麹亜悪囲壱応仮価画会絵勧巻拠峡狭径渓検権厳効号済桟残歯湿写従渋獣粛叙奨壌嬢醸触寝慎尽随枢摂専戦潜繊捜挿巣装属対体帯単担弾断遅虫庁聴勅党独届弐覇廃髪並弁弁'
      '弁褒翻万薬予余与誉揺謡乱両猟塁励礼齢恋炉労祇')
$function$;
revoke all on function fold_name(text) from public;
grant execute on function fold_name(text) to public;

CREATE OR REPLACE FUNCTION public.has_people_to_forget(given_client_id bigint, moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before timestamptz;
  records_before timestamptz;
begin
  before := moment - make_interval(months => coalesce((select ss.retention_months from sale_settings ss where ss.client_id = given_client_id), 12));
  records_before := moment - make_interval(years => coalesce((select ctm.records_years from client_terms ctm where ctm.client_id = given_client_id), 10));
  return exists (select from rooms r where r.client_id = given_client_id and r.closed_at < before and r.people_erased_at is null)
    or exists (select from rooms r where r.client_id = given_client_id and r.people_erased_at < moment - interval '30 days' and r.closed_at < before)
    or exists (select from bytes_to_remove btr where btr.client_id = given_client_id)
    or exists (select from jobs j where j.client_id = given_client_id and coalesce(j.finished_at, j.created_at) < before
      and (j.file_id is not null or j.input <> '{}'))
    or exists (select from outbox_messages m where m.client_id = given_client_id and m.body <> '' and m.created_at < before and m.next_attempt_at < before
      and m.room_id is null and not exists (select from events e where e.client_id = given_client_id and e.id = m.event_id and e.room_id is not null))
    or exists (select from outbox_messages m where m.client_id = given_client_id and m.body = '' and m.state in ('sent', 'failed', 'recalled')
      and m.created_at < before - interval '1 year')
    or exists (select from message_replies mr where mr.client_id = given_client_id and mr.room_id is null and mr.received_at < before)
    or exists (select from events e join event_personal_values epv on epv.client_id = given_client_id and epv.event_id = e.id
      where e.client_id = given_client_id and e.room_id is null and e.at < before
        and e.kind in ('messages.reply_received', 'messages.opted_out', 'messages.opted_in', 'support_versions.erased'))
    or exists (select from frame_holds fh where fh.client_id = given_client_id and fh.expires_at <= moment)
    or exists (select from chatbot_histories cbh where cbh.client_id = given_client_id and cbh.created_at < moment - interval '90 days')
    or exists (select from chatbot_sessions cbs where cbs.client_id = given_client_id and cbs.expires_at < moment)
    or exists (select from users u where u.client_id = given_client_id and u.discarded_at < before and u.email is distinct from '')
    or exists (select from contractors ct where ct.client_id = given_client_id and ct.discarded_at < before
      and num_nonnulls(ct.representative_name, ct.address) > 0)
    or exists (select from room_images ri where ri.client_id = given_client_id and ri.hidden_at < before)
    or exists (select from common_area_images ci where ci.client_id = given_client_id and ci.hidden_at < before)
    or exists (select from absence_photos ap where ap.client_id = given_client_id and ap.hidden_at < before)
    or exists (select from documents doc where doc.client_id = given_client_id and doc.discarded_at < before)
    or exists (select from handling_equipments he where he.client_id = given_client_id and he.discarded_at < before)
    -- What goes with a construction that was deleted.
    or exists (select from constructions c where c.client_id = given_client_id and c.discarded_at < before and (
      num_nonnulls(c.contract_representative, c.contract_representative_address, c.emergency_phone_number, c.remarks, c.special_report_default, c.contact_phone) > 0
      or c.board_addresses <> '{}'
      or exists (select from events e join event_personal_values epv on epv.client_id = given_client_id and epv.event_id = e.id
        where e.client_id = given_client_id and e.construction_id = c.id and e.room_id is null)
      or exists (select from rooms r where r.client_id = given_client_id and r.construction_id = c.id
        and (r.people_erased_at is null or r.people_erased_at < moment - interval '30 days'))
      or exists (select from board_reports brp where brp.client_id = given_client_id and brp.construction_id = c.id)
      or exists (select from filings flg where flg.client_id = given_client_id and flg.construction_id = c.id)
      or exists (select from room_images ri where ri.client_id = given_client_id and ri.construction_id = c.id)
      or exists (select from common_area_images ci where ci.client_id = given_client_id and ci.construction_id = c.id)
      or exists (select from absence_photos ap where ap.client_id = given_client_id and ap.construction_id = c.id)
      or exists (select from documents doc where doc.client_id = given_client_id and doc.construction_id = c.id
        and (doc.record_kind is null or c.discarded_at < records_before))
      or exists (select from handling_equipments he where he.client_id = given_client_id and he.construction_id = c.id)));
end
$function$;
revoke all on function has_people_to_forget(bigint,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.judge_constraints(given_client_id bigint, given_names text[], given_time text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  execute (
    select format('set constraints %s %s', string_agg(distinct quote_ident(k.conname), ', '),
      case given_time when 'at the end' then 'deferred' else 'immediate' end)
    from unnest(given_names) as given (name)
    join pg_constraint k on k.conname >= given.name::name and k.conname <= (given.name || '_99999999')::name
      and k.connamespace = 'public'::regnamespace
    where k.conname = given.name or k.conname ~ (given.name || '_[0-9]+$'));
end
$function$;
revoke all on function judge_constraints(bigint,text[],text) from public;
grant execute on function judge_constraints(bigint,text[],text) to public;

CREATE OR REPLACE FUNCTION public.list_counted_rooms(given_client_id bigint, given_construction_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_listed boolean := exists (select from constructions c
    where c.client_id = given_client_id and c.id = given_construction_id and c.discarded_at is null);
begin
  update construction_counts cn set listed_room_count = case when is_listed then cn.room_count else 0 end
    where cn.client_id = given_client_id and cn.construction_id = given_construction_id
      and cn.listed_room_count <> case when is_listed then cn.room_count else 0 end;
end
$function$;
revoke all on function list_counted_rooms(bigint,bigint) from public;

CREATE OR REPLACE FUNCTION public.message_failures(since timestamp with time zone)
 RETURNS TABLE(client_id bigint, failed_count bigint, recent_count bigint, newest_construction_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.client_id, count(*), count(*) filter (where m.failed_at >= since),
    (array_agg(m.construction_id order by m.failed_at desc, m.id desc) filter (where m.construction_id is not null))[1]
  from outbox_messages m where m.state = 'failed' group by 1
$function$;
revoke all on function message_failures(timestamp with time zone) from public;
grant execute on function message_failures(timestamp with time zone) to toguchi_app;

CREATE OR REPLACE FUNCTION public.month_totals_of_clients(given_client_id bigint, given_from text, given_until text, given_statuses text[])
 RETURNS TABLE(client_id bigint, client_cd text, client_name text, month text, orders_count bigint, canceled_count bigint, sold_count bigint, total_sales_amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with total as materialized (
    select omc.client_id, omc.month, coalesce(sum(omc.orders_count) filter (where omc.status <> 'cancel_order'), 0) as orders,
      coalesce(sum(omc.orders_count) filter (where omc.status = 'cancel_order'), 0) as canceled, sum(omc.sold_count) as sold,
      sum(omc.sold_amount)::bigint as amount
    from (
      select omc.* from order_month_changes omc where given_client_id is null
      union all
      select omc.* from order_month_changes omc where omc.client_id = given_client_id) omc
    where (given_from is null or omc.month >= given_from) and (given_until is null or omc.month <= given_until) and omc.status = any(given_statuses)
    group by omc.client_id, omc.month having sum(omc.orders_count) > 0)
  select cl.id, cl.cd, cl.name, total.month, total.orders, total.canceled, total.sold, total.amount
  from total join clients cl on cl.id = total.client_id
$function$;
revoke all on function month_totals_of_clients(bigint,text,text,text[]) from public;
grant execute on function month_totals_of_clients(bigint,text,text,text[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.note_client_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own_client_id bigint := coalesce(new.client_id, old.client_id);
begin
  case tg_argv[0]
    when 'rooms' then
      insert into client_count_changes (client_id, rooms_count)
        values (own_client_id, coalesce(new.listed_room_count, 0) - coalesce(old.listed_room_count, 0));
    when 'users' then
      insert into client_count_changes (client_id, users_count, craftsmen_count) values (own_client_id,
        (new.discarded_at is null and new.type <> 'Craftsman')::int - (old.discarded_at is null and old.type <> 'Craftsman')::int,
        (new.discarded_at is null and new.type = 'Craftsman')::int - (old.discarded_at is null and old.type = 'Craftsman')::int);
    when 'residents' then
      insert into client_count_changes (client_id, residents_count)
        values (own_client_id, (new.discarded_at is null)::int - (old.discarded_at is null)::int);
  end case;
  return null;
end $function$;
revoke all on function note_client_count() from public;

CREATE OR REPLACE FUNCTION public.note_client_counts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  counted record;
begin
  case tg_argv[0]
    when 'buildings' then
      for counted in select touched.client_id, count(*) as buildings from touched group by touched.client_id loop
        insert into client_count_changes (client_id, buildings_count) values (counted.client_id, sign * counted.buildings);
      end loop;
    when 'users' then
      for counted in select touched.client_id, count(*) filter (where touched.type <> 'Craftsman') as staff,
          count(*) filter (where touched.type = 'Craftsman') as craftsmen
        from touched where touched.discarded_at is null group by touched.client_id loop
        insert into client_count_changes (client_id, users_count, craftsmen_count)
          values (counted.client_id, sign * counted.staff, sign * counted.craftsmen);
      end loop;
    when 'residents' then
      for counted in select touched.client_id, count(*) as residents from touched where touched.discarded_at is null group by touched.client_id loop
        insert into client_count_changes (client_id, residents_count) values (counted.client_id, sign * counted.residents);
      end loop;
    when 'files' then
      for counted in select touched.client_id, count(*) as files, sum(touched.byte_size)::bigint as byte_size from touched group by touched.client_id loop
        insert into client_count_changes (client_id, files_count, files_byte_size)
          values (counted.client_id, sign * counted.files, sign * counted.byte_size);
      end loop;
  end case;
  return null;
end
$function$;
revoke all on function note_client_counts() from public;

CREATE OR REPLACE FUNCTION public.note_order(given_client_id bigint, given_order_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  noted order_sums;
  now_is record;
begin
  insert into order_sums (client_id, order_id) values (given_client_id, given_order_id) on conflict do nothing;
  select osm.* into noted from order_sums osm where osm.client_id = given_client_id and osm.order_id = given_order_id for update;
  select to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, o.status,
    coalesce('paid' in (o.status, o.status_before_cancel), false) as is_sold,
    coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
        where le.client_id = given_client_id and le.order_id = given_order_id), 0)
      - coalesce((select sum(rf.amount) from refunds rf
        where rf.client_id = given_client_id and rf.order_id = given_order_id and rf.state <> 'done'), 0) as kept_amount
    into now_is from orders o where o.client_id = given_client_id and o.id = given_order_id;
  if now_is.month is null then
    delete from order_sums osm where osm.client_id = given_client_id and osm.order_id = given_order_id;
  elsif (noted.month, noted.status, noted.is_sold, noted.kept_amount)
      is not distinct from (now_is.month, now_is.status, now_is.is_sold, now_is.kept_amount) then
    return;
  else
    update order_sums osm set month = now_is.month, status = now_is.status, is_sold = now_is.is_sold, kept_amount = now_is.kept_amount
      where osm.client_id = given_client_id and osm.order_id = given_order_id;
    insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount)
      values (given_client_id, now_is.month, now_is.status, 1, now_is.is_sold::int, case when now_is.is_sold then now_is.kept_amount else 0 end);
  end if;
  if noted.month is not null then
    insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount)
      values (given_client_id, noted.month, noted.status, -1, -noted.is_sold::int, case when noted.is_sold then -noted.kept_amount else 0 end);
  end if;
end
$function$;
revoke all on function note_order(bigint,bigint) from public;

CREATE OR REPLACE FUNCTION public.note_room_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from room_numbers rn where rn.client_id = new.client_id and rn.room_id = new.id;
  end if;
  insert into room_numbers (client_id, number, room_id)
    select distinct new.client_id, found.number[1], new.id from regexp_matches(new.name_key, '[^0-9]([0-9]+)', 'g') as found (number);
  return null;
end
$function$;
revoke all on function note_room_numbers() from public;

CREATE OR REPLACE FUNCTION public.order_amounts(given_client_ids bigint[], given_ids bigint[])
 RETURNS TABLE(client_id bigint, id bigint, kept_amount integer, number_of_order_details integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.client_id, o.id,
    (coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
        where le.client_id = o.client_id and le.order_id = o.id), 0)
      - coalesce((select sum(rf.amount) from refunds rf
        where rf.client_id = o.client_id and rf.order_id = o.id and rf.state <> 'done'), 0))::int,
    (select count(*)::int from order_details od where od.client_id = o.client_id and od.order_id = o.id)
  from unnest(given_client_ids, given_ids) as asked (client_id, id)
  join orders o on o.client_id = asked.client_id and o.id = asked.id
$function$;
revoke all on function order_amounts(bigint[],bigint[]) from public;
grant execute on function order_amounts(bigint[],bigint[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.order_totals(given_since timestamp with time zone, given_statuses text[])
 RETURNS TABLE(client_id bigint, client_cd text, client_name text, month text, orders_count bigint, canceled_count bigint, total_sales_amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select total.client_id, total.client_cd, total.client_name, total.month, total.orders_count, total.canceled_count, total.total_sales_amount
  from month_totals_of_clients(null, to_char(given_since at time zone 'Asia/Tokyo', 'YYYY-MM'), null, given_statuses) total
$function$;
revoke all on function order_totals(timestamp with time zone,text[]) from public;
grant execute on function order_totals(timestamp with time zone,text[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.order_years(given_statuses text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with total as materialized (
    select omc.client_id, omc.month from order_month_changes omc where omc.status = any(given_statuses)
    group by omc.client_id, omc.month having sum(omc.orders_count) > 0)
  select distinct left(total.month, 4) from total
$function$;
revoke all on function order_years(text[]) from public;
grant execute on function order_years(text[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.orders_of_clients(given_client_id bigint, given_statuses text[], given_from timestamp with time zone, given_until timestamp with time zone)
 RETURNS TABLE(client_id bigint, id bigint, construction_id bigint, construction_name text, building_name text, room_id bigint, room_name text, resident_name text, pay_method text, status text, status_before_cancel text, total_price_in_tax integer, payment_period_end_on date, completion_at timestamp with time zone, canceled_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.client_id, o.id, o.construction_id, c.name, b.name, o.room_id, r.name, o.resident_name, o.pay_method, o.status,
    o.status_before_cancel, o.total_price_in_tax, o.payment_period_end_on, o.completion_at, o.canceled_at, o.created_at
  from orders o
  join rooms r on r.client_id = o.client_id and r.id = o.room_id
  join constructions c on c.client_id = o.client_id and c.id = o.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where (given_client_id is null or o.client_id = given_client_id) and o.status = any(given_statuses)
    and (given_from is null or o.created_at >= given_from) and (given_until is null or o.created_at < given_until)
$function$;
revoke all on function orders_of_clients(bigint,text[],timestamp with time zone,timestamp with time zone) from public;
grant execute on function orders_of_clients(bigint,text[],timestamp with time zone,timestamp with time zone) to toguchi_app;

CREATE OR REPLACE FUNCTION public.protect_tenant_table(tenant_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format(
    'create policy own_client on %s using (client_id = nullif(current_setting(''app.client_id'', true), '''')::bigint)',
    tenant_table);
  execute format('grant select, insert, update, delete on %s to toguchi_app', tenant_table);
end $function$;
revoke all on function protect_tenant_table(regclass) from public;
grant execute on function protect_tenant_table(regclass) to public;

CREATE OR REPLACE FUNCTION public.sales_of_clients(given_client_id bigint, given_statuses text[], given_from timestamp with time zone, given_until timestamp with time zone)
 RETURNS TABLE(total_sales_amount bigint, total_sales_count integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with sold as (
    select o.client_id, o.id from orders o
    where (given_client_id is null or o.client_id = given_client_id) and o.status = any(given_statuses)
      and 'paid' in (o.status, o.status_before_cancel)
      and (given_from is null or o.created_at >= given_from) and (given_until is null or o.created_at < given_until))
  select coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from sold
      join ledger_entries le on le.client_id = sold.client_id and le.order_id = sold.id), 0)::bigint
    - coalesce((select sum(rf.amount) from sold
      join refunds rf on rf.client_id = sold.client_id and rf.order_id = sold.id and rf.state <> 'done'), 0)::bigint,
    (select count(*)::int from sold)
$function$;
revoke all on function sales_of_clients(bigint,text[],timestamp with time zone,timestamp with time zone) from public;
grant execute on function sales_of_clients(bigint,text[],timestamp with time zone,timestamp with time zone) to toguchi_app;

CREATE OR REPLACE FUNCTION public.session_actor(given_hash bytea, moment timestamp with time zone)
 RETURNS TABLE(session_id bigint, strategy text, client_key text, uid text, is_current boolean, expires_at timestamp with time zone, last_used_at timestamp with time zone, kind text, account_id bigint, client_id bigint, client_cd text, client_status text, contractor_id bigint, primary_contractor_id bigint, can_register_staff boolean, password_change_required boolean, room_id bigint, construction_id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  session sessions%rowtype;
  is_there boolean;
  works_for bigint;
  lives_in bigint;
begin
  select s.* into session from sessions s
  where (s.token_hash = given_hash or (s.previous_token_hash = given_hash and s.previous_valid_until > moment)) and s.expires_at > moment;
  if not found then
    return;
  end if;
  session_id := session.id;
  strategy := session.strategy;
  client_key := session.client_key;
  uid := session.uid;
  is_current := session.token_hash = given_hash;
  expires_at := session.expires_at;
  last_used_at := session.last_used_at;
  kind := session.strategy;
  account_id := session.account_id;
  client_id := session.client_id;
  can_register_staff := false;
  password_change_required := false;

  if session.client_id is not null then
    select c.cd, c.status into client_cd, client_status from clients c where c.id = session.client_id and c.discarded_at is null;
    if not found then
      return;
    end if;
  end if;

  case session.strategy
    when 'user' then
      select case u.type when 'Staff_Admin' then 'staffAdmin' when 'Staff' then 'staff' else 'craftsman' end, u.contractor_id,
          u.can_register_staff, u.password_change_required
        into kind, contractor_id, can_register_staff, password_change_required
        from users u where u.client_id = session.client_id and u.id = session.account_id and u.discarded_at is null;
      is_there := found;
      works_for := contractor_id;
      if works_for is not null then
        select ct.primary_contractor_id into primary_contractor_id from contractors ct where ct.client_id = session.client_id and ct.id = works_for;
      end if;
    when 'resident' then
      select res.room_id into room_id from residents res
        where res.client_id = session.client_id and res.id = session.account_id and res.discarded_at is null and res.erased_at is null;
      lives_in := room_id;
      select r.construction_id into construction_id from rooms r
        where r.client_id = session.client_id and r.id = lives_in
          -- A closed room is read for 90 days of Tokyo's calendar, and then nobody's (practice §3).
          and (r.closed_at is null or (moment at time zone 'Asia/Tokyo')::date <= (r.closed_at at time zone 'Asia/Tokyo')::date + 90);
      is_there := found;
    when 'admin' then
      perform from admins ad where ad.id = session.account_id and ad.discarded_at is null;
      is_there := found;
    else
      perform from operators op where op.id = session.account_id and op.discarded_at is null;
      is_there := found;
  end case;
  if is_there then
    return next;
  end if;
end $function$;
revoke all on function session_actor(bytea,timestamp with time zone) from public;
grant execute on function session_actor(bytea,timestamp with time zone) to toguchi_app;

CREATE OR REPLACE FUNCTION public.storage_used()
 RETURNS TABLE(client_id bigint, files_count bigint, byte_size bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select ccc.client_id, sum(ccc.files_count)::bigint, sum(ccc.files_byte_size)::bigint
  from client_count_changes ccc group by 1 having sum(ccc.files_count) > 0
$function$;
revoke all on function storage_used() from public;
grant execute on function storage_used() to toguchi_app;

CREATE OR REPLACE FUNCTION public.sum_client_counts(given_client_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  total record;
begin
  if given_client_id is distinct from nullif(current_setting('app.client_id', true), '')::bigint then
    raise exception 'client % is another one', given_client_id;
  end if;
  with gone as (
    delete from client_count_changes ccc where ccc.client_id = given_client_id
    returning ccc.buildings_count, ccc.rooms_count, ccc.users_count, ccc.craftsmen_count, ccc.residents_count, ccc.files_count, ccc.files_byte_size)
  select coalesce(sum(gone.buildings_count), 0) as buildings, coalesce(sum(gone.rooms_count), 0) as rooms, coalesce(sum(gone.users_count), 0) as users,
    coalesce(sum(gone.craftsmen_count), 0) as craftsmen, coalesce(sum(gone.residents_count), 0) as residents, coalesce(sum(gone.files_count), 0) as files,
    coalesce(sum(gone.files_byte_size), 0) as byte_size into total from gone;
  if total.buildings <> 0 or total.rooms <> 0 or total.users <> 0 or total.craftsmen <> 0 or total.residents <> 0 or total.files <> 0
    or total.byte_size <> 0 then
    insert into client_count_changes (client_id, buildings_count, rooms_count, users_count, craftsmen_count, residents_count, files_count,
        files_byte_size, is_sum)
      values (given_client_id, total.buildings, total.rooms, total.users, total.craftsmen, total.residents, total.files, total.byte_size, true);
  end if;
end
$function$;
revoke all on function sum_client_counts(bigint) from public;
grant execute on function sum_client_counts(bigint) to toguchi_app;

CREATE OR REPLACE FUNCTION public.sum_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_argv[0] = 'orders' then
    perform note_order(coalesce(new.client_id, old.client_id), coalesce(new.id, old.id));
  else
    perform note_order(coalesce(new.client_id, old.client_id), coalesce(new.order_id, old.order_id));
  end if;
  return null;
end
$function$;
revoke all on function sum_order() from public;

CREATE OR REPLACE FUNCTION public.sum_order_months(given_client_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  noted record;
  total record;
begin
  if given_client_id is distinct from nullif(current_setting('app.client_id', true), '')::bigint then
    raise exception 'client % is another one', given_client_id;
  end if;
  -- In one order, so that two that do it at once wait for each other and not crosswise.
  for noted in select distinct omc.month, omc.status from order_month_changes omc
    where omc.client_id = given_client_id and not omc.is_sum order by omc.month, omc.status loop
    with gone as (
      delete from order_month_changes omc where omc.client_id = given_client_id and omc.month = noted.month and omc.status = noted.status
      returning omc.orders_count, omc.sold_count, omc.sold_amount)
    select coalesce(sum(gone.orders_count), 0) as orders, coalesce(sum(gone.sold_count), 0) as sold, coalesce(sum(gone.sold_amount), 0) as amount
      into total from gone;
    if total.orders <> 0 or total.sold <> 0 or total.amount <> 0 then
      insert into order_month_changes (client_id, month, status, orders_count, sold_count, sold_amount, is_sum)
        values (given_client_id, noted.month, noted.status, total.orders, total.sold, total.amount, true);
    end if;
  end loop;
end
$function$;
revoke all on function sum_order_months(bigint) from public;
grant execute on function sum_order_months(bigint) to toguchi_app;

CREATE OR REPLACE FUNCTION public.taken_logins(given_logins text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select login_id from logins where login_id = any(given_logins)
$function$;
revoke all on function taken_logins(text[]) from public;
grant execute on function taken_logins(text[]) to toguchi_app;

CREATE OR REPLACE FUNCTION public.tell_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('session_ended', ended.id::text) from ended where ended.expires_at > now();
  return null;
end
$function$;
revoke all on function tell_ended_sessions() from public;
grant execute on function tell_ended_sessions() to public;

CREATE OR REPLACE FUNCTION public.tell_watchers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('construction_events', told.client_id || ':' || told.construction_id || ':' || max(told.id))
  from told
  where told.construction_id is not null
    and split_part(told.kind, '.', 1) not in ('attachment_files', 'authentication_codes', 'building_documents', 'common_area_images',
      'documents', 'handling_equipments', 'in_house_documents', 'room_images')
  group by told.client_id, told.construction_id;
  return null;
end
$function$;
revoke all on function tell_watchers() from public;
grant execute on function tell_watchers() to public;

CREATE OR REPLACE FUNCTION public.unmark_rooms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  touched record;
begin
  for touched in
    select told.client_id, array_agg(distinct told.room_id) as room_ids from told
    where told.room_id is not null and told.kind <> 'residents.erased' group by told.client_id
  loop
    update rooms r set people_erased_at = null
    where r.client_id = touched.client_id and r.id = any(touched.room_ids) and r.people_erased_at is not null;
  end loop;
  return null;
end
$function$;
revoke all on function unmark_rooms() from public;
grant execute on function unmark_rooms() to public;

CREATE OR REPLACE FUNCTION public.writers_to_number(number text)
 RETURNS TABLE(client_id bigint, message_id bigint, sent_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select newest.client_id, newest.id, newest.sent_at from clients c
  join lateral (
    select m.client_id, m.id, coalesce(m.sent_at, m.created_at) as sent_at from outbox_messages m
    where m.client_id = c.id and m.recipients[1] = number and m.transport = 'sms' and m.state in ('sending', 'sent', 'failed')
    order by m.id desc limit 1) newest on true
  order by newest.sent_at desc
$function$;
revoke all on function writers_to_number(text) from public;
grant execute on function writers_to_number(text) to toguchi_app;
