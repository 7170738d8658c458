-- Orders of optional works and their money (spec §3 order, G-ORD-01).

create table orders (
  client_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() constraint orders_uuid_key unique,
  construction_id bigint not null,
  room_id bigint not null,
  resident_id bigint,
  resident_name text,
  pay_method text check (pay_method in ('credit', 'webcvs', 'cash', 'other')),
  status text not null check (status in ('initial', 'unpaid', 'paid', 'cancel_application', 'cancel_order', 'failed')),
  -- Sum of the rounded lines, frozen at ordering (G-ORD-09), yen.
  total_price_in_tax integer not null check (total_price_in_tax >= 0),
  payment_period_end_on date,
  completion_at timestamptz,
  canceled_at timestamptz,
  failure_reason text,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id),
  foreign key (client_id, resident_id) references residents (client_id, id),
  constraint orders_canceled_at check ((status = 'cancel_order') = (canceled_at is not null)),
  constraint orders_paid_at check (status <> 'paid' or completion_at is not null),
  constraint orders_method check (pay_method is not null or total_price_in_tax = 0)
);
create index orders_room_idx on orders (client_id, room_id, id);
create index orders_construction_idx on orders (client_id, construction_id, id);
select protect_tenant_table('orders');

create table order_details (
  client_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  constructions_option_id bigint not null,
  option_name text not null,
  price integer not null check (price >= 0),
  price_in_tax integer not null check (price_in_tax >= 0),
  primary key (client_id, id),
  foreign key (client_id, order_id) references orders on delete cascade,
  foreign key (client_id, constructions_option_id) references constructions_options
);
create index order_details_order_idx on order_details (client_id, order_id);
select protect_tenant_table('order_details');
