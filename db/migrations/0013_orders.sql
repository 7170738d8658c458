-- Orders of optional works and their money (spec §3 order, G-ORD-01, D-09, D-16). Yen are whole numbers everywhere.

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
  -- Where a refused application to cancel goes back to.
  status_before_cancel text check (status_before_cancel in ('unpaid', 'paid')),
  -- Sum of the rounded lines, frozen at ordering (G-ORD-09).
  total_price_in_tax integer not null check (total_price_in_tax >= 0),
  payment_period_end_on date,
  completion_at timestamptz,
  canceled_at timestamptz,
  failure_reason text,
  -- Made on the device: the same tap twice is the same order.
  request_id uuid,
  -- Collected at the door: by whom, signed for.
  collected_by_user_id bigint,
  collection_signature_file_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, construction_id, room_id) references rooms (client_id, construction_id, id),
  foreign key (client_id, resident_id) references residents (client_id, id),
  foreign key (client_id, collected_by_user_id) references users (client_id, id),
  foreign key (client_id, collection_signature_file_id) references files (client_id, id),
  constraint orders_request_key unique (client_id, room_id, request_id),
  constraint orders_canceled_at check ((status = 'cancel_order') = (canceled_at is not null)),
  constraint orders_paid_at check (status <> 'paid' or completion_at is not null),
  constraint orders_status_before_cancel check ((status = 'cancel_application') = (status_before_cancel is not null)),
  constraint orders_method check (pay_method is not null or total_price_in_tax = 0)
);
create index orders_room_idx on orders (client_id, room_id, id);
create index orders_construction_idx on orders (client_id, construction_id, id);
create index orders_status_idx on orders (client_id, status, id);
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

/* One attempt to pay an order at a payment service (D-10); no card data is in it. */
create table payments (
  client_id bigint not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() constraint payments_uuid_key unique,
  order_id bigint not null,
  adapter text not null check (adapter in ('sandbox', 'stripe')),
  pay_method text not null check (pay_method in ('credit', 'webcvs')),
  amount integer not null check (amount > 0),
  -- pending: the convenience store's number is issued, nobody has paid it yet.
  state text not null check (state in ('started', 'pending', 'paid', 'failed', 'expired', 'canceled')),
  -- The service's own ids: of its page, and of the money.
  external_id text,
  external_payment_id text,
  payment_url text,
  konbini_number text,
  konbini_confirmation_number text,
  voucher_url text,
  expires_at timestamptz,
  failure_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, order_id) references orders,
  constraint payments_external_key unique (client_id, adapter, external_id)
);
create index payments_order_idx on payments (client_id, order_id, id);
-- An order waits for one payment at a time; a second page for it would take the money twice.
create unique index payments_open_key on payments (client_id, order_id) where state in ('started', 'pending');
select protect_tenant_table('payments');

/* What a payment service told, kept as it came: the same notification twice is heard once. */
create table payment_notifications (
  client_id bigint not null,
  id bigint generated always as identity,
  payment_id bigint not null,
  adapter text not null,
  external_id text not null,
  kind text not null,
  amount integer,
  outcome text not null,
  body jsonb not null,
  received_at timestamptz not null default app_now(),
  primary key (client_id, id),
  foreign key (client_id, payment_id) references payments,
  constraint payment_notifications_external_key unique (client_id, adapter, external_id)
);
create index payment_notifications_payment_idx on payment_notifications (client_id, payment_id, id);
select protect_tenant_table('payment_notifications');
revoke update, delete on payment_notifications from toguchi_app;

/* Money that has to go back, and how (D-09, practice §4). The account lies encrypted until the client has paid it out. */
create table refunds (
  client_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  payment_id bigint,
  amount integer not null check (amount > 0),
  refund_method text not null check (refund_method in ('card', 'bank_transfer', 'cash')),
  -- account_wanted: the resident has not named an account yet. processing: the payment service was asked.
  state text not null check (state in ('account_wanted', 'open', 'processing', 'done', 'failed')),
  reason text not null check (reason in ('cancellation', 'late_payment', 'double_payment', 'wrong_amount')),
  account_ciphertext bytea,
  -- The name under which the payment service was asked; a later attempt has another, and what is told of the earlier one counts no more.
  attempt_key text,
  external_id text,
  -- A sentence for staff, and the payment service's own word for it.
  failure_reason text,
  failure_code text,
  -- Of money that had gone back and came in again: the refund that it was. Once is enough.
  returned_of bigint,
  done_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, order_id) references orders,
  foreign key (client_id, payment_id) references payments,
  foreign key (client_id, returned_of) references refunds,
  constraint refunds_attempt_key unique (client_id, attempt_key),
  constraint refunds_returned_of_key unique (client_id, returned_of),
  constraint refunds_done_at check ((state = 'done') = (done_at is not null))
);
create index refunds_order_idx on refunds (client_id, order_id, id);
create index refunds_open_idx on refunds (client_id, id) where state <> 'done';
select protect_tenant_table('refunds');

/* Every yen that came or went: sum of payments − sum of refunds = what is kept. Only added to, never changed. */
create table ledger_entries (
  client_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  kind text not null check (kind in ('payment', 'refund')),
  pay_method text not null check (pay_method in ('credit', 'webcvs', 'cash', 'other')),
  amount integer not null check (amount > 0),
  -- Of money that came through a payment service.
  payment_id bigint,
  refund_id bigint,
  event_id bigint not null,
  at timestamptz not null default app_now(),
  primary key (client_id, id),
  foreign key (client_id, order_id) references orders,
  foreign key (client_id, payment_id) references payments,
  foreign key (client_id, refund_id) references refunds,
  foreign key (client_id, event_id) references events,
  constraint ledger_entries_kind check ((kind = 'refund') = (refund_id is not null))
);
create unique index ledger_entries_payment_key on ledger_entries (client_id, payment_id) where kind = 'payment' and payment_id is not null;
create unique index ledger_entries_refund_key on ledger_entries (client_id, refund_id) where kind = 'refund';
create index ledger_entries_order_idx on ledger_entries (client_id, order_id, id);
select protect_tenant_table('ledger_entries');
revoke update, delete on ledger_entries from toguchi_app;

/* A receipt as it was handed out; issue 2 and later are marked 再発行 and keep the number (D-16). */
create table receipts (
  client_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  number integer not null,
  issue_number integer not null check (issue_number >= 1),
  -- Personal: the retention job empties it.
  addressee text,
  amount integer not null check (amount > 0),
  tax integer not null check (tax >= 0),
  issued_at timestamptz not null default app_now(),
  primary key (client_id, id),
  foreign key (client_id, order_id) references orders,
  constraint receipts_issue_key unique (client_id, order_id, issue_number)
);
create index receipts_number_idx on receipts (client_id, number);
select protect_tenant_table('receipts');

/* What a client says as a seller, and its rules of payment and retention; one row, made when first saved. */
create table sale_settings (
  client_id bigint not null references clients primary key,
  -- Days that a convenience store's number is good (D-09).
  konbini_days integer not null default 3 check (konbini_days between 1 and 59),
  -- T and 13 digits: the issuer of qualified invoices (D-16).
  invoice_registration_number text check (invoice_registration_number ~ '^T[0-9]{13}$'),
  seller_name text,
  seller_representative text,
  seller_address text,
  seller_phone text,
  seller_email text,
  additional_fees text,
  payment_terms text,
  delivery_terms text,
  cancellation_terms text,
  -- Own changes of the date on the web, further ones by telephone (practice §2).
  own_date_change_limit integer not null default 2 check (own_date_change_limit between 0 and 99),
  -- Personal data of a closed room is erased after so many months.
  retention_months integer not null default 12 check (retention_months between 3 and 120),
  updated_at timestamptz not null default now()
);
select protect_tenant_table('sale_settings');
