-- The books of the built-in payment service (D-10): what it believes, whatever arrives at the product. A platform table without anybody's
-- data; never used in production.

create table sandbox_payments (
  uuid uuid primary key,
  amount integer not null check (amount > 0),
  pay_method text not null check (pay_method in ('credit', 'webcvs')),
  state text not null check (state in ('open', 'pending', 'paid', 'failed', 'expired', 'canceled')),
  konbini_days integer not null,
  konbini_expires_at timestamptz,
  paid_amount integer not null default 0,
  paid_at timestamptz,
  refunded_amount integer not null default 0 check (refunded_amount <= paid_amount),
  return_url text not null,
  description text not null,
  created_at timestamptz not null default now()
);
/* The keys of refunds that were asked for: the same key pays once, and what came back under it is not paid again. */
create table sandbox_refunds (
  refund_key text primary key,
  uuid uuid not null references sandbox_payments,
  amount integer not null check (amount > 0),
  returned_at timestamptz
);
grant select, insert, update, delete on sandbox_payments, sandbox_refunds to toguchi_app;
