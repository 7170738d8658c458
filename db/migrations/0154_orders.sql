-- beside v0.1.0: it knows of no entry below 0
/* Every entry from before is above 0 (0153): looked at while others write. */
alter table ledger_entries validate constraint ledger_entries_amount_check;
