-- beside v0.1.0: it writes what it wrote, and shows an entry below 0 as it is
/*
 * A payment that was recorded by mistake is taken out of the books by an entry of as many yen below 0 (decision 117), never by changing the
 * first one; what came by a payment service, and what went back, stays above 0.
 */
alter table ledger_entries drop constraint ledger_entries_amount_check,
  add constraint ledger_entries_amount_check check (amount > 0 or (amount < 0 and kind = 'payment' and payment_id is null)) not valid;
