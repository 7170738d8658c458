-- A construction (工事) of a building, who works on it, what is photographed, what can be bought (spec §3).

create table constructions (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() constraint constructions_uuid_key unique,
  building_id bigint not null,
  cd text not null,
  manage_no text,
  name text,
  construction_type text check (construction_type in ('renewal', 'inspection')),
  supplier_id bigint,
  supplier_staff_id bigint,
  sales_staff_id bigint,
  construction_staff_id bigint,
  contract_representative text,
  contract_representative_address text,
  -- Who decided it and when, for the notice (D-31).
  owners_association text,
  owners_association_decided_on date,
  prime_contractor text,
  time_per_unit integer check (time_per_unit between 1 and 9999),
  security_equipment text check (security_equipment in ('alert', 'fire', 'alert_fire', 'gas_alert', 'gas_alert_security', 'fire_gas',
    'fire_gas_alert', 'fire_gas_alert_security', 'fire_gas_alert_security_call')),
  emergency_phone_number text,
  use_electronic_signboard boolean not null default true,
  electronic_signboard_type text not null default 'board' check (electronic_signboard_type in ('board', 'header', 'footer')),
  electronic_signboard_contractor_id bigint,
  remarks text,
  special_report_default text,
  use_optional_construction boolean not null default false,
  use_payment boolean not null default false,
  use_common_photo boolean not null default true,
  use_private_photo boolean not null default true,
  number_of_houses integer check (number_of_houses between 1 and 9999),
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
  preparation_days date[] not null default '{}',
  common_area_holidays date[] not null default '{}',
  privately_area_holidays date[] not null default '{}',
  information_distribution_on date,
  briefing_session_at timestamptz,
  decision_guide_distribution_on date,
  schedule_change_end_on date,
  option_request_end_on date,
  detail_schedule_completed_at timestamptz,
  representative_completion boolean not null default false,
  construction_infomation_completion boolean not null default false,
  photography_places_completion boolean not null default false,
  options_completion boolean not null default false,
  lock_version integer not null default 0,
  schedule_lock_version integer not null default 0,
  -- Counts the saves of the room grid: who began with an older one is told.
  composition_version integer not null default 0,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, building_id) references buildings,
  foreign key (client_id, supplier_id) references suppliers,
  foreign key (client_id, supplier_staff_id) references supplier_staffs,
  foreign key (client_id, sales_staff_id) references users (client_id, id),
  foreign key (client_id, construction_staff_id) references users (client_id, id),
  foreign key (client_id, electronic_signboard_contractor_id) references electronic_signboard_contractors,
  constraint constructions_cd_key unique (client_id, cd),
  constraint constructions_planned_period check (planned_end_on >= planned_start_on),
  constraint constructions_contract_period check (contract_period_end_on >= contract_period_start_on),
  constraint constructions_common_area_period check (common_area_end_on >= common_area_start_on),
  constraint constructions_second_common_area_period check (
    second_common_area_end_on >= second_common_area_start_on and second_common_area_start_on > common_area_end_on),
  constraint constructions_privately_area_period check (privately_area_end_on >= privately_area_start_on)
);
create unique index constructions_manage_no_key on constructions (client_id, manage_no) where discarded_at is null;
create index constructions_building_idx on constructions (client_id, building_id);
create index constructions_supplier_staff_idx on constructions (client_id, supplier_staff_id);
create index constructions_live_idx on constructions (client_id, id) where discarded_at is null;
select protect_tenant_table('constructions');

create table assigned_contractors (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  contractor_id bigint not null,
  position integer not null default 0,
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, contractor_id) references contractors,
  constraint assigned_contractors_contractor_key unique (client_id, construction_id, contractor_id)
);
create index assigned_contractors_contractor_idx on assigned_contractors (client_id, contractor_id);
select protect_tenant_table('assigned_contractors');

create table assigned_craftsmans (
  client_id bigint not null,
  assigned_contractor_id bigint not null,
  craftsman_id bigint not null,
  primary key (client_id, assigned_contractor_id, craftsman_id),
  foreign key (client_id, assigned_contractor_id) references assigned_contractors on delete cascade,
  foreign key (client_id, craftsman_id) references users (client_id, id)
);
create index assigned_craftsmans_craftsman_idx on assigned_craftsmans (client_id, craftsman_id);
select protect_tenant_table('assigned_craftsmans');

/* What is photographed: places of the master or free input, in common areas or in every dwelling. */
create table photography_place_entries (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  area text not null check (area in ('common', 'private')),
  photography_place_id bigint,
  free_input text,
  before_construction boolean not null default true,
  under_construction boolean not null default true,
  after_construction boolean not null default true,
  remarks text,
  position integer not null,
  -- Hidden, not gone: photos already taken keep their place (D-05).
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, photography_place_id) references photography_places,
  constraint photography_place_entries_named check ((photography_place_id is null) <> (free_input is null)),
  constraint photography_place_entries_timing check (before_construction or under_construction or after_construction),
  constraint photography_place_entries_remarks check (area = 'common' or remarks is null)
);
create unique index photography_place_entries_place_key on photography_place_entries
  (client_id, construction_id, area, photography_place_id) where discarded_at is null and photography_place_id is not null;
create index photography_place_entries_construction_idx on photography_place_entries (client_id, construction_id, position);
select protect_tenant_table('photography_place_entries');

create table constructions_options (
  client_id bigint not null,
  id bigint generated always as identity,
  construction_id bigint not null,
  option_id bigint not null,
  option_name text not null,
  price integer not null check (price between 0 and 99999999),
  before_construction boolean not null default true,
  under_construction boolean not null default true,
  after_construction boolean not null default true,
  position integer not null,
  discarded_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, construction_id) references constructions on delete cascade,
  foreign key (client_id, option_id) references options
);
create unique index constructions_options_option_key on constructions_options (client_id, construction_id, option_id) where discarded_at is null;
select protect_tenant_table('constructions_options');
